#if Postgres
  import Foundation
  import Testing

  /// The servers with which the other tests make their faults.
  @Suite(.withServer) struct ServerTests {
    @Test func aServerGoesOnWithWhatItHad() throws {
      let server = try PostgresServer()
      try server.sql("create table t (n int); insert into t values (1)")
      server.kill()
      #expect(!server.isRunning)
      #expect(throws: Command.Failure.self) { try server.sql("select 1") }
      try server.start()
      try server.sql("insert into t values (2)")
      server.stop()
      try server.start()
      #expect(try server.sql("select n from t order by n") == "1\n2")
      server.stall()
      #expect(throws: Command.Failure.self) { try server.sql("select 1", options: "connect_timeout=2") }
      server.unstall()
      #expect(try server.sql("select 1") == "1")
    }

    /// The tests' process can end at any moment; the end of the pipe is all that the watchdog knows of it.
    @Test func nothingIsLeftBehind() throws {
      var server: PostgresServer? = try PostgresServer()
      let path = try #require(server).directory.path
      let ids = try #require(server).sql("select pid from pg_stat_activity").split(separator: "\n").map { pid_t($0)! }
      #expect(ids.count > 3)
      server?.stall()
      server = nil
      #expect(access(path, F_OK) != 0)
      try wait(for: "the end of \(ids)") { ids.allSatisfy { kill($0, 0) != 0 } }
    }
  }
#endif
