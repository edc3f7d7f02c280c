#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// Tables that someone else has changed.
  @Suite(.withServer) struct AlteredTableTests {
    @Test(arguments: [
      (
        "alter table namespaced_defaults.settings rename column value to worth",
        "alter table namespaced_defaults.settings rename column worth to value"
      ),
      (
        "alter table namespaced_defaults.stores rename to shops",
        "alter table namespaced_defaults.shops rename to stores"
      ),
      ("alter schema namespaced_defaults rename to other", "alter schema other rename to namespaced_defaults"),
    ])
    func alteredTablesAreAnErrorAndReadsGoOn(_ alteration: String, _ repair: String) throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let connection = server.connection(database: database)
      // A role that may not make the tables anew.
      try server.sql("create role \(database) login")
      let owner = try PostgresStore.machine(0, connection)
      try owner.set(1, forKey: "key")
      try server.sql(
        """
        grant usage on schema namespaced_defaults to \(database);
        grant select, insert, update, delete on all tables in schema namespaced_defaults to \(database)
        """,
        database: database
      )
      let store = try PostgresStore.machine(1, server.connection(database: database, user: database))
      let heard = store.hear("key")
      try server.sql(alteration, database: database)
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "key") }
      #expect(error?.code == .refusedByServer)
      #expect(try store.value(forKey: "key") == 1)
      #expect(throws: DefaultsError.self) { try store.refresh() }
      #expect(try store.value(forKey: "key") == 1)
      try server.sql(repair, database: database)
      try store.set(3, forKey: "key")
      try owner.refresh()
      #expect(try owner.value(forKey: "key") == 3)
      #expect(heard.values.all == [3])
    }

    @Test func aValueThatCannotBeReadIsReportedAloneUntilItIsWritten() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let heard = Lockbox<[DefaultsProblem]>([])
      let store = try Defaults.withProblemHandler { problem in
        heard.change { $0.append(problem) }
      } operation: {
        try PostgresStore.machine(0, server.connection(database: database))
      }
      try store.set(["key": 1, "other": 1])
      try server.sql(
        """
        update namespaced_defaults.settings set value = '{"$date": "never"}', version = version + 1 where name = 'key';
        update namespaced_defaults.stores set version = version + 1
        """,
        database: database
      )
      try server.endSessions(of: database)
      try wait(for: "the problem") { heard.value.contains { $0.kind == .undecodableValue } }
      let problem = heard.value.first { $0.kind == .undecodableValue }
      #expect(problem?.key == "key")
      #expect("\(problem!)".contains("never") == false)
      // It has no value, and all others go on.
      #expect(try store.contents == ["other": 1])
      try store.set(2, forKey: "other")
      try store.set(5, forKey: "key")
      #expect(try store.contents == ["key": 5, "other": 2])
      #expect(try PostgresStore.machine(1, server.connection(database: database)).contents == store.contents)
    }
  }
#endif
