#if Postgres
  import NamespacedDefaults
  import Synchronization

  /// What follows a server with the help of a ``Listener``.
  protocol Follower: AnyObject, Sendable {
    var server: Server { get }
    var replica: Replica { get }

    /// Reads what was missed.
    ///
    /// - Parameter read: The closure that asks the server.
    /// - Throws: The error of `read`, or ``ReplicaFailure``.
    func catchUp(_ read: (Position) throws -> Missed) throws

    /// Records that the server is heard, or why not.
    func record(_ error: (any Error)?)
  }

  /// The thread that hears of the server's commits, and its end.
  final class Listener: Sendable {
    let role: ListeningRole?
    let wakeUp: WakeUp
    private let stops = Atomic(false)

    init(role: ListeningRole?) throws {
      self.role = role
      wakeUp = try WakeUp()
    }

    var isStopped: Bool { stops.load(ordering: .acquiring) }

    /// Whether this process listens, for itself or for all that share a file.
    var isActive: Bool { role?.isMine ?? true }

    /// Reads everything, and starts the thread.
    ///
    /// If the role is another process's and the replica knows something, that process keeps it up to date. The thread reports
    /// problems to the caller's handler.
    ///
    /// - Throws: An error if there is no server and nothing is known, or if the server is not fit.
    func start(for follower: any Follower) throws {
      let position = try follower.replica.position
      let isKnown = position != .beginning
      let mayListen = try role?.take() ?? true
      let thread = ListenerThread(self, follower)
      if mayListen || !isKnown || !position.isSure {
        do {
          try thread.connect(listening: mayListen)
          try thread.catchUp(follower)
        } catch ServerFailure.lost(let reason) where isKnown {
          follower.record(ServerFailure.lost(reason))
          thread.disconnect()
        } catch let failure as ServerFailure {
          throw failure.error(of: follower.server.name)
        } catch let failure as ReplicaFailure {
          throw failure.error
        }
        if !mayListen { thread.disconnect() }
      }
      // `nonisolated(unsafe)`: this thread uses it no more.
      nonisolated(unsafe) let started = thread
      let scope = HandlerScope()
      guard startThread({ scope.run { started.run() } }) else {
        throw DefaultsError(.unreachableServer, "no thread could be started to listen to the server")
      }
    }

    func wake() { wakeUp.wake() }

    func stop() {
      stops.store(true, ordering: .releasing)
      wake()
    }
  }
#endif
