#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// Sessions that an operator ends in the middle of what they do.
  @Suite(.withServer) struct TerminationTests {
    @Test func anUpdateWhoseSessionEndsIsNotStored() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let store = try PostgresStore(connection: server.connection(database: database), name: "store")
      try store.set(1, forKey: "key")
      let error = #expect(throws: DefaultsError.self) {
        try store.update("key") { value in
          try server.endSessions(of: database)
          value = 2
        }
      }
      #expect(error?.code == .unreachableServer)
      #expect(try store.value(forKey: "key") == 1)
      try store.increment("key")
      #expect(try store.value(forKey: "key") == 2)
      let other = try PostgresStore(connection: server.connection(database: database), name: "store")
      #expect(try other.value(forKey: "key") == 2)
    }

    /// The session ends while the writer, which has its lock, waits for another process that writes the same replica.
    @Test func nothingIsWrittenWithoutTheLock() throws {
      let (fleet, replica) = (try Fleet(), try TemporaryReplica())
      let other = try fleet.open("other")
      try other.set(1, forKey: "key")
      let listener = try StoreProcess(
        ["open-replica", fleet.connection(of: "listener"), fleet.name, replica.path, "get", "key", "idle"]
      )
      #expect(listener.nextLine() == "1")
      let store = try fleet.open("a", replica: replica)
      // Nobody writes the replica now: first the listener waits, which has heard of a commit, and then the writer.
      let file = open(replica.path, O_RDWR)
      defer { close(file) }
      #expect(flock(file, LOCK_EX) == 0)
      try other.set(2, forKey: "key")
      usleep(300_000)
      let result = Lockbox<DefaultsError?>(nil)
      let writer = onNewThread {
        do { try store.set(3, forKey: "key") } catch { result.change { $0 = error as? DefaultsError } }
      }
      let session = """
        from pg_stat_activity join pg_locks using (pid) where application_name = 'a' and datname = current_database()
          and locktype = 'advisory' and granted and state = 'idle' and query like '%namespaced_defaults.settings%'
        """
      try wait(for: "a writer that has the lock") { try fleet.sql("select count(*) \(session)") == "1" }
      try fleet.sql("select pg_terminate_backend(pid, 10000) \(session)")
      flock(file, LOCK_UN)
      writer.wait()
      #expect(result.value?.code == .unreachableServer)
      #expect(try fleet.sql("select value, version from namespaced_defaults.settings") == "2|2")
      try store.set(4, forKey: "key")
      #expect(try fleet.open("b").contents == ["key": 4])
    }

    /// Sessions end at random moments, thousands of them in all rounds.
    @Test func aTurnEndsWithItsSession() throws {
      let fleet = try Fleet()
      let machines = try (0..<4).map { try fleet.open("\($0)") }
      let (acknowledged, unknown, ghosts) = (Lockbox(0), Lockbox(0), Lockbox<[String]>([]))
      let isOver = Lockbox(false)
      let writers = machines.map { machine in
        onNewThread {
          while !isOver.value {
            do {
              try machine.increment("counter")
              acknowledged.change { $0 += 1 }
            } catch let error as DefaultsError where error.code == .unknownOutcome {
              unknown.change { $0 += 1 }
            } catch {
              let text = "\(error)"
              if text.contains("without their lock") { ghosts.change { $0.append(text) } }
            }
          }
        }
      }
      try fleet.sql(
        """
        do $$ begin
          for turn in 1..\(200 * faultRounds) loop
            perform pg_terminate_backend(pid) from (select pid from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1) session;
            perform pg_stat_clear_snapshot(), pg_sleep(0.004);
          end loop;
        end $$
        """
      )
      isOver.change { $0 = true }
      for writer in writers { writer.wait() }
      #expect(ghosts.value == [])
      let stored = try #require(try Int(fleet.sql("select value from namespaced_defaults.settings")))
      #expect((acknowledged.value...acknowledged.value + unknown.value).contains(stored))
      for machine in machines {
        try machine.refresh()
        #expect(try machine.value(forKey: "counter") == .int(stored))
      }
    }

    @Test func aTransactionWhoseSessionEndsIsNotStored() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let store = try PostgresStore(connection: server.connection(database: database), name: "store")
      try store.set(1, forKey: "a")
      #expect(throws: DefaultsError.self) {
        try store.transaction {
          try store.set(2, forKey: "a")
          try server.endSessions(of: database)
          try store.set(2, forKey: "b")
        }
      }
      #expect(try store.value(forKey: "a") == 1)
      #expect(try store.value(forKey: "b") == nil)
      let other = try PostgresStore(connection: server.connection(database: database), name: "store")
      #expect(try other.value(forKey: "a") == 1)
      #expect(try other.value(forKey: "b") == nil)
    }

    /// A constraint that is checked at the end makes the server's COMMIT take its time.
    @Test func aCommitThatDoesNotHappenThrows() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let store = try PostgresStore(connection: server.connection(database: database), name: "store")
      try store.set(1, forKey: "key")
      try server.sql(
        """
        create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end';
        create constraint trigger slow after update on namespaced_defaults.settings deferrable initially deferred
          for each row execute function slow();
        """,
        database: database
      )
      let result = Lockbox<DefaultsError?>(nil)
      let writer = onNewThread {
        do { try store.set(2, forKey: "key") } catch { result.change { $0 = error as? DefaultsError } }
      }
      try server.waitForSession(of: database, at: "PgSleep")
      try server.endSessions(of: database)
      writer.wait()
      #expect(result.value?.code == .unreachableServer)
      #expect(try store.value(forKey: "key") == 1)
      try server.sql("drop function slow cascade", database: database)
      try store.increment("key")
      #expect(try store.value(forKey: "key") == 2)
    }

    /// Another machine's commit has got the number that the lost one would have had.
    @Test func aCommitOfAnotherIsNotTakenForTheLostOne() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      try a.set(1, forKey: "key")
      try fleet.sql(
        """
        create function slow() returns trigger language plpgsql as
          'begin if current_setting(''application_name'') = ''a'' then perform pg_sleep(60); end if; return null; end';
        create constraint trigger slow after update on namespaced_defaults.settings deferrable initially deferred
          for each row execute function slow();
        """
      )
      let result = Lockbox<DefaultsError?>(nil)
      let first = onNewThread {
        do { try a.set(2, forKey: "key") } catch { result.change { $0 = error as? DefaultsError } }
      }
      let session = try fleet.server.waitForSession(of: fleet.database, at: "PgSleep")
      let second = onNewThread { try? b.set(3, forKey: "key") }
      // It is the next one, before the first machine looks for its commit.
      try fleet.server.waitForSession(of: fleet.database, at: "advisory")
      try fleet.sql("select pg_terminate_backend(\(session))")
      first.wait()
      second.wait()
      #expect(result.value?.code == .unreachableServer)
      #expect(try fleet.sql("select value, version from namespaced_defaults.settings") == "3|2")
      try a.refresh()
      #expect(try a.value(forKey: "key") == 3)
    }

    /// What waits for a standby is stored here already; but it may be acknowledged only when the standby has it too.
    @Test(arguments: ["pg_terminate_backend", "pg_cancel_backend"])
    func aCommitThatHasHappenedIsFoundAndReplicated(_ fault: String) throws {
      let server = try PostgresServer()
      let store = try PostgresStore(connection: server.connection(), name: "store")
      try store.set(1, forKey: "key")
      try server.requireMissingStandby()
      let isAcknowledged = Lockbox(false)
      let result = Lockbox<DefaultsError?>(nil)
      let writer = onNewThread {
        do {
          try store.increment("key")
          isAcknowledged.change { $0 = true }
        } catch {
          result.change { $0 = error as? DefaultsError }
        }
      }
      let first = try server.waitForSession(of: "postgres", at: "SyncRep")
      try server.sql("select \(fault)(\(first))")
      // The store has found it, and waits for the standby again, with another commit.
      try server.waitForSession(of: "postgres", at: "SyncRep", otherThan: first)
      #expect(!isAcknowledged.value)
      try server.requireNoStandby()
      writer.wait()
      #expect(result.value == nil)
      #expect(isAcknowledged.value)
      #expect(try store.value(forKey: "key") == 2)
      let other = try PostgresStore(connection: server.connection(), name: "store")
      #expect(try other.value(forKey: "key") == 2)
    }

    /// The old session waits on, with the lock, so that nobody can find out.
    @Test func aCommitOfWhichNobodyKnowsSaysSo() throws {
      let server = try PostgresServer()
      let store = try PostgresStore.machine(
        0,
        server.connection(),
        lockTimeout: .milliseconds(500),
        timeout: .seconds(1)
      )
      try store.set(1, forKey: "key")
      try server.requireMissingStandby()
      let error = #expect(throws: DefaultsError.self) { try store.increment("key") }
      #expect(error?.code == .unknownOutcome)
      #expect(try store.value(forKey: "key") == 1)
      try server.requireNoStandby()
      try wait(for: "the end of the old session") { (try? store.increment("key")) != nil }
      #expect(try store.value(forKey: "key") == 3)
    }
  }

  extension PostgresServer {
    /// Ends all sessions of a database.
    ///
    /// - Returns: How many it has ended.
    @discardableResult
    func endSessions(of database: String) throws -> Int {
      let count = try sql(
        """
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = '\(database)' and pid <> pg_backend_pid()
        """
      )
      return Int(count) ?? 0
    }

    /// Waits until a session waits for something.
    ///
    /// - Returns: The id of its process.
    @discardableResult
    func waitForSession(of database: String, at event: String, otherThan known: String = "0") throws -> String {
      let fits = "from pg_stat_activity where datname = '\(database)' and wait_event = '\(event)' and pid <> \(known)"
      try waitUntil("exists (select \(fits))")
      return try sql("select pid \(fits)")
    }
  }
#endif
