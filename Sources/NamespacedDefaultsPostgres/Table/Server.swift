#if Postgres
  import NamespacedDefaults

  /// A store on a server: where it is, and how long to wait for it.
  struct Server: Hashable, Sendable {
    let connection: ConnectionString
    /// The name of the store.
    let name: String
    let options: ServerOptions

    /// Connects, and checks what is there.
    func connect() throws -> Connection { try Connection.open(connection, options) }

    /// Asks what a reader at a position has missed, and creates the tables if there are none.
    func missed(since position: Position, on connection: Connection) throws -> Missed {
      do {
        return try Missed(since: position, of: name, on: connection, options)
      } catch ServerFailure.refused(let code, _) where code == "42P01" || code == "3F000" {
        // Tables of which some are there and do not fit are refused again.
        try Tables.create(on: connection, options)
        return try Missed(since: position, of: name, on: connection, options)
      }
    }

    /// What the server's lock is taken for.
    private var lockName: String { "namespaced_defaults." + name.withoutNUL }

    /// Locks the store against all other writers; the connection keeps the lock.
    ///
    /// - Throws: ``ServerFailure``, or `lockTimeout`.
    func lock(on connection: Connection) throws {
      // A server that only waits for a writer is told from one that does not answer: the first call never waits.
      let answer = try connection.run(
        "SELECT pg_try_advisory_lock(hashtextextended($1, 0))",
        [lockName],
        within: options.timeout
      )
      guard answer.rows.first?[0] != "t" else { return }
      do {
        try connection.run(
          "SELECT pg_advisory_lock(hashtextextended($1, 0))",
          [lockName],
          within: options.lockedTimeout
        )
      } catch ServerFailure.refused(let code, _) where code == "55P03" {
        throw DefaultsError(
          .lockTimeout,
          "another writer, of whatever machine, has kept the settings locked on the server for \(options.lockTimeout)"
        )
      }
    }

    /// Releases the lock, without a wait for the answer.
    func unlock(on connection: Connection) throws {
      try connection.send("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [lockName], within: options.timeout)
    }

    /// Creates the row of the store; call this with the lock.
    func createStore(on connection: Connection) throws {
      try connection.run(
        """
        INSERT INTO namespaced_defaults.stores (name, format, version, forgotten) VALUES ($1, \(Tables.format), 0, 0)
        ON CONFLICT DO NOTHING
        """,
        [name.withoutNUL],
        within: options.timeout
      )
    }
  }
#endif
