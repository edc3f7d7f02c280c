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

    /// Records that the server is connected, or why not.
    func record(_ error: (any Error)?)
  }

  /// The thread that is notified of the server's commits, and its end.
  final class Listener: Sendable {
    let role: ListeningRole?
    let wakeUp: WakeUp
    /// The longest time for which a program whose replica is not empty waits at its start.
    private static let patience = Duration.seconds(2)
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
    /// If the role is another process's and the replica is not empty, that process keeps it up to date. With a replica that
    /// is not empty this waits a moment for the server, whatever becomes of it. The thread reports problems to the caller's
    /// handler.
    ///
    /// - Throws: An error if the replica is empty and there is no server, or none that is fit.
    func start(for follower: any Follower) throws {
      let hasCopy = try follower.replica.position != .beginning
      let thread = ListenerThread(self, follower)
      if !hasCopy { try asDefaultsErrors(of: follower.server.name) { try thread.begin() } }
      // `nonisolated(unsafe)`: this thread uses it no more.
      nonisolated(unsafe) let started = thread
      let (scope, hasBegun) = (HandlerScope(), try WakeUp())
      guard startThread({ scope.run { started.run(hasCopy ? hasBegun : nil) } }) else {
        throw DefaultsError(.unreachableServer, "no thread could be started to listen to the server")
      }
      if hasCopy, !hasBegun.wait(until: .now + min(follower.server.options.timeout, Self.patience)) {
        follower.record(ServerFailure.lost("it has not answered yet"))
        // The thread may have connected just now, and records that again.
        wake()
      }
    }

    func wake() { wakeUp.wake() }

    func stop() {
      stops.store(true, ordering: .releasing)
      wake()
    }
  }

  /// The role of the process that listens for all that share a replica's file: a lock on a file beside it.
  ///
  /// The system releases the lock when the process ends, however it does, and another one takes the role.
  final class ListeningRole: Sendable {
    private let path: String
    private let file = Guarded<OpenFile?>(nil)

    init(besides path: String) { self.path = siblingPath(of: path, suffix: ".listener") }

    /// Whether this process has the role.
    var isMine: Bool { file.withLock { $0.map { !$0.isInherited } ?? false } }

    /// Acquires the role if nobody has it.
    ///
    /// - Returns: Whether this process has it now.
    func acquire() throws -> Bool {
      try file.withLock { file in
        if let file, !file.isInherited { return true }
        let new = try OpenFile.lock(path)
        guard try new.tryLock() else { return false }
        file = new
        return true
      }
    }

    /// Releases the role, because another process may do better.
    func release() { file.withLock { $0 = nil } }

  }

  extension OpenFile {
    /// Opens a file that is only locked, and creates it if it is missing.
    static func lock(_ path: String) throws(DefaultsError) -> OpenFile {
      if let file = try OpenFile.helper(path, for: .readingOnly, .userAndRoot) { return file }
      try createDirectories(parentDirectory(of: path), .ownerOnly)
      do throws(DefaultsError) {
        return try OpenFile(path: path, for: .creating)
      } catch {
        // Another process has come first.
        guard error.meansExistingFile else { throw error }
        return try OpenFile(path: path, for: .readingOnly)
      }
    }
  }
#endif
