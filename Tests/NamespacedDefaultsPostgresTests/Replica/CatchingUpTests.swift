#if Postgres
  import Foundation
  import NamespacedDefaults
  import TestSupport
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// What a machine reads that was away.
  @Suite(.withServer) struct CatchingUpTests {
    @Test func aMachineThatWasAwayLearnsOfChangesAndRemovals() throws {
      let fleet = try Fleet()
      let writer = try fleet.open("writer")
      try writer.set(["kept": 1, "changed": 2, "removed": 3])
      let replica = try TemporaryReplica()
      #expect(try fleet.open("reader", replica: replica).contents == ["kept": 1, "changed": 2, "removed": 3])
      try fleet.awaitEnd(of: "reader")
      try writer.set(["new": 4, "removed": nil])
      try writer.set("two", forKey: "changed")
      let missed = try missed(by: replica, fleet)
      #expect(!missed.isWhole)
      #expect(
        missed.settings == [
          Missed.Setting(name: "new", value: 4), Missed.Setting(name: "removed", value: nil),
          Missed.Setting(name: "changed", value: "two"),
        ]
      )
      let reader = try fleet.open("reader", replica: replica)
      #expect(try reader.contents == ["kept": 1, "changed": "two", "new": 4])
    }

    /// As a file can be that was not written to the disk as a whole.
    @Test func afterALossOfPowerEverythingIsReadAgain() throws {
      Reported.hear()
      let fleet = try Fleet()
      let file = try TemporaryReplica()
      try fleet.open("writer").set(["a": 1, "b": 2, "c": 3])
      _ = try fleet.open("reader", replica: file)
      try fleet.awaitEnd(of: "reader")
      let values = try FileStore(path: file.path)
      try values.set(["a": nil, "b": 5, "more": 6])
      // As long as the machine runs, that does not happen.
      #expect(try fleet.open("reader", replica: file).contents == ["b": 5, "c": 3, "more": 6])
      try fleet.awaitEnd(of: "reader")
      let place = try server(of: fleet).connection.place
      let before = Replica(values: values, name: fleet.name, place: place, boot: "the boot before")
      let position = try Replica(values: values, name: fleet.name, place: place).position
      try values.exclusively {
        let changes = try before.persist([], at: position)
        try values.context.withLock { try before.storage.apply(changes) }
      }
      #expect(try fleet.open("reader", replica: file).contents == ["a": 1, "b": 2, "c": 3])
      #expect(try Replica(values: values, name: fleet.name, place: place).position == position)
      #expect(fleet.problems.isEmpty)
    }

    private func server(of fleet: Fleet) throws -> Server {
      Server(
        connection: try ConnectionString(fleet.connection(of: "test")),
        name: fleet.name,
        options: ServerOptions(timeout: .seconds(10), lockTimeout: .seconds(10))
      )
    }

    /// What the server has that a replica in a file does not.
    private func missed(by replica: TemporaryReplica, _ fleet: Fleet) throws -> Missed {
      let server = try server(of: fleet)
      let place = server.connection.place
      let position = try Replica(values: FileStore(path: replica.path), name: fleet.name, place: place).position
      return try server.missed(since: position, on: server.connect())
    }

    @Test func aMachineThatWasAwayForTooLongReadsEverything() throws {
      Reported.hear()
      let fleet = try Fleet()
      let options = ServerOptions(timeout: .seconds(10), lockTimeout: .seconds(30), keptCommits: 50)
      let writer = try PostgresStore(
        Server(connection: ConnectionString(fleet.connection(of: "writer")), name: fleet.name, options: options),
        replica: nil
      )
      try writer.set(["kept": 1, "removed": 2])
      let replica = try TemporaryReplica()
      _ = try fleet.open("reader", replica: replica)
      try fleet.awaitEnd(of: "reader")
      try writer.set(nil, forKey: "removed")
      for number in 0..<130 { try writer.set(.int(number), forKey: "counter") }
      #expect(try fleet.sql("select forgotten from namespaced_defaults.stores") == "78")
      #expect(try fleet.sql("select min(version) from namespaced_defaults.commits") == "79")
      #expect(try fleet.sql("select count(*) from namespaced_defaults.settings where value is null") == "0")
      #expect(try missed(by: replica, fleet).isWhole)
      #expect(try fleet.open("reader", replica: replica).contents == ["kept": 1, "counter": 129])
      #expect(fleet.problems.isEmpty)
    }

    /// As after a standby was promoted that had not got everything, or a backup was restored.
    @Test(arguments: [false, true])
    func aServerThatHasLostChangesIsReadAgainAndSaid(hasNewOnes: Bool) throws {
      Reported.hear()
      let fleet = try Fleet()
      let writer = try fleet.open("writer")
      try writer.set(1, forKey: "a")
      try fleet.sql("create table copy as select * from namespaced_defaults.settings")
      try writer.set(["a": 2, "lost": 3])
      let reader = try fleet.open("reader")
      let heard = Lockbox<[DefaultsChange]>([])
      let observation = DefaultsAdapter(store: reader)["lost"].key(as: PropertyListValue.self).observe { _ in
        let value = try? reader.value(forKey: "lost")
        heard.change { $0.append(DefaultsChange(key: "lost", oldValue: nil, newValue: value)) }
      }
      let token =
        hasNewOnes
        ? """
        update namespaced_defaults.commits set token = 'another' where version = 2;
        update namespaced_defaults.settings set version = 2
        """
        : """
        delete from namespaced_defaults.commits where version = 2; update namespaced_defaults.stores set version = 1
        """
      try fleet.sql(
        """
        begin; delete from namespaced_defaults.settings; insert into namespaced_defaults.settings select * from copy;
        \(token); commit
        """
      )
      try reader.refresh()
      #expect(try reader.contents == ["a": 1])
      try wait(for: "the observer") { heard.value.count == 1 }
      #expect(fleet.problems.filter { $0.kind == .lostChanges }.count == 1)
      try reader.refresh()
      #expect(fleet.problems.filter { $0.kind == .lostChanges }.count == 1)
      try reader.set(5, forKey: "b")
      #expect(try fleet.open("third").contents == ["a": 1, "b": 5])
      withExtendedLifetime((observation, writer)) {}
    }

    /// Two threads of a process ask the server, and the one that has asked first is the last to be done.
    @Test func whatIsAppliedTooLateChangesNothing() throws {
      let fleet = try Fleet()
      let writer = try fleet.open("writer")
      let server = try server(of: fleet)
      let connection = try server.connect()
      let replica = Replica(values: InMemoryStore(), name: fleet.name, place: server.connection.place)
      try writer.set(1, forKey: "a")
      let early = try server.missed(since: .beginning, on: connection)
      try writer.set(["a": 2, "b": 2])
      let late = try server.missed(since: .beginning, on: connection)
      let applied = try replica.values.exclusively {
        [try replica.apply(late) != nil, try replica.apply(early) != nil]
      }
      #expect(applied == [true, false])
      #expect(try replica.values.value(forKey: "a") == 2)
      #expect(try replica.position == late.position)
    }

    @Test func aBatchIsNeverReadInPart() throws {
      let fleet = try Fleet()
      let (writer, reader) = (try fleet.open("writer"), try fleet.open("reader"))
      let ends = Lockbox(false)
      let thread = onNewThread {
        for number in 1...200 { try? writer.set(["a": .int(number), "b": .int(number)]) }
        ends.change { $0 = true }
      }
      var states = 0
      var last: PropertyListValue?
      while !ends.value {
        let (a, b) = try reader.transactionFreeRead()
        #expect(a == b)
        if a != last { states += 1 }
        last = a
      }
      thread.wait()
      #expect(states > 1)
      try wait(for: "the last state") { try reader.contents == ["a": 200, "b": 200] }
    }
  }

  extension PostgresStore {
    /// Two values of one moment.
    fileprivate func transactionFreeRead() throws -> (PropertyListValue?, PropertyListValue?) {
      try context.withLock { (try value(forKey: "a"), try value(forKey: "b")) }
    }
  }
#endif
