#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// A server that is stopped, and one that stands still.
  @Suite(.withServer) struct RestartTests {
    @Test func aServerThatIsStoppedUnderLoadLosesNothing() throws {
      let server = try PostgresServer()
      let observer = try PostgresStore.machine(0, server.connection())
      let heard = observer.hear("counter")
      let count = 150 * faultRounds
      let processes = try (0..<3).map { _ in
        try StoreProcess("open", server.connection(), "store", "refresh", "count", "counter", "\(count)")
      }
      // None of them opens its store while there is no server.
      for process in processes { #expect(process.nextLine() == "ok") }
      for number in [20, count, 2 * count] {
        try heard.values.wait { ($0?.number ?? 0) >= number }
        server.stop(SIGQUIT)
        try server.start()
      }
      let unknown = processes.compactMap { $0.finish().first.flatMap { Int($0) } }
      #expect(unknown.count == 3)
      try observer.refresh()
      let last = try #require(try observer.value(forKey: "counter")?.number)
      #expect((3 * count...3 * count + unknown.reduce(0, +)).contains(last), "\(unknown)")
      try heard.values.wait { $0 == .int(last) }
      let numbers = heard.values.all.compactMap { $0?.number }
      #expect(numbers == numbers.sorted())
    }

    /// Its operator lets commits return before they are written.
    @Test func whatWasAcknowledgedSurvivesACrash() throws {
      let server = try PostgresServer()
      try server.sql("alter system set synchronous_commit = off")
      try server.sql("alter system set wal_writer_delay = '10s'")
      server.stop(SIGINT)
      try server.start()
      let store = try PostgresStore.machine(0, server.connection())
      for number in 1...20 { try store.set(.int(number), forKey: "key") }
      server.kill()
      try server.start()
      #expect(try PostgresStore.machine(1, server.connection()).value(forKey: "key") == 20)
    }

    @Test func aServerThatStandsStillIsNoticed() throws {
      let server = try PostgresServer()
      let (first, second) = (
        try PostgresStore.machine(1, server.connection(), timeout: .seconds(1)),
        try PostgresStore.machine(2, server.connection(), timeout: .seconds(1))
      )
      try first.set(1, forKey: "key")
      try second.refresh()
      let heard = second.hear("key")
      server.stall()
      defer { server.unstall() }
      let error = #expect(throws: DefaultsError.self) { try first.increment("key") }
      #expect(error?.code == .unreachableServer)
      #expect(try first.value(forKey: "key") == 1)
      try wait(for: "the outage") { !second.isConnected }
      #expect(try second.value(forKey: "key") == 1)
      server.unstall()
      try first.increment("key")
      try heard.values.wait { $0 == 2 }
      try wait(for: "the connection") { second.isConnected }
      #expect(heard.values.all == [2])
    }

    @Test func aRememberedReadDoesNotWaitForACommit() throws {
      let server = try PostgresServer()
      let store = try PostgresStore.machine(1, server.connection())
      try store.set(1, forKey: "key")
      let key = DefaultsKey("key", defaultValue: 0, store: store)
      for _ in 0..<1000 { #expect(key.value == 1) }
      try server.requireMissingStandby()
      let writer = onNewThread { try? store.set(2, forKey: "key") }
      try server.waitForSession(of: "postgres", at: "SyncRep")
      let read = Lockbox<Int?>(nil)
      let reader = onNewThread {
        let value = key.value
        read.change { $0 = value }
      }
      #expect(reader.wait(timeout: .now() + 10) == .success)
      // Nothing that a failure could take back is read.
      #expect(read.value == 1)
      try server.requireNoStandby()
      writer.wait()
      reader.wait()
      #expect(try store.value(forKey: "key") == 2)
    }

  }

  extension PropertyListValue {
    /// The number, if it is one.
    var number: Int? {
      guard case .integer(let value) = self else { return nil }
      return Int(value)
    }
  }
#endif
