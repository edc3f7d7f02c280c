#if Postgres
  import NamespacedDefaults
  import Synchronization

  /// What all stores of one name on one server share in a process: the replica, the writers' session and the listener.
  final class PostgresEngine: Follower, DefaultsStorage {
    let server: Server
    let replica: Replica
    private let outage: Outage
    private let turn = Turn()
    // `nonisolated(unsafe)`: only the thread that has the turn uses it.
    private nonisolated(unsafe) let session: Session
    /// What the replica has persisted of the last commit; empty if that has failed.
    private nonisolated(unsafe) var persisted: [DefaultsChange] = []  // as above
    /// Whether the replica's file has what an older key opens.
    private nonisolated(unsafe) var isResealed = false  // as above
    private let listener: Listener
    // Recursive, because opening may call the handler of problems, which may open the store.
    private let opening = Lock(recursion: .isCounted)
    private let isOpen = Atomic(false)
    /// The lock that all have who use the replica's file.
    private let use: OpenFile?

    var context: DefaultsStoreContext { replica.context }

    init(_ server: Server, replica values: any DefaultsStore) throws {
      self.server = server
      replica = Replica(values: values, name: server.name, place: server.connection.place)
      // Where no file can be made beside it, nobody makes it a replica of another place.
      use = (values as? FileStore).flatMap { try? OpenFile.lock(siblingPath(of: $0.path, suffix: ".users")) }
      let outage = Outage(of: server.name)
      let listener = try Listener(role: (values as? FileStore).map { ListeningRole(besides: $0.path) })
      // A listener that waits to try again need not.
      session = Session(server) { if outage.state != .connected { listener.wake() } }
      (self.outage, self.listener) = (outage, listener)
    }

    deinit { listener.stop() }

    /// Connects and reads everything, the first time.
    func open() throws {
      try opening.withLock {
        guard !isOpen.exchange(true, ordering: .relaxed) else { return }
        do {
          try useReplica()
          try listener.start(for: self)
        } catch {
          isOpen.store(false, ordering: .relaxed)
          throw error
        }
      }
    }

    /// Shares the replica's file with the others that use it, and discards what is a copy of another place if there are none.
    private func useReplica() throws {
      guard let use else { return }
      var wait = LockWait(limit: server.options.lockTimeout)
      while try !use.tryLock(.shared) {
        guard let pause = wait.nextPause() else {
          throw DefaultsError(.lockTimeout, "another program has been replacing \(replica.values.label)")
        }
        pause.pass()
      }
      // Whoever gets no exclusive lock gets the error of a replica in use.
      guard try replica.isOfAnotherPlace, try use.tryLock() else { return }
      defer { _ = try? use.tryLock(.shared) }
      // Where the server cannot be reached, the other one keeps its copy.
      try asDefaultsErrors(of: server.name) { _ = try server.connect() }
      try replica.discard()
      let error = DefaultsError(
        .refusedByServer,
        """
        \(replica.values.label) was a replica of other hosts or of another database than the connection string of \
        \(server.name.debugDescription) names. It was discarded, and all settings are read again
        """
      )
      DefaultsProblem(.lostChanges, error: error).report()
    }

    // MARK: The state

    /// Whether the replica is notified of the server's commits.
    var state: ServerState { listener.isActive ? outage.state : replica.state }

    func record(_ error: (any Error)?) {
      if let error { outage.record(error, after: replica.state) } else { outage.recordConnected() }
      // What cannot be written now is tried again with the next record.
      if listener.role != nil, replica.state != outage.state { try? replica.publish(outage.state) }
    }

    // MARK: Reading

    func catchUp(_ read: (Position) throws -> Missed) throws {
      while true {
        let position = try ReplicaFailure.wrapping { try replica.position }
        let missed = try read(position)
        guard missed.position != position else { return }
        let changes = try ReplicaFailure.wrapping {
          try replica.values.exclusively { try replica.apply(missed) }
        }
        guard let changes else { continue }
        report(missed, changes)
        if isReseal(changes) { recovering { try compact() } }
        return
      }
    }

    /// Returns whether changes seal the store with another key, so that the replica's file has what the older one opens.
    private func isReseal(_ changes: [DefaultsChange]) -> Bool {
      changes.contains { $0.key == ReservedName.seal && $0.oldValue != nil }
    }

    private func compact() throws { try (replica.values as? FileStore)?.compact() }

    /// Reports what went wrong with what was read.
    private func report(_ missed: Missed, _ changes: [DefaultsChange]) {
      for (name, error) in missed.unreadable {
        context.problems.problem(.undecodableValue, key: name, error: error).report()
      }
      // Where nothing is different, nothing is lost.
      guard missed.isOfAnotherPast, !changes.isEmpty else { return }
      let error = DefaultsError(
        .refusedByServer,
        """
        the server does not have commit \(missed.since.version) of \(server.name.debugDescription), which this machine has \
        seen; it is another server, an older copy, or a standby that was promoted before it had everything. All settings \
        were read again
        """
      )
      DefaultsProblem(.lostChanges, error: error).report()
    }

    /// Reads what was missed, on the calling thread.
    func refresh() throws {
      // The thread has the lock of the server, and so has read everything.
      if turn.isMine { return }
      try asDefaultsErrors(of: server.name) {
        try catchUp { position in
          var wait = LockWait(limit: server.options.lockTimeout)
          try acquireTurn(&wait)
          defer { turn.release() }
          return try session.missed(since: position)
        }
      }
    }

    private func acquireTurn(_ wait: inout LockWait) throws {
      while !turn.tryAcquire() {
        guard let pause = wait.nextPause() else {
          throw DefaultsError(
            .lockTimeout,
            "another thread of this process has used the connection to the server for \(server.options.lockTimeout)"
          )
        }
        pause.pass()
      }
    }

    func storedValue(forKey name: String) throws -> PropertyListValue? {
      name == ReservedName.replica ? nil : try replica.values.ownValue(forKey: name)
    }

    func storedKeys() throws -> [String] { try replica.names() }

    // MARK: Writing

    /// Locks the store on the server, and reads what was missed.
    func beginWriting() throws {
      var wait = LockWait(limit: server.options.lockTimeout)
      try acquireTurn(&wait)
      do {
        try asDefaultsErrors(of: server.name) { try lock() }
      } catch {
        session.unlock()
        turn.release()
        throw error
      }
    }

    private func lock() throws {
      var missed = try session.lock(since: replica.position)
      // Only after the server's lock, which processes of other machines have too, so that none waits for the other.
      try replica.storage.beginWriting()
      do {
        while true {
          if let changes = try replica.apply(missed) {
            isResealed = isReseal(changes)
            return report(missed, changes)
          }
          missed = try session.missed(since: replica.position)
        }
      } catch {
        replica.storage.endWriting()
        throw error
      }
    }

    /// Commits the changes on the server, and writes them to the replica.
    func persist(_ changes: [DefaultsChange]) throws {
      try require(turn.isMine, "the replica is in use by another store; write through one store alone")
      let position = try asDefaultsErrors(of: server.name) { try session.commit(changes) }
      persisted = recovering { try replica.persist(changes, at: position) } ?? []
      isResealed = isResealed || isReseal(changes)
    }

    func apply(_ changes: [DefaultsChange]) {
      guard !persisted.isEmpty else { return }
      recovering { try replica.storage.apply(persisted) }
    }

    /// Writes to the replica what is stored on the server; if that fails, the replica reads it again.
    @discardableResult
    private func recovering<Result>(_ write: () throws -> Result) -> Result? {
      do {
        return try write()
      } catch {
        context.problems.problem(.failedWrite, key: nil, error: error).report()
        listener.wake()
        return nil
      }
    }

    func endWriting() {
      if isResealed { recovering(compact) }
      replica.storage.endWriting()
      session.unlock()
      turn.release()
    }
  }
#endif
