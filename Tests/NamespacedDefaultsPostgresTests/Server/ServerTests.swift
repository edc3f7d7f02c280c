#if Postgres
  import Foundation
  import Testing

  /// The servers with which the other tests make their faults.
  @Suite(.withServer) struct ServerTests {
    @Test func aServerThatIsKilledStartsAgainWithWhatItHad() throws {
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
    }

    @Test func aStalledServerGoesOn() throws {
      let server = try PostgresServer()
      server.stall()
      #expect(throws: Command.Failure.self) {
        try server.sql("select 1", options: "connect_timeout=2")
      }
      server.unstall()
      #expect(try server.sql("select 1") == "1")
    }

    @Test(arguments: [false, true]) func aPromotedStandbyTakesChanges(synchronous: Bool) throws {
      let primary = try PostgresServer()
      let standby = try primary.makeStandby(synchronous: synchronous)
      try primary.sql("create table t (n int); insert into t values (1)")
      if synchronous { try primary.sql("set synchronous_commit = remote_apply; insert into t values (2)") }
      #expect(throws: Command.Failure.self) { try standby.sql("insert into t values (3)") }
      primary.kill()
      try standby.promote()
      try standby.sql("insert into t values (4)")
      if synchronous { #expect(try standby.sql("select n from t order by n") == "1\n2\n4") }
    }

    @Test(.enabled(if: PgBouncer.missing == nil, Comment(rawValue: PgBouncer.missing ?? "")))
    func aPoolerAnswersForTheServer() throws {
      let server = try PostgresServer.shared.get()
      let pooler = try PgBouncer(before: server)
      #expect(try server.psql(pooler.connection(), "select 1") == "1", "\(pooler.log)")
    }

    @Test func aFileMayNotBecomeLargerThanTheLimit() throws {
      let server = try PostgresServer()
      server.stop()
      server.largestFile = 2048
      try server.start()
      let error = #expect(throws: Command.Failure.self) {
        try server.sql("create table t as select repeat('x', 1000) from generate_series(1, 4000)")
      }
      #expect(error?.description.contains("could not extend file") == true)
      #expect(try server.sql("select 1") == "1")
    }

    @Test(.enabled(if: SmallDisk.missing == nil, Comment(rawValue: SmallDisk.missing ?? "")))
    func aFullDiskTakesNothing() throws {
      let server = try PostgresServer(onDiskOfMebibytes: 100)
      try server.sql("create table t (n text)")
      server.fillDisk()
      let error = #expect(throws: Command.Failure.self) {
        try server.sql("insert into t select repeat('x', 1000) from generate_series(1, 1000)")
      }
      #expect(error?.description.contains("No space left on device") == true)
      server.freeDisk()
      try server.sql("insert into t select repeat('x', 1000) from generate_series(1, 1000)")
      #expect(try server.sql("select count(*) from t") == "1000")
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
