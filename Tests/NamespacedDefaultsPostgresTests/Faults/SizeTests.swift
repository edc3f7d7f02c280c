#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import Testing

  /// Large and odd contents.
  @Suite(.withServer) struct SizeTests {
    /// A notification of the server takes 8,000 bytes.
    @Test func manyLongNamesInOneBatchAreHeard() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let (first, second) = (
        try PostgresStore.machine(0, server.connection(), name), try PostgresStore.machine(1, server.connection(), name)
      )
      let heard = Heard<DefaultsChange>()
      let observation = second.observe { heard.add($0) }
      let names = (0..<100).map { "\($0) " + String(repeating: "n", count: 1000) }
      try first.set(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
      for name in names { try heard.wait { $0.key == name } }
      #expect(try Set(second.keys()) == Set(names))
      observation.cancel()
    }

    @Test func whatIsTooLargeOrTooDeepIsRefusedAtOnce() throws {
      let store = try PostgresStore.machine(0, PostgresServer.shared.get().connection(), UUID().uuidString)
      let bytes = PropertyListValue.data(Data(count: 30 << 20))
      let batch = Dictionary(uniqueKeysWithValues: (0..<10).map { ("\($0)", bytes) })
      let error = #expect(throws: DefaultsError.self) { try store.set(batch) }
      #expect(error?.code == .exceededQuota)
      let deep = (0..<20_000).reduce(PropertyListValue.int(1)) { value, _ in [value] }
      #expect(throws: DefaultsError.self) { try store.set(deep, forKey: "deep") }
      #expect(try store.keys() == [])
    }

    @Test func aValueOfMegabytesArrives() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let (first, second) = (
        try PostgresStore.machine(0, server.connection(), name), try PostgresStore.machine(1, server.connection(), name)
      )
      let bytes = incompressible(3_000_000)
      let text = String(repeating: "\u{1F600}\"\\\u{1}", count: 100_000)
      let heard = second.hear("text")
      try first.set(["data": .data(bytes), "text": .string(text)])
      try heard.values.wait { $0 == .string(text) }
      #expect(try second.value(forKey: "data") == .data(bytes))
    }

    static let odd = [
      "", " ", "a'b", "a\"b", "a\\b", "\\0", "a\0b", "\0", "$1", "%s", "a;drop table x;--", "{a,b}", "NULL", "null",
      "a\nb\r\t",
      "\u{1}\u{7F}\u{80}", "\u{FEFF}", "\u{FFFF}", "e\u{301}", "日本語", "\u{1F469}\u{200D}\u{1F4BB}", "\u{202E}abc",
      "a.b.c", "/",
    ]

    @Test func namesOfAnyCharacterAreKeptApart() throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let (first, second) = (
        try PostgresStore.machine(0, server.connection(), name), try PostgresStore.machine(1, server.connection(), name)
      )
      for (index, odd) in Self.odd.enumerated() { try first.set(.int(index), forKey: odd) }
      try first.set(Dictionary(uniqueKeysWithValues: Self.odd.map { ("again \($0)", .string($0)) }))
      try second.refresh()
      for (index, odd) in Self.odd.enumerated() {
        #expect(try second.value(forKey: odd) == .int(index), "\(odd.debugDescription)")
        #expect(try second.value(forKey: "again \(odd)") == .string(odd), "\(odd.debugDescription)")
      }
      #expect(try second.keys().count == 2 * Self.odd.count)
      for odd in Self.odd { try second.set(nil, forKey: odd) }
      try first.refresh()
      #expect(try first.keys().count == Self.odd.count)
    }

    @Test func storesOfAnyNameAreKeptApart() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let connection = server.connection(database: database)
      let names = Self.odd.filter { !$0.isEmpty }
      let stores = try names.map { try PostgresStore.machine(0, connection, $0) }
      for (index, store) in stores.enumerated() { try store.set(.int(index), forKey: "key") }
      for (index, name) in names.enumerated() {
        let other = try PostgresStore.machine(1, connection, name)
        #expect(try other.value(forKey: "key") == .int(index), "\(name.debugDescription)")
      }
    }
  }
#endif
