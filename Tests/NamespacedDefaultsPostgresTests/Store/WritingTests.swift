#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// What a write does on the server, and for whom it waits.
  @Suite(.withServer) struct WritingTests {
    @Test func aWriteIsOneCommitOfOneVersion() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(["a": 1, "b": "two"])
      try store.transaction {
        try store.set(3, forKey: "a")
        try store.set(nil, forKey: "b")
      }
      #expect(
        try fleet.sql("select name, value, version from namespaced_defaults.settings order by name") == "a|3|2\nb||2"
      )
      #expect(try fleet.sql("select version from namespaced_defaults.stores") == "2")
      #expect(try fleet.sql("select version from namespaced_defaults.commits order by version") == "1\n2")
    }

    @Test func whatIsStoredAlreadyIsNoCommit() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try store.set(1, forKey: "a")
      try store.update("a") { $0 = 1 }
      #expect(try fleet.sql("select version from namespaced_defaults.stores") == "1")
    }

    @Test func anUpdateBeginsWithWhatOtherMachinesHaveWritten() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      for _ in 0..<20 {
        for store in [a, b] {
          try store.update("counter") { value in
            if case .integer(let number)? = value { value = .integer(number + 1) } else { value = 1 }
          }
        }
      }
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "40")
    }

    @Test func anIdleSessionThatAnOperatorHasEndedIsReplaced() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      for number in 1...3 {
        try store.set(.int(number), forKey: "a")
        try fleet.sql(
          """
          select pg_terminate_backend(pid, 10000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
          """
        )
        if number == 2 { try store.refresh() }
      }
      try store.set(4, forKey: "a")
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "4")
    }

    @Test func storesOfTwoNamesAreApart() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      let other = try PostgresStore(connection: fleet.connection(of: "a"), name: fleet.name + "2")
      try store.set(1, forKey: "a")
      try other.set(2, forKey: "a")
      #expect(try store.contents == ["a": 1])
      try other.refresh()
      #expect(try other.contents == ["a": 2])
    }

    @Test func aWriterIsToldThatAnotherOneHasTheLock() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b", lockTimeout: .milliseconds(200)))
      try a.transaction {
        try a.set(1, forKey: "a")
        let error = #expect(throws: DefaultsError.self) { try b.set(2, forKey: "a") }
        #expect(error?.code == .lockTimeout)
        #expect(error?.message.contains("(a) has locked") == true)
      }
      try b.set(3, forKey: "a")
      try a.refresh()
      #expect(try a.contents == ["a": 3])
    }

    @Test func readersDoNotWaitForAWriterThatWaits() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      try b.set(1, forKey: "a")
      let (ends, hasWritten) = (Lockbox(false), Lockbox(false))
      try a.transaction {
        let writer = onNewThread {
          try? b.set(2, forKey: "a")
          hasWritten.change { $0 = true }
          ends.change { $0 = true }
        }
        try wait(for: "a writer that waits") {
          try fleet.sql("select count(*) from pg_locks where locktype = 'advisory' and not granted") == "1"
        }
        #expect(try b.value(forKey: "a") == 1)
        #expect(!hasWritten.value)
        withExtendedLifetime(writer) {}
      }
      try wait(for: "the writer") { ends.value }
      #expect(try b.value(forKey: "a") == 2)
    }

    @Test func whoWritesWithoutTheLockIsFoundOut() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      let error = #expect(throws: DefaultsError.self) {
        try store.transaction {
          try store.set(2, forKey: "a")
          try fleet.sql("update namespaced_defaults.stores set version = version + 1")
        }
      }
      #expect(error?.code == .refusedByServer)
      #expect(try store.contents == ["a": 1])
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "1")
      try store.set(3, forKey: "a")
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "3")
    }

    @Test func limitsAreSaid() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      let name = String(repeating: "n", count: 2001)
      #expect(throws: DefaultsError.self) { try store.set(["a": 2, name: 1]) }
      #expect(throws: DefaultsError.self) { try store.set(.data(Data(count: 33 << 20)), forKey: "a") }
      #expect(throws: DefaultsError.self) { try store.set(1, forKey: "NamespacedDefaults.replica") }
      #expect(try store.contents == ["a": 1])
    }
  }
#endif
