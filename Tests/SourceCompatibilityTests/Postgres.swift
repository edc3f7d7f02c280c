#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres

  /// As on the landing page of the module.
  func openFleet() throws {
    Defaults.store = try PostgresStore(
      connection: "postgresql://db1.example,db2.example/settings",
      name: "fleet",
      replica: try FileStore(name: "fleet", in: .state)
    )
  }

  func postgres(_ replica: FileStore) throws {
    let store = try PostgresStore(connection: "postgresql://db.example/settings", name: "fleet")
    let other = try PostgresStore(
      connection: "host=db.example",
      name: "fleet",
      replica: replica,
      lockTimeout: .seconds(1),
      timeout: .seconds(1)
    )
    print(other, store.label, store.description, store.context, store.lockTimeout)
    let state: ServerState = store.state
    switch state {
    case .connected: print(state == .connected)
    case .disconnected(let since, let reason):
      let parts: (Date, DefaultsError) = (since, reason)
      print(parts)
    }
    try store.refresh()
    let value: PropertyListValue? = try store.value(forKey: "a")
    let keys: [String] = try store.keys()
    print(value as Any, keys)
    do {
      try store.set(1, forKey: "a")
    } catch let error as DefaultsError where error.code == .unreachableServer {
    } catch let error as DefaultsError where error.code == .refusedByServer {
    } catch let error as DefaultsError where error.code == .unknownOutcome {
    }
    try store.synchronize()
    let kinds: [DefaultsProblem.Kind] = [.unreachableServer, .lostChanges]
    print(kinds)
  }
#endif
