#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// What an operator has set, and what he does to tables while programs use them.
  @Suite(.withServer) struct OperatorTests {
    @Test func theSessionSetsWhatItNeeds() throws {
      Reported.hear()
      let fleet = try Fleet()
      for setting in [
        "default_transaction_isolation = serializable", "array_nulls = off", "idle_session_timeout = 200",
      ] {
        try fleet.sql("alter database \(fleet.database) set \(setting)")
      }
      let stores = try ["a", "b", "c"].map { try fleet.open($0) }
      try stores[0].set(["removed": 1, "counter": 0])
      try stores[0].set(nil, forKey: "removed")
      let failures = Lockbox<[String]>([])
      let threads = stores.map { store in
        onNewThread {
          for _ in 0..<50 {
            do { try store.increment("counter") } catch { failures.change { $0.append("\(error)") } }
          }
        }
      }
      for thread in threads { thread.wait() }
      #expect(failures.value == [])
      #expect(try fleet.open("d").contents == ["counter": 150])
      usleep(400_000)
      #expect(stores.allSatisfy { $0.state == .connected })
      #expect(fleet.problems.isEmpty)
    }

    @Test func aWarningOfATriggerIsNoMissingStandby() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try fleet.sql(
        """
        create function warn() returns trigger language plpgsql as
          'begin raise warning using errcode = ''01000'', message = ''wraparound''; return null; end';
        create trigger warn after update on namespaced_defaults.stores for each row execute function warn()
        """
      )
      for number in 2...6 { try store.set(.int(number), forKey: "a") }
      #expect(try fleet.open("b").contents == ["a": 6])
    }

    /// The server gives up before the client does, so that no session is left that waits for nobody.
    @Test func aLockedTableIsNamedAndNoSessionIsLeft() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a", timeout: .milliseconds(800))
      try store.set(1, forKey: "a")
      let operation = onNewThread {
        _ = try? fleet.sql(
          "begin; set application_name = 'vacuum'; lock namespaced_defaults.settings; select pg_sleep(2)"
        )
      }
      try fleet.server.waitForSession(of: fleet.database, at: "PgSleep")
      for _ in 0..<3 {
        let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
        #expect(error?.code == .lockTimeout)
        #expect(error?.message.contains("vacuum") == true)
        #expect(error?.message.contains("namespaced_defaults.settings") == true)
      }
      let sessions =
        "select count(*) from pg_stat_activity where application_name = 'a' and datname = current_database()"
      #expect(try (Int(fleet.sql(sessions)) ?? 9) <= 2)
      operation.wait()
      try store.set(3, forKey: "a")
      #expect(try fleet.open("b").contents == ["a": 3])
    }

    @Test func aRefusedWriteLeavesNoStatementsOnTheServer() throws {
      let fleet = try Fleet()
      let store = try fleet.open("a")
      try store.set(1, forKey: "a")
      try fleet.sql(
        """
        create function statements() returns trigger language plpgsql as
          'begin raise exception using errcode = ''X'' || lpad((select count(*) from pg_prepared_statements)::text, 4, ''0''); end';
        create trigger statements before update on namespaced_defaults.settings for each row execute function statements()
        """
      )
      let messages = try (2..<12).map { number in
        try #require(#expect(throws: DefaultsError.self) { try store.set(.int(number), forKey: "a") }).message
      }
      #expect(Set(messages).count == 1, "\(messages)")
    }

    @Test(arguments: ["dbname=nothing_here", "user=nobody_here"])
    func aRefusedConnectionIsNoUnreachableServer(_ wrong: String) throws {
      let server = try PostgresServer.shared.get()
      let error = #expect(throws: DefaultsError.self) {
        try PostgresStore(connection: server.connection() + " " + wrong, name: "fleet")
      }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("\"\(wrong.split(separator: "=")[1])\"") == true)
    }
  }
#endif
