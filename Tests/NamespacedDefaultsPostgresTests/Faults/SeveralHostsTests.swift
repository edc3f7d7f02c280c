#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// A string with several hosts, of which not every one can be written.
  @Suite(.withServer) struct SeveralHostsTests {
    private let primary: PostgresServer
    private let standby: PostgresServer

    init() throws {
      primary = try PostgresServer()
      try PostgresStore.machine(0, primary.connection()).set(1, forKey: "key")
      standby = try primary.makeStandby(synchronous: false)
      try awaitStandby()
    }

    /// Waits until the standby has all that the primary has.
    private func awaitStandby() throws {
      let position = try primary.sql("select pg_current_wal_lsn()")
      try standby.waitUntil("(select pg_last_wal_replay_lsn() >= '\(position)')")
    }

    private func open(_ number: Int, user: String = "postgres") throws -> PostgresStore {
      let connection = primary.connection(or: standby) + " user=\(user)"
      return try .machine(number, connection, timeout: .seconds(1))
    }

    /// As whoever promotes a standby keeps programs from the server that was the primary.
    private func fence() throws {
      try primary.sql("alter system set default_transaction_read_only = on")
      try primary.sql("select pg_reload_conf()")
      try wait(for: "the setting") { try primary.sql("show default_transaction_read_only") == "on" }
    }

    @Test func aPrimaryThatIsFencedIsLeftForTheOneThatWasPromoted() throws {
      let store = try open(1)
      try store.set(2, forKey: "other")
      try awaitStandby()
      try fence()
      try standby.promote()
      try PostgresStore.machine(2, standby.connection()).set(3, forKey: "key")
      try wait(for: "the change") { try store.value(forKey: "key") == 3 && store.isConnected }
      try store.set(4, forKey: "key")
      #expect(try PostgresStore.machine(3, standby.connection()).value(forKey: "key") == 4)
    }

    /// The connection of the writer was made before.
    @Test func aWriteGoesToTheOneThatWasPromoted() throws {
      let store = try PostgresStore.machine(1, primary.connection(or: standby))
      try store.set(2, forKey: "key")
      try awaitStandby()
      try fence()
      try standby.promote()
      try store.set(3, forKey: "key")
      #expect(try PostgresStore.machine(3, standby.connection()).value(forKey: "key") == 3)
    }

    @Test func whileNoneCanBeWrittenOneIsReadAndTheyAreAskedAgain() throws {
      try fence()
      let store = try open(1)
      #expect(try store.contents == ["key": 1])
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "key") }
      #expect(error?.code == .refusedByServer)
      try standby.promote()
      try PostgresStore.machine(2, standby.connection()).set(3, forKey: "key")
      try wait(for: "the change") { try store.value(forKey: "key") == 3 }
      try store.set(4, forKey: "key")
    }

    @Test func aStandbyServesReadersUntilItIsPromoted() throws {
      Reported.hear()
      try primary.sql("create role reader login")
      try primary.sql("grant usage on schema namespaced_defaults to reader")
      try primary.sql("grant select on all tables in schema namespaced_defaults to reader")
      try awaitStandby()
      primary.kill()
      let store = try open(1, user: "reader")
      #expect(try store.contents == ["key": 1])
      try wait(for: "the outage") { !store.isConnected }
      guard case .disconnected(_, let reason) = store.state else { return }
      #expect(reason.code == .unreachableServer)
      #expect(reason.message.contains("only a standby"))
      for attempt in [{ try store.set(2, forKey: "key") }, { try store.refresh() }] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.code == .unreachableServer)
      }
      try standby.promote()
      try PostgresStore.machine(2, standby.connection()).set(3, forKey: "key")
      try wait(for: "the change") { try store.value(forKey: "key") == 3 && store.isConnected }
    }

    /// What it lacks would be taken for lost.
    @Test func aStandbyThatLagsTakesNothingBack() throws {
      Reported.hear()
      let file = try TemporaryReplica()
      try standby.stopFollowing(primary)
      let connection = primary.connection(or: standby)
      var writer: PostgresStore? = try .machine(1, connection, replica: FileStore(path: file.path))
      try writer?.set(["key": 2, "new": 1])
      writer = nil
      primary.kill()
      let store = try PostgresStore.machine(2, connection, replica: FileStore(path: file.path))
      try wait(for: "the outage") { !store.isConnected }
      #expect(try store.contents == ["key": 2, "new": 1])
      #expect(throws: DefaultsError.self) { try store.refresh() }
      #expect(try store.contents == ["key": 2, "new": 1])
    }

    /// As the string, or the environment, of a program that reports from a standby.
    @Test func aStringThatAsksForAStandbyGetsOne() throws {
      Reported.hear()
      let connection = primary.connection(or: standby) + " target_session_attrs="
      try PostgresStore.machine(1, connection + "prefer-standby").set(2, forKey: "other")
      try awaitStandby()
      let store = try PostgresStore.machine(1, connection + "standby")
      #expect(try store.contents == ["key": 1, "other": 2])
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "key") }
      #expect(error?.message.contains("target_session_attrs") == true)
    }

    /// By its own setting, every server is one that it cannot write.
    @Test func aRoleThatIsReadOnlyHearsOfChanges() throws {
      try primary.sql("create role idle superuser login; alter role idle set default_transaction_read_only = on")
      try awaitStandby()
      let store = try open(1, user: "idle")
      try PostgresStore.machine(2, primary.connection()).set(5, forKey: "key")
      try wait(for: "the change") { try store.value(forKey: "key") == 5 }
      #expect(store.isConnected)
    }
  }
#endif
