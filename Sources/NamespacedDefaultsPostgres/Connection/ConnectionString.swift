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

    /// The keywords and values of a connection.
    typealias Parameters = [(keyword: String, value: String)]

    /// The hosts, each with its port, and the database that a string names.
    struct Place: Equatable, Sendable {
      let hosts: Set<String>
      let database: String
    }

    /// What a replica belongs to.
    var place: Place {
      let chosen = chosen
      let hosts = Self.hosts(chosen).map { "\($0.name.isEmpty ? $0.address : $0.name):\($0.port)" }
      return Place(hosts: Set(hosts), database: chosen["dbname", default: ""])
    }

    /// Returns what each host is to be connected with, in which keywords of the string replace the ones before it.
    ///
    /// What its service file and the program's environment say comes after them, so a choice of theirs leaves a keyword out.
    /// Where the string itself says which of its hosts is to be taken, libpq looks for it.
    func attempts(within timeout: Duration) -> [Parameters] {
      let chosen = chosen
      let hosts = Self.hosts(chosen)
      var parameters = [("fallback_application_name", "NamespacedDefaults")]
      if chosen["connect_timeout"] == nil {
        // One host that is silent leaves time for the others.
        parameters.append(("connect_timeout", "\(max(2, Int(timeout.components.seconds) / hosts.count))"))
      }
      // libpq takes no empty value that follows another one, and says what is wrong with the number of ports.
      let ports = chosen["port", default: ""].count { $0 == "," } + 1
      let forms = Set(hosts.map { [$0.name.isEmpty, $0.address.isEmpty] })
      let canPick = forms.count == 1 && [1, hosts.count].contains(ports)
      if !canPick { parameters.append(("target_session_attrs", "primary")) }
      parameters += [("dbname", text), ("client_encoding", "UTF8")]
      let isFree = ["any", "prefer-standby"].contains(chosen["target_session_attrs", default: "any"])
      guard canPick, isFree, hosts.count > 1 else { return [parameters] }
      return hosts.map { parameters + [("host", $0.name), ("hostaddr", $0.address), ("port", $0.port)] }
    }

    private static func hosts(_ chosen: [String: String]) -> [(name: String, address: String, port: String)] {
      func list(_ keyword: String) -> [String] {
        chosen[keyword, default: ""].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
      return (0..<max(names.count, addresses.count)).map { index in
        let port = index < ports.count ? ports[index] : ports[0]
        return (
          index < names.count ? names[index] : "", index < addresses.count ? addresses[index] : "",
          port.isEmpty ? "5432" : port
        )
      }
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
