#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// What the listening thread does: connect, catch up, wait for the next commit; and all again after a failure.
  ///
  /// It keeps its follower only while it needs it, so that a store that nobody uses ends the thread.
  final class ListenerThread {
    /// The time after which a connection that is silent is asked; by default 15 seconds.
    private var heartbeat: Duration { server.options.timeout * 1.5 }
    /// The time between two attempts to take the role of a listener.
    private static let roleInterval = Duration.seconds(1)

    private let listener: Listener
    private let server: Server
    private weak var follower: (any Follower)?
    private var connection: Connection?
    private var backoff: Backoff
    /// The last commit of which the connection has sent a notification.
    private var lastNotified: Int64 = 0
    /// The waits on a server that cannot be written.
    private var readOnlyWaits = 0
    /// Whether the tables were there once.
    private var hasRead = false
    private var generator = SystemRandomNumberGenerator()

    init(_ listener: Listener, _ follower: any Follower) {
      self.listener = listener
      self.follower = follower
      server = follower.server
      backoff = Backoff(first: server.options.firstWait)
    }

    /// Reads what was missed, and listens if nobody else does who shares the replica.
    func begin() throws {
      guard let follower else { return }
      let position = try follower.replica.position
      let mayListen = try listener.role?.acquire() ?? true
      guard mayListen || position == .beginning || !position.isSure else { return }
      try connect(listening: mayListen)
      try catchUp(follower)
      if !mayListen { connection = nil }
    }

    /// - Parameter hasBegun: What is woken when the replica is up to date, or cannot be; `nil` if it is.
    func run(_ hasBegun: WakeUp?) {
      leaveDeliveryToOthers()
      if let hasBegun {
        do { try begin() } catch { record(error) }
        hasBegun.wake()
      }
      while !listener.isStopped {
        do {
          guard try listener.role?.acquire() ?? true else {
            listener.wakeUp.wait(until: .now + Self.roleInterval)
            continue
          }
          if connection == nil { try connect(listening: true) }
          guard try follower.map(catchUp) != nil else { return }
          if connection?.isStandby == true {
            listener.wakeUp.wait(until: .now + backoff.next(using: &generator))
          } else {
            backoff.reset()
            try waitForCommit()
          }
          // Seldom later on, because to connect costs more than to ask, and a role may be one that can write nowhere.
          readOnlyWaits = connection?.isReadOnly == true ? readOnlyWaits + 1 : 0
          if readOnlyWaits > 0, readOnlyWaits <= 8 || readOnlyWaits % 8 == 0 { connection = nil }
        } catch {
          let wait = record(error)
          listener.wakeUp.wait(until: .now + wait)
        }
      }
    }

    private func connect(listening: Bool) throws {
      let new = try server.connect()
      if listening, !new.isStandby { try new.run("LISTEN \(channel(of: new.store.name))") }
      (connection, lastNotified) = (new, 0)
    }

    private func catchUp(_ follower: any Follower) throws {
      guard let connection else { return }
      connection.renew()
      try follower.catchUp { try server.missed(since: $0, on: connection, creating: !hasRead) }
      hasRead = true
      if listener.isActive { follower.record(connection.isStandby ? ServerFailure.standby : nil) }
    }

    /// Records an error, and returns how long to wait.
    @discardableResult
    private func record(_ error: any Error) -> Duration {
      var wait = backoff.next(using: &generator)
      // Another thread of this process has the store locked for long. The next attempt finds the same commits.
      if let failure = error as? ReplicaFailure, (failure.error as? DefaultsError)?.code == .lockTimeout { return wait }
      connection = nil
      follower?.record(error)
      if case ServerFailure.lost? = error as? ServerFailure { return wait }
      // What this process may not do, or lacks, another one of the machine may have.
      if let role = listener.role, role.isMine {
        role.release()
        wait += Self.roleInterval
      }
      return wait
    }

    /// Waits until a notification names a commit that the replica lacks, a heartbeat is due, or someone wakes this.
    private func waitForCommit() throws {
      guard let connection else { return }
      let end = ContinuousClock.now + heartbeat * Double.random(in: 0.75...1.25)
      while connection.takeNotifications().allSatisfy({ hasCommit($0) }) {
        var descriptors = [connection.descriptor, listener.wakeUp.readingEnd].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&descriptors, 2, until: end) else { return }
        if descriptors[1].revents != 0 {
          listener.wakeUp.takeAll()
          return
        }
        try connection.consumeInput()
      }
    }

    /// Returns whether the replica has a commit, as it has this process's own ones.
    private func hasCommit(_ payload: String) -> Bool {
      guard let version = Int64(payload), let follower else { return true }
      // A server sends the notifications of its commits in their order, until a backup is restored.
      defer { lastNotified = version }
      return version > lastNotified && (try? follower.replica.position.version) ?? 0 >= version
    }
  }

  /// The waits of a listener before its attempts to reach a server that it has lost.
  ///
  /// A fleet loses its server at one moment, and a connection takes 5 to 8 ms of the server's processor time. So an attempt
  /// comes at any moment of a span with the same chance: of half a second at first, which one program hardly notices, then of
  /// twice as much each time, up to 10 seconds. Of 10,000 machines that have waited for long, 1,000 come in a second.
  struct Backoff {
    /// The span of the first attempt.
    let first: Duration
    private var span = Duration.zero

    init(first: Duration) { self.first = first }

    /// Returns the wait before the next attempt, after one that has failed.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
      span = max(first, min(span * 2, .seconds(10)))
      return span * Double.random(in: 0..<1, using: &generator)
    }

    /// Forgets the attempts that have failed, because one has succeeded.
    mutating func reset() { span = .zero }
  }
#endif
