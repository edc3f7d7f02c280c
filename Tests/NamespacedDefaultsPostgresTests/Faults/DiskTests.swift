#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import Testing

  /// A server that has no space left.
  @Suite(.withServer) struct DiskTests {
    /// Stands for a full disk where no small one may be mounted: files of the server cannot grow.
    @Test func aWriteThatFindsNoSpaceIsNotStored() throws {
      let server = try PostgresServer()
      server.stop()
      server.largestFile = 2048
      try server.start()
      let (first, second) = (
        try PostgresStore.machine(0, server.connection()), try PostgresStore.machine(1, server.connection())
      )
      let heard = second.hear("key")
      try first.set(1, forKey: "key")
      try heard.values.wait { $0 == 1 }
      let error = #expect(throws: DefaultsError.self) {
        try first.set(["key": 2, "ballast": .data(incompressible(3_000_000))])
      }
      #expect(error?.code == .refusedByServer)
      #expect(try first.value(forKey: "key") == 1)
      #expect(try first.value(forKey: "ballast") == nil)
      try first.set(3, forKey: "key")
      try heard.values.wait { $0 == 3 }
      #expect(heard.values.all == [1, 3])
      #expect(try second.keys() == ["key"])
    }

    @Test(.enabled(if: SmallDisk.missing == nil, Comment(rawValue: SmallDisk.missing ?? "")))
    func aFullDiskLosesNothing() throws {
      let server = try PostgresServer(onDiskOfMebibytes: 100)
      let (first, second) = (
        try PostgresStore.machine(0, server.connection()), try PostgresStore.machine(1, server.connection())
      )
      try first.set(1, forKey: "key")
      try second.refresh()
      let heard = second.hear("key")
      server.fillDisk()
      // Small changes fit into files that are there already. It may also be the log that does not; then the server ends.
      var (last, failure): (Int, DefaultsError?) = (1, nil)
      while failure == nil {
        do {
          try first.set(["key": .int(last + 1), "ballast.\(last)": .data(Data(count: 500_000))])
          last += 1
        } catch {
          failure = error as? DefaultsError
        }
      }
      #expect(try second.value(forKey: "key")?.number ?? 0 <= last)
      server.freeDisk()
      if !server.isRunning {
        server.stop()
        try server.start()
      }
      try wait(for: "a server that has space") { (try? first.set(-1, forKey: "key")) != nil }
      try heard.values.wait { $0 == -1 }
      // If the outcome of the last change is not known, it may be stored.
      let stored = try second.keys().count
      #expect(stored == last || failure?.code == .unknownOutcome && stored == last + 1)
      let numbers = heard.values.all.compactMap { $0?.number }
      #expect(numbers.dropLast().allSatisfy { 1 < $0 && $0 <= stored } && numbers.last == -1)
      #expect(Array(numbers.dropLast()) == numbers.dropLast().sorted())
    }
  }
#endif
