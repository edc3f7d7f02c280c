#if Postgres
  public import NamespacedDefaults
  import NamespacedDefaultsFoundation

  extension DefaultsProblem.Kind {
    /// A server that cannot be reached, or whose tables cannot be read; reads go on with what was read last.
    ///
    /// It is reported once until the server is back.
    public static let unreachableServer = Self(rawValue: "unreachableServer")
    /// A server that has lost changes which this machine had seen, or a replica of another server; all settings are read again.
    public static let lostChanges = Self(rawValue: "lostChanges")
  }

  /// Whether the server is connected, and the report when it no longer is.
  final class Outage: Sendable {
    private let store: String
    private let current = Guarded(ServerState.connected)

    /// - Parameter store: The name of the store.
    init(of store: String) { self.store = store }

    var state: ServerState { current.withLock { $0 } }

    func recordConnected() { current.withLock { $0 = .connected } }

    /// Records a failure, and reports it if it is the first one of an outage.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - former: What another process has recorded before.
    func record(_ error: any Error, after former: ServerState) {
      let reason =
        (error as? ServerFailure)?.error(of: store) ?? error as? DefaultsError
        ?? DefaultsError(.unreachableServer, "\((error as? ReplicaFailure)?.error ?? error)")
      let isNew = current.withLock { state in
        let isNew = state == .connected
        var start = Date()
        for case .disconnected(let since, _) in [former, state] { start = since }
        state = .disconnected(since: start, reason: reason)
        return isNew
      }
      if isNew { DefaultsProblem(.unreachableServer, error: reason).report() }
    }
  }
#endif
