#if Postgres
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import NamespacedDefaults

  /// The store from which reads come, with a record of the position up to which it is a copy.
  ///
  /// What is read from the server counts together with its position. So the replica shows a state that was, and a process
  /// that is killed in the middle leaves one.
  struct Replica: Sendable {
    let values: any DefaultsStore
    /// The name of the store on the server.
    let name: String
    /// The identity of the machine's boot.
    var boot = Boot.identity

    var context: DefaultsStoreContext { values.context }

    var storage: any DefaultsStorage { values.storage.storage }

    /// The position up to which it is a copy.
    ///
    /// - Throws: An error if it cannot be read, or is a copy of another store, or has settings of its own.
    var position: Position {
      get throws {
        // Of one moment, because another process may make its first commit to the file.
        let (found, isNew) = try values.atOneMoment {
          let found = try record
          return (found, try found == nil && values.ownKeys().isEmpty)
        }
        guard let record = found else {
          guard isNew else {
            throw DefaultsError(
              .refusedByServer,
              "\(values.label) has settings that are not a copy of a server's; give the replica a file of its own"
            )
          }
          return .beginning
        }
        guard record["store"] == .string(name) else {
          throw DefaultsError(
            .refusedByServer,
            "\(values.label) is the replica of another store; give each a file of its own"
          )
        }
        guard case .integer(let version)? = record["version"], case .string(let token)? = record["token"] else {
          return .beginning
        }
        // A file need not survive a loss of power as a whole.
        return Position(version: version, token: token, isSure: record["boot"] == .string(boot))
      }
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
      let old = try record
      var new = old ?? [:]
      new["store"] = .string(name)
      new["version"] = .integer(position.version)
      new["token"] = .string(position.token)
      new["boot"] = .string(boot)
      let all = changes + [Self.change(of: old, to: new)]
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

    private static func change(
      of old: [String: PropertyListValue]?,
      to new: [String: PropertyListValue]
    ) -> DefaultsChange {
      DefaultsChange(key: ReservedName.replica, oldValue: old.map { .dictionary($0) }, newValue: .dictionary(new))
    }

    /// Whether the process that listens for all that share the replica hears the server.
    var state: ServerState {
      guard case .dictionary(let outage)? = try? record?["outage"],
        case .date(let since)? = outage["since"],
        case .string(let code)? = outage["code"],
        case .string(let message)? = outage["message"]
      else { return .connected }
      return .disconnected(since: since, reason: DefaultsError(DefaultsError.Code(rawValue: code), message))
    }

    /// Tells the others whether this process, which listens, hears the server.
    func publish(_ state: ServerState) throws {
      try values.exclusively {
        guard let old = try record else { return }
        var new = old
        new["outage"] =
          if case .disconnected(let since, let reason) = state {
            ["since": .date(since), "code": .string(reason.code.rawValue), "message": .string(reason.message)]
          } else {
            nil
          }
        guard new != old else { return }
        let change = Self.change(of: old, to: new)
        try storage.persist([change])
        try context.withLock { try storage.apply([change]) }
      }
    }

    /// The names of the settings.
    func names() throws -> [String] { try values.ownKeys().filter { $0 != ReservedName.replica } }
  }
#endif
