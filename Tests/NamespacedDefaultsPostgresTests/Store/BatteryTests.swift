#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import NamespacedDefaultsTesting
  import Testing

  /// What every store promises, with a replica in memory and in a file.
  @Suite(.withServer) struct BatteryTests {
    @Test(arguments: StoreBattery.allCases, [false, true])
    func keepsThePromises(_ promise: StoreBattery, withFile: Bool) throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let file = try withFile ? TemporaryReplica() : nil
      try promise.check {
        try PostgresStore(
          connection: server.connection(database: database),
          name: "fleet",
          replica: file.map { try FileStore(path: $0.path) }
        )
      } whileFailing: { body in
        try server.refuseConnections(to: database)
        try body()
        try server.sql("alter database \(database) allow_connections true")
      }
    }
  }

  extension PostgresServer {
    /// Ends all sessions of a database, and begins no more.
    func refuseConnections(to database: String) throws {
      try sql("alter database \(database) allow_connections false")
      try sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(database)'")
    }
  }

  /// A directory of a test's own for a replica, removed when released.
  final class TemporaryReplica {
    private let directory: String
    var path: String { directory + "/replica.defaults" }

    init() throws {
      directory = FileManager.default.temporaryDirectory.appendingPathComponent("Replica-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }
  }
#endif
