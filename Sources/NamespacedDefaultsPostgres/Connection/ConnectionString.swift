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
      try require(
        !Self.mayShowPassword(text),
        "a URI has #, @ and / of a password as %23, %40 and %2F, and not the name of the store"
      )
      let options = text.utf8.contains(0) ? nil : PQconninfoParse(text, nil)
      try require(
        options != nil,
        "it is neither a URI, as postgresql://host/database, nor a list of keywords of libpq, as host=… dbname=…"
      )
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
    /// What its service file and the program's environment say comes after them, so a choice of theirs leaves a keyword out.
    func parameters(within timeout: Duration) -> [(keyword: String, value: String)] {
      let chosen = chosen
      var parameters = [("fallback_application_name", "NamespacedDefaults")]
      if chosen["connect_timeout"] == nil {
        // One host that is silent leaves time for the others.
        let hosts = chosen["host", default: ""].count { $0 == "," } + 1
        parameters.append(("connect_timeout", "\(max(2, Int(timeout.components.seconds) / hosts))"))
      }
      // Only a primary can be written, and only to a primary can one listen.
      if chosen["target_session_attrs", default: "any"] == "any" {
        parameters.append(("target_session_attrs", "primary"))
      }
      return parameters + [("dbname", text), ("client_encoding", "UTF8")]
    }

    /// What the string says, its service file and the environment.
    private var chosen: [String: String] {
      // libpq reads them all before it finds that there is no such mode.
      let handle = withCStrings(["dbname", "sslmode"]) { keywords in
        withCStrings([text, "none of them"]) { PQconnectStartParams(keywords, $0, 1) }
      }
      defer { PQfinish(handle) }
      guard let options = PQconninfo(handle) else { return [:] }
      defer { PQconninfoFree(options) }
      var chosen: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { chosen[String(cString: keyword)] = String(cString: value) }
        option += 1
      }
      return chosen
    }
  }
#endif
