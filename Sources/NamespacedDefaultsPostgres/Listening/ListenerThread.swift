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
    private var generator = SystemRandomNumberGenerator()

    init(_ listener: Listener, _ follower: any Follower) {
      self.listener = listener
      self.follower = follower
      server = follower.server
      backoff = Backoff(first: server.options.firstWait)
    }

    func run() {
      while !listener.isStopped {
        do {
          guard try listener.role?.take() ?? true else {
            sleep(for: Self.roleInterval)
            continue
          }
          if connection == nil { try connect(listening: true) }
          guard try follower.map(catchUp) != nil else { return }
          backoff.reset()
          try waitForNews()
        } catch {
          take(error)
          sleep(for: backoff.next(using: &generator))
        }
      }
    }

    func connect(listening: Bool) throws {
      let new = try server.connect()
      if listening { try new.run("LISTEN \(new.identifier(channel(of: server.name)))", within: server.options.timeout) }
      connection = new
    }

    func disconnect() { connection = nil }

    func catchUp(_ follower: any Follower) throws {
      guard let connection else { return }
      try follower.catchUp { try server.missed(since: $0, on: connection) }
      if listener.isActive { follower.record(nil) }
    }

    private func take(_ error: any Error) {
      // Another thread of this process has the store locked for long. The next attempt finds the same news.
      if let failure = error as? ReplicaFailure {
        if (failure.error as? DefaultsError)?.code != .lockTimeout { follower?.record(failure) }
        return
      }
      connection = nil
      follower?.record(error)
    }

    /// Waits until a commit is told that the replica does not have, the time of a heartbeat is over, or someone wakes this.
    private func waitForNews() throws {
      guard let connection else { return }
      let end = ContinuousClock.now + heartbeat * Double.random(in: 0.75...1.25)
      while connection.takeNotifications().allSatisfy({ isKnown($0) }) {
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
    private func isKnown(_ payload: String) -> Bool {
      guard let version = Int64(payload), let follower else { return true }
      return (try? follower.replica.position.version) ?? 0 >= version
    }

    private func sleep(for duration: Duration) {
      var descriptor = pollfd(fd: listener.wakeUp.readingEnd, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, until: .now + duration) { listener.wakeUp.takeAll() }
    }
  }
#endif
