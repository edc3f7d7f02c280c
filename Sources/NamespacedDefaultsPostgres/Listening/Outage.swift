#if Postgres
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  public import NamespacedDefaults

  extension DefaultsProblem.Kind {
    /// A server that cannot be reached, or whose tables cannot be read; reads go on with what was last known.
    ///
    /// It is reported once until the server is back.
    public static let unreachableServer = Self(rawValue: "unreachableServer")
    /// A server that has lost changes which this machine had seen; all settings were read again.
    public static let lostChanges = Self(rawValue: "lostChanges")
  }

  /// Whether the server is heard, and the report when it no longer is.
  final class Outage: Sendable {
    private let store: String
    private let current = Guarded(ServerState.connected)

    /// - Parameter store: The name of the store.
    init(of store: String) { self.store = store }

    var state: ServerState { current.withLock { $0 } }

    /// - Returns: Whether an outage has ended.
    func recordConnected() -> Bool {
      current.withLock { state in
        defer { state = .connected }
        return state != .connected
      }
    }

    /// Records a failure, and reports it if it is the first one of an outage.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - start: When the outage began, if another process has seen it before.
    /// - Returns: Whether it is.
    func record(_ error: any Error, since start: Date?) -> Bool {
      let reason =
        (error as? ServerFailure)?.error(of: store) ?? error as? DefaultsError
        ?? DefaultsError(.unreachableServer, "\((error as? ReplicaFailure)?.error ?? error)")
      let isNew = current.withLock { state in
        guard case .connected = state else { return false }
        state = .disconnected(since: start ?? Date(), reason: reason)
        return true
      }
      if isNew { DefaultsProblem(.unreachableServer, error: reason).report() }
      return isNew
    }
  }
#endif
