#if Postgres
  import NamespacedDefaults

  /// What is asked of a store on a server: its lock, what a reader has missed, and its row.
  struct Server: Hashable, Sendable {
    let connection: ConnectionString
    /// The name of the store.
    let name: String
    let options: ServerOptions

    /// Connects to the first host that can be written, or else to a primary, or else to a standby, and checks what is there.
    func connect() throws -> Connection {
      let (hosts, end) = (connection.attempts(within: options.timeout), ContinuousClock.now + options.timeout)
      var (best, failures): (Connection?, [any Error]) = (nil, [])
      for (index, parameters) in hosts.enumerated() {
        let now = ContinuousClock.now
        // A host that is silent leaves time for the others, and for what is done with the best one.
        let shares = hosts.count - index + (best == nil ? 0 : 1)
        do {
          let part = now + now.duration(to: end) / shares
          let new = try Connection.open(parameters, name.withoutNUL, options, until: part)
          new.deadline = end
          guard new.isReadOnly else { return new }
          if best.map({ $0.isStandby && !new.isStandby }) ?? true { best = new }
        } catch {
          failures.append(error)
        }
      }
      if let best { return best }
      let reasons = failures.compactMap { if case ServerFailure.lost(let reason) = $0 { reason } else { nil } }
      // What can be reached and is not fit says more.
      throw failures.first { if case ServerFailure.lost = $0 { false } else { true } }
        ?? ServerFailure.lost(reasons.joined(separator: "; "))
    }

    /// Connects to a server of which commits are no copy.
    func connectToPrimary() throws -> Connection {
      let new = try connect()
      if new.isStandby { throw ServerFailure.standby }
      return new
    }

    /// Asks what a reader at a position has missed.
    ///
    /// Missing tables are created for one that begins and has read nothing. For another one they are on their way back from a
    /// backup.
    func missed(since position: Position, on connection: Connection, creating: Bool = false) throws -> Missed {
      do {
        return try Missed(since: position, on: connection)
      } catch ServerFailure.refused(let code, _) where code == "42P01" || code == "3F000" {
        guard creating, position == .beginning else { throw Missed.absence }
        // Tables of which some are there and do not fit are refused again.
        try Tables.create(on: connection)
        return try Missed(since: position, on: connection)
      }
    }

    /// Locks the store against all other writers; the connection keeps the lock.
    ///
    /// - Throws: ``ServerFailure``, or `lockTimeout`.
    func lock(on connection: Connection) throws {
      let lock = connection.store.lock
      // The first call never waits, so that one that does not answer is not taken for one that waits for a writer.
      let answer = try connection.run("SELECT pg_try_advisory_lock(\(lock)), current_setting('transaction_read_only')")
        .first
      // Another host may be the primary by now.
      if answer?[1] == "on", !connection.isReadOnly { throw ServerFailure.changed }
      guard answer?[0] != "t" else { return }
      connection.renew(waiting: options.lockTimeout)
      try connection.run(
        """
        SELECT set_config('lock_timeout', '\(options.lockTimeout.milliseconds)', true),
          set_config('statement_timeout', '0', true);
        SELECT pg_advisory_lock(\(lock))
        """
      )
      connection.renew()
    }

    /// Releases the lock, without a wait for the answer.
    func unlock(on connection: Connection) throws {
      try connection.send("SELECT pg_advisory_unlock(\(connection.store.lock))")
    }

    /// Creates the row of the store, or lets its version follow what is stored beside it; call this with the lock.
    ///
    /// All former commits count as forgotten then, so that every reader reads everything.
    ///
    /// - Returns: The position after which the next commit comes.
    func putInOrder(on connection: Connection) throws -> Position {
      let answer = try connection.run(
        """
        WITH commits AS (DELETE FROM namespaced_defaults.commits WHERE store = $1),
        last AS (SELECT greatest(0, (SELECT max(version) FROM namespaced_defaults.settings WHERE store = $1),
          (SELECT max(version) FROM namespaced_defaults.commits WHERE store = $1),
          (SELECT version FROM namespaced_defaults.stores WHERE name = $1)) AS version)
        INSERT INTO namespaced_defaults.stores (name, format, version, forgotten)
        SELECT $1, \(Tables.format), version, version FROM last
        ON CONFLICT (name) DO UPDATE SET (version, forgotten) = (excluded.version, excluded.version)
        RETURNING version
        """,
        [connection.store.name]
      )
      return Position(version: answer.first?[0].flatMap { Int64($0) } ?? 0, token: "")
    }
  }
#endif
