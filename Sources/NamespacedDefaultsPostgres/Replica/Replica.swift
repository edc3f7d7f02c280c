#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsFoundation
  import NamespacedDefaultsPlatform

  /// The store from which reads come, with a record of the position up to which it is a copy.
  ///
  /// What is read from the server counts together with its position. So the replica shows a state that was, and a process
  /// that is killed in the middle leaves one.
  struct Replica: Sendable {
    let values: any DefaultsStore
    /// The name of the store on the server.
    let name: String
    /// The hosts and the database of which it is a copy.
    let place: ConnectionString.Place
    /// The identity of the machine's boot.
    var boot = Boot.identity

    var context: DefaultsStoreContext { values.context }

    var storage: any DefaultsStorage { values._storage }

    /// The position up to which it is a copy.
    ///
    /// - Throws: An error if it cannot be read, or is a copy of another store or server, or has settings of its own.
    var position: Position {
      get throws {
        // Of one moment, because another process may make its first commit to the file.
        let (found, isNew) = try values.atOneMoment {
          let found = try record
          return (found, try found == nil && values.ownKeys().isEmpty)
        }
        guard let record = found else {
          try require(isNew, "\(values.label) has settings of its own; give the replica a file of its own")
          return .beginning
        }
        try require(record["store"] == .string(name), "\(values.label) is another store's replica")
        try require(
          isOfPlace(record),
          "\(values.label) is a replica of other hosts or of another database, whose programs run; give this one a file of its own"
        )
        guard case .integer(let version)? = record["version"], case .string(let token)? = record["token"] else {
          return .beginning
        }
        // A file need not survive a loss of power as a whole.
        return Position(version: version, token: token, isSure: record["boot"] == .string(boot))
      }
    }

    /// Returns whether a record is that of a copy of the place: of its database, and of one of its hosts at least.
    private func isOfPlace(_ record: [String: PropertyListValue]) -> Bool {
      guard case .array(let hosts)? = record["hosts"] else { return false }
      let isHost = hosts.contains { if case .string(let host) = $0 { place.hosts.contains(host) } else { false } }
      return isHost && record["database"] == .string(place.database)
    }

    /// Whether it is a copy of the store at another place.
    var isOfAnotherPlace: Bool {
      get throws { try record.map { $0["store"] == .string(name) && !isOfPlace($0) } ?? false }
    }

    /// Removes everything, from its file too.
    func discard() throws {
      try values.set(Dictionary(uniqueKeysWithValues: values.ownKeys().map { ($0, nil) }))
      try (values as? FileStore)?.compact()
    }

    /// Applies what was missed, unless the replica has moved on since; call this inside exclusive access.
    ///
    /// - Returns: What has changed; `nil` if it was no longer at the position since which it has missed this.
    /// - Throws: An error if the replica cannot be written. Nothing has changed then.
    func apply(_ missed: Missed) throws -> [DefaultsChange]? {
      let position = try position
      guard position == missed.since else { return nil }
      guard position != missed.position else { return [] }
      var settings = missed.settings
      if missed.isWhole {
        let present = Set(settings.map(\.name))
        settings += try names().filter { !present.contains($0) }.map { Missed.Setting(name: $0, value: nil) }
      }
      var changes: [DefaultsChange] = []
      for (name, new) in settings.map({ ($0.name, $0.value) }) {
        let old = try values.ownValue(forKey: name)
        if old != new { changes.append(DefaultsChange(key: name, oldValue: old, newValue: new)) }
      }
      let all = try persist(changes, at: missed.position)
      try context.withLock {
        try storage.apply(all)
        if !changes.isEmpty { context.announce(changes) }
      }
      return changes
    }

    /// Writes changes that the server has; call this in the turn.
    ///
    /// - Returns: What was persisted and is to be applied.
    func persist(_ changes: [DefaultsChange], at position: Position) throws -> [DefaultsChange] {
      try persist(changes) { record in
        record["store"] = .string(name)
        record["hosts"] = .array(place.hosts.sorted().map { .string($0) })
        record["database"] = .string(place.database)
        record["version"] = .integer(position.version)
        record["token"] = .string(position.token)
        record["boot"] = .string(boot)
      }
    }

    private func persist(
      _ changes: [DefaultsChange],
      _ edit: (inout [String: PropertyListValue]) -> Void
    ) throws -> [DefaultsChange] {
      let old = try record
      var new = old ?? [:]
      edit(&new)
      let (oldValue, newValue) = (old.map { PropertyListValue.dictionary($0) }, PropertyListValue.dictionary(new))
      let all = changes + [DefaultsChange(key: ReservedName.replica, oldValue: oldValue, newValue: newValue)]
      try storage.persist(all)
      return all
    }

    /// The library's own record of what the replica is.
    private var record: [String: PropertyListValue]? {
      get throws {
        guard case .dictionary(let record)? = try values.ownValue(forKey: ReservedName.replica) else {
          return nil
        }
        return record
      }
    }

    /// Whether the process that listens for all that share the replica is connected to the server.
    var state: ServerState {
      guard case .dictionary(let outage)? = try? record?["outage"],
        case .date(let since)? = outage["since"],
        case .string(let code)? = outage["code"],
        case .string(let message)? = outage["message"]
      else { return .connected }
      return .disconnected(since: since, reason: DefaultsError(DefaultsError.Code(rawValue: code), message))
    }

    /// Records for the others whether this process, which listens, is connected to the server.
    func publish(_ state: ServerState) throws {
      try values.exclusively {
        guard try record != nil, self.state != state else { return }
        let changes = try persist([]) { record in
          record["outage"] =
            if case .disconnected(let since, let reason) = state {
              ["since": .date(since), "code": .string(reason.code.rawValue), "message": .string(reason.message)]
            } else {
              nil
            }
        }
        try context.withLock { try storage.apply(changes) }
      }
    }

    /// The names of the settings.
    func names() throws -> [String] { try values.ownKeys().filter { $0 != ReservedName.replica } }
  }

  /// The failure of the replica, which says nothing about the server.
  struct ReplicaFailure: Error {
    let error: any Error

    static func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch {
        throw ReplicaFailure(error: error)
      }
    }
  }

  /// Runs a body, and throws what a program gets: the error of the replica, or of the server.
  func asDefaultsErrors<Result>(of store: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw (error as? ReplicaFailure)?.error ?? (error as? ServerFailure)?.error(of: store) ?? error
    }
  }

  /// The time since the machine was started, in which no power was lost.
  enum Boot {
    /// What no other boot of the machine has.
    static let identity = ofSystem ?? UUID().uuidString

    #if canImport(Darwin)
      private static var ofSystem: String? {
        var text = [UInt8](repeating: 0, count: 64)
        var size = text.count
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
    #else
      private static var ofSystem: String? {
        try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      }
    #endif
  }
#endif
