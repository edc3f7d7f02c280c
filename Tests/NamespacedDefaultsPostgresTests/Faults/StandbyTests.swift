#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// A primary that is killed, and a standby that takes its place.
  @Suite(.withServer) struct StandbyTests {
    @Test func aSynchronousStandbyHasAllThatWasAcknowledged() throws {
      let primary = try PostgresServer()
      let standby = try primary.makeStandby(synchronous: true)
      let connection = primary.connection(or: standby)
      let observer = try PostgresStore.machine(0, connection)
      let heard = observer.hear("counter")
      let count = 100 * faultRounds
      let processes = try (0..<3).map { _ in
        try StoreProcess("open", connection, "store", "refresh", "count", "counter", "\(count)")
      }
      let listening = try StoreProcess(
        ["open", connection, "store", "observe", "counter", "refresh", "await", "end", "idle"]
      )
      // None of them opens its store while there is no server.
      for process in processes { #expect(process.nextLine() == "ok") }
      #expect(listening.wait(for: "ok"))
      try heard.values.wait { ($0?.number ?? 0) >= count }
      primary.kill()
      try standby.promote()
      let unknown = processes.compactMap { $0.finish().first.flatMap { Int($0) } }
      #expect(unknown.count == 3)
      try observer.refresh()
      let last = try #require(try observer.value(forKey: "counter")?.number)
      #expect((3 * count...3 * count + unknown.reduce(0, +)).contains(last), "\(unknown)")
      try heard.values.wait { $0 == .int(last) }
      #expect(listening.wait(for: "counter=\(last)"))
      let numbers = heard.values.all.compactMap { $0?.number }
      #expect(numbers == numbers.sorted())
    }

    /// The standby has not got the last changes, so that replicas know what the server does not.
    ///
    /// It may take others before they meet it: its version is smaller than theirs, the same, or larger.
    @Test(arguments: [0, 2, 4]) func anotherPastIsReadAgain(others: Int) throws {
      let primary = try PostgresServer()
      let file = try TemporaryFile()
      let first = try PostgresStore.machine(0, primary.connection())
      try first.set(["kept": 1, "key": 1])
      let standby = try primary.makeStandby(synchronous: false)
      let connection = primary.connection(or: standby)
      let commands = ["print-problems", "observe", "key", "get", "key"]
      let memory = try StoreProcess(["open", connection, "store"] + commands + ["await", "key=9"])
      #expect(memory.nextLine() == "1")
      try standby.stopFollowing(primary)
      try first.set(2, forKey: "lost")
      try first.set(2, forKey: "key")
      #expect(memory.nextLine() == "key=2")
      // A machine that is away while all this happens.
      let opening = ["open-replica", connection, "store", file.path]
      #expect(try StoreProcess(opening + ["get", "lost"]).finish() == ["2"])
      primary.kill()
      try standby.promote()
      let other = try PostgresStore.machine(1, standby.connection())
      for number in 0..<others { try other.set(.int(number), forKey: "new") }
      // The first problem is the end of the primary.
      let heard = [memory.nextLine(), memory.nextLine(), memory.nextLine()].compactMap(\.self)
      #expect(Set(heard) == ["problem: unreachableServer", "problem: lostChanges", "key=1"])
      let back = ["print-problems"] + opening + ["get", "kept", "get", "key", "get", "lost", "get", "new"]
      #expect(
        try StoreProcess(back).finish()
          == ["problem: lostChanges", "1", "1", "none", others > 0 ? "\(others - 1)" : "none"]
      )
      // It is reported once.
      #expect(try StoreProcess(back).finish().first == "1")
      try other.set(9, forKey: "key")
      #expect(memory.finish() == ["key=9"])
    }
  }

  extension PostgresServer {
    /// A connection string to the one of two servers that takes changes.
    func connection(or other: PostgresServer) -> String {
      "host=\(directory.path),\(other.directory.path) dbname=postgres user=postgres"
    }

    /// From now on this standby gets no changes of its primary.
    func stopFollowing(_ primary: PostgresServer) throws {
      try sql("alter system set primary_conninfo = ''")
      try sql("select pg_reload_conf()")
      try primary.waitUntil("not exists (select from pg_stat_replication)")
    }
  }
#endif
