#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The connection of writers, which is opened when it is first needed and kept.
  ///
  /// It is not Sendable: the thread that has the ``Turn`` uses it.
  final class Session {
    private let server: Server
    /// Is called with each new connection.
    private let hasConnected: () -> Void
    /// The end of a connection is the end of its lock, and so of the turn.
    private var connection: Connection? { didSet { (position, isLocked) = (nil, false) } }
    /// The position of the server, while this session has locked it and has lost nothing since.
    private var position: Position?
    private var isLocked = false

    init(_ server: Server, hasConnected: @escaping () -> Void) {
      self.server = server
      self.hasConnected = hasConnected
    }

    /// Runs a body that changes nothing; outside of a turn again, if the connection turns out to be gone.
    private func onConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
      if let connection, !connection.isInherited, isLocked || !connection.isLost {
        connection.renew()
        do { return try body(connection) } catch ServerFailure.lost where !isLocked && !connection.isOverdue {}
      }
      connection = nil
      let new = try server.connectToPrimary()
      connection = new
      hasConnected()
      return try body(new)
    }

    /// Asks what a reader at a position has missed.
    func missed(since position: Position) throws -> Missed {
      try onConnection { try server.missed(since: position, on: $0) }
    }

    /// Locks the store, and asks what a reader at a position has missed.
    ///
    /// - Throws: ``ServerFailure`` or another error. Nothing is locked then.
    func lock(since position: Position) throws -> Missed {
      do {
        return try onConnection { connection in
          try server.lock(on: connection)
          isLocked = true
          let missed = try server.missed(since: position, on: connection)
          var last = try missed.isDisordered ? server.putInOrder(on: connection) : missed.position
          if last.id == nil, let id = position.id { last.token = "\(id)." }
          self.position = last
          return missed
        }
      } catch {
        unlock()
        throw error
      }
    }

    func unlock() {
      position = nil
      guard isLocked else { return }
      isLocked = false
      guard let connection, !connection.isLost, (try? server.unlock(on: connection)) != nil else {
        connection = nil
        return
      }
    }

    /// Commits changes.
    ///
    /// - Returns: The position of the commit.
    /// - Throws: ``ServerFailure`` or another error; nothing is stored then, except with `unknownOutcome`.
    func commit(_ changes: [DefaultsChange]) throws -> Position {
      guard let position, let connection else {
        throw ServerFailure.lost(
          "the connection and its lock were lost since this access has begun; nothing was stored"
        )
      }
      let commit = try Commit(changes, after: position)
      connection.renew()
      do {
        let isStored = try commit.run(on: connection)
        self.position = isStored == true ? commit.position : nil
        if isStored == nil { try resolve(commit, "the server has given up its wait for a standby") }
        try require(isStored != false, "someone has written the tables without their lock; nothing was stored")
      } catch ServerFailure.lost(let reason) {
        try resolve(commit, reason)
      }
      forget(before: commit.position)
      return commit.position
    }

    /// Finds out whether a commit has happened whose answer was lost.
    ///
    /// The old session has the lock until it has ended. So whoever has the lock sees what has become of the commit.
    ///
    /// - Throws: An error if it has not happened, or if that cannot be found out.
    private func resolve(_ commit: Commit, _ reason: String) throws {
      connection?.end()
      connection = nil
      let isStored: Bool
      do {
        let new = try server.connectToPrimary()
        connection = new
        try server.lock(on: new)
        isLocked = true
        isStored = try commit.isStored(on: new)
      } catch {
        let failure = (error as? ServerFailure)?.error(of: server.name).message ?? "\(error)"
        throw DefaultsError(
          .unknownOutcome,
          """
          the server was lost in the middle of a write (\(reason)), and it is not known whether it lasts: \(failure). A read \
          shows it, as soon as the server can be reached
          """
        )
      }
      guard isStored else {
        throw ServerFailure.lost("it was lost in the middle of the write, which is not stored: \(reason)")
      }
    }

    /// From time to time, removes what only readers need who were away for long.
    private func forget(before position: Position) {
      guard position.version % 128 == 0, let connection, self.position != nil else { return }
      let last = position.version - Int64(server.options.keptCommits)
      // If it fails, the next one removes more.
      if last > 0 { try? Commit.forget(upTo: last, on: connection) }
    }
  }

  /// The right of one thread at a time to use a connection.
  ///
  /// The lock of the store is not enough: a thread lets others into the store while it waits for the server's lock.
  struct Turn: ~Copyable, Sendable {
    private let holder = Guarded<pthread_t?>(nil)

    var isMine: Bool { holder.withLock { $0 == pthread_self() } }

    func tryAcquire() -> Bool {
      holder.withLock { holder in
        guard holder == nil else { return false }
        holder = pthread_self()
        return true
      }
    }

    func release() { holder.withLock { $0 = nil } }
  }
#endif
