#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import Testing

  /// What roles may do, and what they are told.
  @Suite(.withServer) struct RoleTests {
    /// Makes a role, whose name is the same word in every database of the server.
    private func role(_ fleet: Fleet, _ grants: String...) throws -> String {
      let role = "reader_" + fleet.database
      try fleet.sql("create role \(role) login")
      for grant in grants { try fleet.sql("grant \(grant) to \(role)") }
      return role
    }

    @Test func aRoleThatMayOnlyReadHearsAndIsToldWhyItCannotWrite() throws {
      let fleet = try Fleet()
      let writer = try fleet.open("writer")
      try writer.set(1, forKey: "a")
      let role = try role(
        fleet,
        "usage on schema namespaced_defaults",
        "select on all tables in schema namespaced_defaults"
      )
      let reader = try fleet.open("reader", user: role)
      #expect(try reader.contents == ["a": 1])
      try writer.set(2, forKey: "a")
      try wait(for: "a change") { try reader.value(forKey: "a") == 2 }
      let error = #expect(throws: DefaultsError.self) { try reader.set(3, forKey: "a") }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("GRANT SELECT, INSERT, UPDATE, DELETE") == true)
      #expect(try reader.contents == ["a": 2])
      try reader.set(nil, forKey: "absent")
      // The lock that the write had taken is free again.
      try writer.set(4, forKey: "a")
    }

    /// Row-level security without a policy.
    @Test func rowsThatAPolicyHidesAreNotTakenForRemoved() throws {
      let fleet = try Fleet()
      let writer = try fleet.open("writer")
      try writer.set(["a": 1, "b": 1])
      let role = try role(
        fleet,
        "usage on schema namespaced_defaults",
        "select, insert, update, delete on all tables in schema namespaced_defaults"
      )
      let store = try fleet.open("machine", user: role)
      try fleet.sql("alter table namespaced_defaults.settings enable row level security")
      for attempt in [
        { try store.refresh() }, { try store.set(nil, forKey: "a") }, { _ = try fleet.open("new", user: role) },
      ] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.code == .refusedByServer)
        #expect(error?.message.contains("row-level security policy") == true)
        #expect(error?.message.contains("BYPASSRLS") == true)
      }
      #expect(try store.contents == ["a": 1, "b": 1])
      try fleet.sql("alter table namespaced_defaults.settings disable row level security")
      try store.set(nil, forKey: "a")
      #expect(try fleet.sql("select name from namespaced_defaults.settings where value is not null") == "b")
    }

    @Test func aReaderOfAStoreThatNobodyHasWrittenFindsNothing() throws {
      let fleet = try Fleet()
      _ = try PostgresStore(connection: fleet.connection(of: "writer"), name: "another")
      let role = try role(
        fleet,
        "usage on schema namespaced_defaults",
        "select on all tables in schema namespaced_defaults"
      )
      #expect(try fleet.open("reader", user: role).contents == [:])
    }

    @Test func withoutTablesARoleIsToldHowTheyAreMade() throws {
      let fleet = try Fleet()
      let role = try role(fleet)
      let error = #expect(throws: DefaultsError.self) { try fleet.open("reader", user: role) }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("GRANT CREATE ON DATABASE") == true)
      try fleet.sql("grant create on database \(fleet.database) to \(role)")
      try fleet.open("reader", user: role).set(1, forKey: "a")
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "1")
    }

    @Test func aSchemaThatAnOperatorHasMadeIsEnough() throws {
      let fleet = try Fleet()
      let role = try role(fleet)
      try fleet.sql("create schema namespaced_defaults authorization \(role)")
      try fleet.open("writer", user: role).set(1, forKey: "a")
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "1")
    }

    @Test(
      arguments: [
        "password=secret and more", "postgresql://db.example/settings?password=x&secret=1",
        "postgresql://ada:x#secret@db.example/settings", "postgresql://ada:x@secret@db.example/settings",
        "postgresql://ada:x/secret@db.example/settings", "postgresql://db.example/settings#secret",
      ]
    )
    func aConnectionStringThatIsNoneIsNotRepeated(string: String) throws {
      let error = #expect(throws: DefaultsError.self) { try PostgresStore(connection: string, name: "fleet") }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("secret") == false)
    }

    @Test func aStoreNeedsAName() {
      let error = #expect(throws: DefaultsError.self) { try PostgresStore(connection: "", name: "") }
      #expect(error?.code == .invalidStoreName)
    }

    @Test func anotherEncodingIsRefused() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase() + "_ascii"
      try server.sql("create database \(database) encoding 'SQL_ASCII' template template0 locale 'C'")
      let error = #expect(throws: DefaultsError.self) {
        try PostgresStore(connection: server.connection(database: database), name: "fleet")
      }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("SQL_ASCII") == true)
    }
  }
#endif
