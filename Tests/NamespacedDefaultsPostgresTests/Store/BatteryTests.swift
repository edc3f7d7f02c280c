#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import NamespacedDefaultsTesting
  import Testing

  /// What every store promises, with a replica in memory and in a file.
  @Suite(.withServer) struct BatteryTests {
    /// One for all of them, because to make one takes longer than most of them do.
    private static let database = Result { try PostgresServer.shared.get().newDatabase() }

    @Test(arguments: StoreBattery.allCases, [false, true])
    func keepsThePromises(_ promise: StoreBattery, withFile: Bool) throws {
      let server = try PostgresServer.shared.get()
      let database = try Self.database.get()
      let name = "battery_" + UUID().uuidString.prefix(8).lowercased()
      // A role of its own, so that only this one fails.
      try server.sql("create role \(name) superuser login")
      let file = try withFile ? TemporaryReplica() : nil
      try promise.check {
        try PostgresStore(
          connection: server.connection(database: database, user: name),
          name: name,
          replica: file.map { try FileStore(path: $0.path) }
        )
      } whileFailing: { body in
        try server.sql("alter role \(name) nologin")
        try server.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = '\(name)'")
        try body()
        try server.sql("alter role \(name) login")
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
