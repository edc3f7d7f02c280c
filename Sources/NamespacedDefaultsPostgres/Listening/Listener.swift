#if Postgres
  import NamespacedDefaults
  import Synchronization

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
    /// If the role is another process's and the replica knows something, that process keeps it up to date.
    ///
    /// - Throws: An error if there is no server and nothing is known, or if the server is not fit.
    func start(for engine: PostgresEngine) throws {
      let isKnown = try engine.replica.position != .beginning
      let mayListen = try role?.take() ?? true
      let thread = ListenerThread(self, engine)
      if mayListen || !isKnown {
        do {
          try thread.connect(listening: mayListen)
          try thread.catchUp(engine)
        } catch ServerFailure.lost(let reason) where isKnown {
          engine.record(ServerFailure.lost(reason))
          thread.disconnect()
        } catch let failure as ServerFailure {
          throw failure.error(of: engine.server.name)
        } catch let failure as ReplicaFailure {
          throw failure.error
        }
        if !mayListen { thread.disconnect() }
      }
      // `nonisolated(unsafe)`: this thread uses it no more.
      nonisolated(unsafe) let started = thread
      guard startThread({ started.run() }) else {
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
