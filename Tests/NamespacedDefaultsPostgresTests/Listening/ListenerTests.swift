#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// Who hears of commits, and what is said when nobody does.
  @Suite(.withServer) struct ListenerTests {
    /// The condition for sessions of the test's database.
    private let here = "datname = current_database()"

    @Test func aChangeReachesAnotherMachineWithItsOldValue() throws {
      let fleet = try Fleet()
      // It asks by itself when nothing was heard for longer than the test waits.
      let (a, b) = (try fleet.open("a"), try fleet.open("b", timeout: .seconds(60)))
      let heard = Lockbox<[Int?]>([])
      let observation = DefaultsKey<Int?>("a", store: b).observe { change in
        heard.change { $0.append(change.newValue) }
      }
      for number in 1...3 {
        try a.set(.int(number), forKey: "a")
        try wait(for: "change \(number)") { heard.value.last == .some(number) }
      }
      try a.set(nil, forKey: "a")
      try wait(for: "the removal") { heard.value.last == .some(nil) }
      #expect(heard.value == [1, 2, 3, nil])
      withExtendedLifetime(observation) {}
    }

    @Test func aWritersOwnObserversHearOnce() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      let heard = Lockbox<[Int?]>([])
      let observation = DefaultsKey<Int?>("a", store: store).observe { change in
        heard.change { $0.append(change.newValue) }
      }
      for number in 1...100 { try store.set(.int(number), forKey: "a") }
      try store.refresh()
      #expect(heard.value == (1...100).map { $0 })
      withExtendedLifetime(observation) {}
    }

    @Test func refreshingReturnsWithWhatIsCommitted() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      for number in 1...50 {
        try a.set(.int(number), forKey: "a")
        try b.refresh()
        #expect(try b.value(forKey: "a") == .int(number))
      }
      try b.transaction {
        try b.set(0, forKey: "a")
        try b.refresh()
        #expect(try b.value(forKey: "a") == 0)
      }
    }

    @Test func onlyOneOfAMachinesStoresListensAndAnotherTakesOver() throws {
      let fleet = try Fleet()
      let replica = try TemporaryReplica()
      func listeners() throws -> String {
        try fleet.sql(
          """
          select coalesce(string_agg(application_name, ','), '') from pg_stat_activity
          where \(here) and pid <> pg_backend_pid() and query not like '%unlock%'
          """
        )
      }
      var first: PostgresStore? = try fleet.open("first", replica: replica)
      let second = try fleet.open("second", replica: replica)
      // The server ends a session that was closed a moment later.
      try wait(for: "one listener") { try listeners() == "first" }
      let writer = try fleet.open("writer")
      try writer.set(1, forKey: "a")
      try wait(for: "the change") { try second.value(forKey: "a") == 1 }
      #expect(first?.state == .connected)
      #expect(second.state == .connected)
      first = nil
      try writer.set(2, forKey: "a")
      try wait(for: "the change after the listener's end") { try second.value(forKey: "a") == 2 }
      try wait(for: "another listener") { try listeners().split(separator: ",").sorted() == ["second", "writer"] }
    }

    @Test func anObserverHoldsUpNobodysNews() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      let (isCalled, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let observation = b.observe("a") { _ in
        isCalled.signal()
        mayGoOn.wait()
      }
      try a.set(1, forKey: "a")
      isCalled.wait()
      try a.set(2, forKey: "a")
      try wait(for: "the change") { try b.value(forKey: "a") == 2 }
      for _ in 0..<2 { mayGoOn.signal() }
      withExtendedLifetime(observation) {}
    }

    /// Its role of the server may read no longer.
    @Test func aListenerThatIsRefusedGivesItsRoleAway() throws {
      let fleet = try Fleet()
      let (role, replica) = ("listener_" + fleet.database, try TemporaryReplica())
      let writer = try fleet.open("writer")
      try writer.set(1, forKey: "a")
      try fleet.sql(
        """
        create role \(role) login; grant usage on schema namespaced_defaults to \(role);
        grant select on all tables in schema namespaced_defaults to \(role)
        """
      )
      let first = try fleet.open("first", user: role, replica: replica)
      let second = try fleet.open("second", replica: replica)
      #expect(try second.contents == ["a": 1])
      try fleet.sql("revoke select on namespaced_defaults.settings from \(role)")
      try fleet.server.endSessions(of: fleet.database)
      try wait(for: "the outage of the first") { first.state != .connected }
      try writer.set(2, forKey: "a")
      try wait(for: "the change") { try second.value(forKey: "a") == 2 && first.state == .connected }
    }

    @Test func aReleasedStoreLeavesNoConnection() throws {
      let fleet = try Fleet()
      try fleet.open("a").set(1, forKey: "a")
      try fleet.awaitEnd(of: "a")
    }

    @Test func storesOfOnePlaceShareAConnection() throws {
      let fleet = try Fleet()
      let stores = try (0..<5).map { _ in try fleet.open("a") }
      #expect(try fleet.sql("select count(*) from pg_stat_activity where application_name = 'a' and \(here)") == "1")
      #expect(stores.allSatisfy { $0.context === stores[0].context })
    }
  }
#endif
