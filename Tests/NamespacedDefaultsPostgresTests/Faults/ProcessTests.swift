#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import NamespacedDefaultsSecrets
  import TestSupport
  import Testing

  /// What several processes do to one store, and a kill of them.
  @Suite(.withServer) struct ProcessTests {
    @Test func fourProcessesCountEveryIncrement() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let count = 250 * faultRounds
      let observer = try PostgresStore(connection: server.connection(), name: name)
      let heard = observer.hear("counter")
      let processes = try (0..<4).map { _ in
        try StoreProcess("open", server.connection(), name, "count", "counter", "\(count)", "own", "own", "\(count)")
      }
      for process in processes {
        let lines = process.finish()
        #expect(lines.first == "0")
        let key = try #require(lines.last)
        try observer.refresh()
        #expect(try observer.value(forKey: key) == .int(count))
      }
      #expect(try observer.value(forKey: "counter") == .int(4 * count))
      try heard.values.wait { $0 == .int(4 * count) }
      #expect(
        try PostgresStore(connection: server.connection(), name: name).value(forKey: "counter") == .int(4 * count)
      )
    }

    @Test func afterAKillEveryWriteThatHadReturnedIsThere() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let file = try TemporaryFile()
      let reader = try PostgresStore(connection: server.connection(), name: name, replica: FileStore(path: file.path))
      for round in 0..<8 * faultRounds {
        let key = "key \(round)"
        // Every second one is killed in the middle of what it writes to the reader's own replica.
        let open = ["open", server.connection(), name]
        let process = try StoreProcess(
          (round % 2 == 0 ? open : ["open-replica"] + open.dropFirst() + [file.path]) + ["churn", key]
        )
        let first = try #require(process.nextLine())
        usleep(UInt32(1500 * round))
        let last = try #require(Int(process.kill().last ?? first))
        // Waits for the dead process's lock no longer than its session lasts.
        try reader.set(.int(round), forKey: "round")
        let stored = try #require(try reader.value(forKey: key))
        #expect(stored == .int(last) || stored == .int(last + 1), "round \(round): \(last) had returned")
        #expect(try reader.value(forKey: "\(key).twin") == stored)
      }
    }

    @Test func aKillWhileItSealsAnewMixesNoKeys() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let base = try PostgresStore(connection: server.connection(), name: name)
      let seals = [TestSeal("first", key: 1), TestSeal("second", key: 2)]
      let values: [String: PropertyListValue] = ["a": 1, "b": "two", "c": [3]]
      try SealedStore(over: base, seal: seals[0]).set(values.mapValues(Optional.some))
      for round in 1...8 * faultRounds {
        let process = try StoreProcess("open", server.connection(), name, "reseal")
        _ = try #require(process.nextLine())
        usleep(UInt32(700 * round))
        process.kill()
        // Waits for the dead process's lock, so that nothing of it comes later.
        try base.set(.int(round), forKey: "NamespacedDefaults.migration.round")
        let ids = try Set(base.keys().compactMap { try base.value(forKey: $0)?.sealed?.keyID })
        #expect(ids.count == 1, "round \(round)")
        let store = SealedStore(over: base, seal: seals[0], opening: seals)
        for (key, value) in values { #expect(try store.value(forKey: key) == value) }
      }
    }

    @Test func aReaderSeesOnlyStatesThatWere() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let file = try TemporaryFile()
      let writer = try StoreProcess("open", server.connection(), name, "churn", "key")
      _ = try #require(writer.nextLine())
      let readers = [
        try StoreProcess("open", server.connection(), name, "compare", "key", "100"),
        try StoreProcess("open-replica", server.connection(), name, file.path, "compare", "key", "100"),
        try StoreProcess("open-replica", server.connection(), name, file.path, "compare", "key", "100"),
      ]
      for reader in readers { #expect(reader.finish() == ["0"]) }
    }

    @Test func twoProcessesStartAtOnceWithOneNewReplica() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      try PostgresStore(connection: server.connection(), name: name).set(1, forKey: "key")
      let directory = try TemporaryFile()
      let count = 40 * faultRounds
      let processes = try (0..<2).map { _ in
        try StoreProcess("open-many", server.connection(), name, directory.path, "\(count)")
      }
      for process in processes { #expect(process.finish() == ["\(count)"]) }
    }

    @Test func anotherProcessListensWhenTheListenerIsKilled() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let file = try TemporaryFile()
      let writer = try PostgresStore(connection: server.connection(), name: name)
      try writer.set(1, forKey: "key")
      // The first one listens.
      let first = try StoreProcess("open-replica", server.connection(), name, file.path, "get", "key", "idle")
      #expect(first.nextLine() == "1")
      let second = try StoreProcess(
        "open-replica",
        server.connection(),
        name,
        file.path,
        "observe",
        "key",
        "get",
        "key",
        "await",
        "key=3"
      )
      #expect(second.nextLine() == "1")
      try writer.set(2, forKey: "key")
      #expect(second.nextLine() == "key=2")
      first.kill()
      try writer.set(3, forKey: "key")
      #expect(second.nextLine() == "key=3")
      #expect(second.finish() == [])
    }
  }
#endif
