#if Postgres
  import CPostgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// A connection string of libpq, which may hold a password and is never printed.
  struct ConnectionString: Hashable, Sendable {
    let text: String

    /// Checks a string.
    ///
    /// - Throws: An error without the string.
    init(_ text: String) throws {
      guard !Self.mayShowPassword(text) else {
        throw DefaultsError(
          .refusedByServer,
          """
          in a connection string that is a URI, #, @ and / of a password are written %23, %40 and %2F, and the name of the \
          store is no part of it
          """
        )
      }
      guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else {
        throw DefaultsError(
          .refusedByServer,
          """
          the connection string is neither a URI, as postgresql://host/database, nor a list, as host=… dbname=…, or it has \
          a parameter that libpq does not know
          """
        )
      }
      PQconninfoFree(options)
      self.text = text
    }

    /// Whether what libpq takes for a host, a port or a database may be a part of a password, which it would quote.
    private static func mayShowPassword(_ text: String) -> Bool {
      guard let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) }) else { return false }
      let rest = text.dropFirst(scheme.count)
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
      return text.contains("#") || path.contains("@") || authority.count { $0 == "@" } > 1
    }

    /// The keywords and values for a connection, in which those of the string replace the ones before it.
    ///
    /// What the program's environment says comes after them, so a choice of the environment leaves a keyword out.
    func parameters(timeout: Duration) -> [(keyword: String, value: String)] {
      var parameters = [("fallback_application_name", "NamespacedDefaults")]
      let chosen = Self.environment
      if !chosen.contains("connect_timeout") {
        parameters.append(("connect_timeout", "\(max(2, timeout.components.seconds))"))
      }
      // Only a primary can be written, and only to a primary can one listen.
      if !chosen.contains("target_session_attrs") { parameters.append(("target_session_attrs", "primary")) }
      return parameters + [("dbname", text), ("client_encoding", "UTF8")]
    }

    /// The keywords that the environment sets.
    private static var environment: Set<String> {
      guard let options = PQconndefaults() else { return [] }
      defer { PQconninfoFree(options) }
      var keywords: Set<String> = []
      var option = options
      while let keyword = option.pointee.keyword {
        // Some have a value by default, which is no choice.
        if let variable = option.pointee.envvar, getenv(variable) != nil { keywords.insert(String(cString: keyword)) }
        option += 1
      }
      return keywords
    }
  }
#endif
