#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import Testing

  /// A machine that was away while others changed the settings.
  @Suite(.withServer) struct AbsenceTests {
    @Test(arguments: [true, false]) func whatWasMissedIsThere(isKept: Bool) throws {
      let (server, name) = (try PostgresServer.shared.get(), UUID().uuidString)
      let database = try server.newDatabase()
      let connection = server.connection(database: database)
      let file = try TemporaryFile()
      let writer = try PostgresStore.machine(0, connection, name)
      try writer.set(["removed": 1, "changed": 1, "kept": 1])
      var away: PostgresStore? = try .machine(1, connection, name, replica: FileStore(path: file.path))
      #expect(try away?.keys().count == 3)
      away = nil

      // 10,000 changes in 100 commits.
      for batch in 0..<100 {
        try writer.set(Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", .int(batch * 100 + $0)) }))
      }
      try writer.set(nil, forKey: "removed")
      try writer.set(2, forKey: "changed")
      if !isKept {
        // As after a time in which very many commits were made.
        try server.sql(
          """
          delete from namespaced_defaults.commits where version < (select version from namespaced_defaults.stores);
          delete from namespaced_defaults.settings where value is null;
          update namespaced_defaults.stores set forgotten = version - 1
          """,
          database: database
        )
      }

      // The file is read first, by a machine that cannot reach the server.
      let known = try FileStore(path: file.path)
      let heard = Heard<DefaultsChange>()
      let observation = known.observe { heard.add($0) }
      let store = try PostgresStore.machine(2, connection, name, replica: FileStore(path: file.path))
      #expect(try store.value(forKey: "removed") == nil)
      #expect(try store.value(forKey: "changed") == 2)
      #expect(try store.value(forKey: "kept") == 1)
      #expect(try store.value(forKey: "key 99") == 9999)
      #expect(try store.keys().count == 102)
      // Each changed name once, with the last value.
      // Another thread may be delivering them, in any order.
      for name in ["removed", "changed"] + (0..<100).map({ "key \($0)" }) { try heard.wait { $0.key == name } }
      let names = heard.all.map(\.key)
      #expect(names.count == 102)
      #expect(Set(names).count == 102)
      observation.cancel()
    }

  }
#endif
