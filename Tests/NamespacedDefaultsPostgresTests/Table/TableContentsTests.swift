#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// Tables that are not as this version of the library has made them.
  @Suite(.withServer) struct TableContentsTests {
    @Test func oddNamesComeBack() throws {
      let fleet = try Fleet()
      let names = ["a\u{0}b", #"a\0b"#, "'; drop table", "$1", "%s", "\u{202E}", "e\u{301}", "🐸", " ", "\n", ""]
      let store = try fleet.open("a")
      for (index, name) in names.enumerated() { try store.set(.int(index), forKey: name) }
      let other = try fleet.open("b")
      for (index, name) in names.enumerated() { #expect(try other.value(forKey: name) == .int(index), "\(name)") }
      #expect(try other.keys().sorted() == names.sorted())
    }

    /// They are equal strings in Swift, so that a replica has one place for both.
    @Test func aNameOfTheSameCharactersIsTheSame() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      try a.set(1, forKey: "\u{E9}")
      try b.set(2, forKey: "e\u{301}")
      #expect(try fleet.sql("select count(*), min(value::text) from namespaced_defaults.settings") == "1|2")
    }

    @Test func aStoreOfTheSameCharactersIsTheSame() throws {
      let fleet = try Fleet()
      let (a, b) = (
        try PostgresStore.machine(0, fleet.connection(of: "a"), "caf\u{E9}"),
        try PostgresStore.machine(1, fleet.connection(of: "b"), "cafe\u{301}")
      )
      try a.set(1, forKey: "key")
      try wait(for: "the change") { try b.value(forKey: "key") == 1 }
      try b.set(2, forKey: "key")
      #expect(try fleet.sql("select count(*) from namespaced_defaults.stores") == "1")
    }

    @Test func aLaterFormatIsNeitherReadNorWritten() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try fleet.sql("update namespaced_defaults.stores set format = 2")
      for attempt in [{ _ = try fleet.open("b") }, { try store.set(2, forKey: "a") }] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.code == .refusedByServer)
        #expect(error?.message.contains("format 2") == true)
      }
      #expect(try fleet.sql("select version from namespaced_defaults.stores") == "1")
      #expect(try store.contents == ["a": 1])
    }

    @Test func anAlteredTableIsSaidAndReadsGoOn() throws {
      Reported.hear()
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try fleet.sql("alter table namespaced_defaults.settings rename value to text")
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("not as the library has made them") == true)
      #expect(try store.contents == ["a": 1])
      #expect(throws: DefaultsError.self) { try fleet.open("b") }
      try fleet.sql("alter table namespaced_defaults.settings rename text to value")
      try store.set(3, forKey: "a")
      #expect(try fleet.open("b").contents == ["a": 3])
    }

    @Test func aValueThatSomeoneHasSpoiltIsNamed() throws {
      Reported.hear()
      let fleet = try Fleet()
      try fleet.open("a").set(1, forKey: "Server.limit")
      try fleet.sql("update namespaced_defaults.settings set value = '{\"$date\": 5}'")
      let name = "Server.\(fleet.name)"
      try fleet.sql("update namespaced_defaults.settings set name = '\(name)'")
      #expect(try fleet.open("b").contents == [:])
      #expect(fleet.problems.map(\.key) == [name])
    }

    @Test func whoeverOpensFirstMakesTheTablesOnce() throws {
      let fleet = try Fleet()
      let failures = Lockbox<[String]>([])
      let groups = (0..<4).map { machine in
        onNewThread {
          do {
            try fleet.open("\(machine)").set(1, forKey: "machine.\(machine)")
          } catch {
            failures.change { $0.append("\(error)") }
          }
        }
      }
      for group in groups { group.wait() }
      #expect(failures.value == [])
      #expect(try fleet.open("all").keys().count == 4)
    }
  }
#endif
