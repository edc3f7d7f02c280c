#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// A backup that comes back while the fleet runs, and tables that do not fit together.
  @Suite(.withServer) struct RestoreTests {
    /// The ways of an operator.
    enum Way: CaseIterable {
      case clean, oneTransaction, newDatabase
    }

    @Test(arguments: Way.allCases) func aFleetThatRunsGetsWhatIsRestored(way: Way) throws {
      Reported.hear()
      let fleet = try Fleet()
      let file = try TemporaryReplica()
      let writer = try fleet.open("writer")
      let settings = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", PropertyListValue.int($0)) })
      try writer.set(settings)
      let dump = "\(fleet.server.directory.path)/\(fleet.database).dump"
      try fleet.server.command("pg_dump", "--format=custom", "--file=\(dump)", fleet.database)
      try writer.set(["key 0": -1, "lost": 1])
      try writer.set(nil, forKey: "key 1")
      let machines = [writer, try fleet.open("reader"), try fleet.open("replica", replica: file)]
      // Nobody ever shows less than one of the two states has.
      let (isOver, least) = (Lockbox(false), Lockbox(Int.max))
      let busy = machines.map { machine in
        onNewThread {
          while !isOver.value {
            let count = (try? machine.keys().count) ?? 0
            least.change { $0 = min($0, count) }
            try? machine.set(.int(count), forKey: "busy")
            try? machine.refresh()
            usleep(5000)
          }
        }
      }
      switch way {
      case .clean: try fleet.server.command("pg_restore", "--clean", "--if-exists", "-d", fleet.database, dump)
      case .oneTransaction:
        try fleet.server.command("pg_restore", "--clean", "--if-exists", "-1", "-d", fleet.database, dump)
      case .newDatabase:
        try fleet.server.command("dropdb", "--force", fleet.database)
        try fleet.server.command("createdb", fleet.database)
        try fleet.server.command("pg_restore", "-d", fleet.database, dump)
      }
      try fleet.server.endSessions(of: fleet.database)
      try wait(for: "the restored settings") {
        try machines.allSatisfy { try $0.value(forKey: "key 0") == 0 && $0.value(forKey: "key 1") == 1 }
      }
      isOver.change { $0 = true }
      for thread in busy { thread.wait() }
      #expect(least.value >= 500)
      for (number, machine) in machines.enumerated() { try machine.set(.int(number), forKey: "after \(number)") }
      for machine in machines {
        try machine.refresh()
        let contents = try machine.contents.filter { $0.key.hasPrefix("key ") }
        #expect(contents == settings)
        #expect(try machine.keys().count == 504)
        #expect(try machine.value(forKey: "lost") == nil)
      }
      #expect(fleet.problems.contains { $0.kind == .lostChanges })
    }

    /// Without a backup too, what machines know stays until somebody begins anew who knows nothing.
    @Test(arguments: [
      "drop schema namespaced_defaults cascade",
      "truncate namespaced_defaults.stores, namespaced_defaults.settings, namespaced_defaults.commits",
    ])
    func whatIsGoneStaysKnownUntilItIsBegunAnew(_ removal: String) throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(["a": 1, "b": 1])
      try fleet.sql(removal)
      for attempt in [{ try store.set(2, forKey: "a") }, { try store.refresh() }] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.code == .refusedByServer)
        #expect(error?.message.contains("no longer has the settings") == true)
      }
      #expect(try store.contents == ["a": 1, "b": 1])
      try fleet.open("new").set(3, forKey: "c")
      try store.refresh()
      #expect(try store.contents == ["c": 3])
      try store.set(4, forKey: "a")
      #expect(try fleet.open("another").contents == ["a": 4, "c": 3])
    }

    /// Between the commands of a restore that removes them first.
    @Test func aProgramThatRunsMakesNoTables() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try fleet.sql("drop schema namespaced_defaults cascade")
      for attempt in [{ try store.refresh() }, { try store.set(1, forKey: "a") }] {
        #expect(throws: DefaultsError.self) { try attempt() }
      }
      #expect(try fleet.sql("select to_regnamespace('namespaced_defaults')") == "")
      _ = try fleet.open("new")
      try store.set(1, forKey: "a")
    }

    /// One table that comes from another time than the others, by an operator's hand or from a backup.
    @Test(arguments: [
      "delete from namespaced_defaults.settings; insert into namespaced_defaults.settings select * from copy_of_settings",
      "update namespaced_defaults.stores set version = 2", "delete from namespaced_defaults.stores",
      "truncate namespaced_defaults.commits",
      "delete from namespaced_defaults.commits where version > 1; update namespaced_defaults.stores set version = 1",
    ])
    func oneTableOfAnotherTimeIsTakenAsItIs(_ change: String) throws {
      Reported.hear()
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      for number in 1...3 { try a.set(.int(number), forKey: "key \(number)") }
      try fleet.sql("create table copy_of_settings as select * from namespaced_defaults.settings")
      for number in 4...6 { try a.set(.int(number), forKey: "key \(number)") }
      try b.refresh()
      try fleet.sql("begin; \(change); commit")
      try b.set(7, forKey: "key 7")
      try a.set(8, forKey: "key 8")
      try b.refresh()
      let isOld = change.contains("copy")
      let expected = (isOld ? [1, 2, 3, 7, 8] : Array(1...8)).map { "key \($0)" }
      for store in [a, b, try fleet.open("c")] { #expect(try store.keys().sorted() == expected) }
      // Where nothing is different, nothing is lost.
      #expect(fleet.problems.contains { $0.kind == .lostChanges } == isOld)
    }

    /// What the guide says to do after a change by hand, of which nobody hears.
    @Test func withoutCommitsEverythingIsReadAgain() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      try a.set(["key": 1, "other": 1])
      try b.refresh()
      try fleet.sql("update namespaced_defaults.settings set value = '2' where name = 'key'")
      try fleet.sql("delete from namespaced_defaults.commits where store = '\(fleet.name)'")
      for store in [a, b] {
        try store.refresh()
        #expect(try store.contents == ["key": 2, "other": 1])
      }
      try b.set(3, forKey: "other")
      try a.refresh()
      #expect(try a.contents == ["key": 2, "other": 3])
    }

    /// As `pg_restore --table` leaves it.
    @Test func aTableWithoutItsIndexIsNotWritten() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "key")
      try fleet.sql("alter table namespaced_defaults.settings drop constraint settings_pkey")
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "key") }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("restore all three") == true)
      #expect(try store.contents == ["key": 1])
    }

    @Test func aPartOfABackupIsNotTakenForAll() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(["a": 1, "b": 2])
      try fleet.sql(
        "create table copy as select * from namespaced_defaults.settings; delete from namespaced_defaults.settings"
      )
      for attempt in [{ try store.set(2, forKey: "a") }, { try store.refresh() }, { _ = try fleet.open("new") }] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.message.contains("only a part") == true)
      }
      #expect(try store.contents == ["a": 1, "b": 2])
      try fleet.sql("insert into namespaced_defaults.settings select * from copy")
      try store.set(3, forKey: "a")
      #expect(try fleet.open("new").contents == ["a": 3, "b": 2])
    }

    /// Its number is smaller than what the listener knows already.
    @Test func aCommitAfterARestoreIsHeard() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b", timeout: .seconds(60)))
      for number in 1...5 { try a.set(.int(number), forKey: "key") }
      try wait(for: "the last change") { try b.value(forKey: "key") == 5 }
      try fleet.sql(
        """
        begin; delete from namespaced_defaults.commits where version > 1;
        update namespaced_defaults.settings set version = 1; update namespaced_defaults.stores set version = 1; commit
        """
      )
      try a.set(6, forKey: "key")
      try wait(for: "the commit after it") { try b.value(forKey: "key") == 6 }
    }

    @Test func aVersionWithoutANextOneIsAnError() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try fleet.sql("update namespaced_defaults.stores set version = \(Int64.max)")
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.code == .refusedByServer)
      #expect(try store.contents == ["a": 1])
      try fleet.sql("update namespaced_defaults.stores set version = 1")
      try store.set(3, forKey: "a")
      #expect(try fleet.open("b").contents == ["a": 3])
    }
  }

  extension PostgresServer {
    /// Runs a program of PostgreSQL against this server.
    func command(_ program: String, _ arguments: String...) throws {
      try Command.run(
        binaries.program(program) + arguments,
        environment: ["PGHOST": directory.path, "PGUSER": "postgres", "PGDATABASE": "postgres"]
      )
    }
  }
#endif
