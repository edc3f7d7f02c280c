#if Postgres
  import Foundation
  import NamespacedDefaults
  import TestSupport
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// A server that is away.
  @Suite(.withServer) struct OutageTests {
    @Test func whileTheServerIsAwayReadsGoOnAndItIsSaidOnce() throws {
      Reported.hear()
      let server = try PostgresServer()
      let (name, connection) = ("outage-\(UUID().uuidString.prefix(8))", server.connection())
      let store = try PostgresStore(connection: connection, name: name)
      try store.set(1, forKey: "a")
      #expect(store.state == .connected)
      let heard = Lockbox<[Int?]>([])
      let observation = DefaultsKey<Int?>("a", store: store).observe { change in
        heard.change { $0.append(change.newValue) }
      }
      // Before the outage, or the store could be connected again in between.
      try server.sql("alter schema namespaced_defaults rename to other")
      let before = Date()
      server.stop()
      try wait(for: "the outage") { store.state != .connected }
      guard case .disconnected(let since, let reason) = store.state else { return }
      #expect(since >= before)
      #expect(reason.code == .unreachableServer)
      #expect(reason.message.contains(name))
      #expect(try store.contents == ["a": 1])
      for attempt in [{ try store.set(2, forKey: "a") }, { try store.refresh() }] {
        let error = #expect(throws: DefaultsError.self) { try attempt() }
        #expect(error?.code == .unreachableServer)
      }
      #expect(try store.contents == ["a": 1])
      try server.start()
      // The reason is that of now, and it is the same outage.
      try wait(for: "the other reason") {
        if case .disconnected(since, let reason) = store.state { reason.code == .refusedByServer } else { false }
      }
      try server.sql("alter schema other rename to namespaced_defaults")
      try wait(for: "the server") { store.state == .connected }
      #expect(Reported.all.filter { "\($0)".contains(name) }.map(\.kind) == [.unreachableServer])
      // Someone else writes.
      try PostgresStore(connection: connection + " application_name=b", name: name).set(3, forKey: "a")
      try wait(for: "the change") { heard.value == [3] }
      withExtendedLifetime(observation) {}
    }

    @Test func aWriteThatReachesTheServerEndsTheListenersWait() throws {
      let server = try PostgresServer()
      // Longer than any test.
      let options = ServerOptions(timeout: .seconds(10), lockTimeout: .seconds(30), firstWait: .seconds(3_600))
      let address = Server(connection: try ConnectionString(server.connection()), name: "fleet", options: options)
      let store = try PostgresStore(address, replica: nil)
      try store.set(1, forKey: "a")
      server.stop()
      try wait(for: "the outage") { store.state != .connected }
      try server.start()
      try store.set(2, forKey: "a")
      try wait(for: "the listener") { store.state == .connected }
    }

    @Test func aProgramStartsWithWhatItsReplicaKnows() throws {
      let server = try PostgresServer()
      let replica = try TemporaryReplica()
      func open() throws -> PostgresStore {
        try PostgresStore(connection: server.connection(), name: "fleet", replica: FileStore(path: replica.path))
      }
      try open().set(1, forKey: "a")
      server.stop()
      let error = #expect(throws: DefaultsError.self) {
        try PostgresStore(connection: server.connection(), name: "fleet")
      }
      #expect(error?.code == .unreachableServer)
      let store = try open()
      #expect(try store.contents == ["a": 1])
      // The role of the listener may be the first store's for a moment.
      try wait(for: "the outage") { store.state != .connected }
      // One that does not listen says so too.
      let follower = try PostgresStore(
        connection: server.connection() + " application_name=b",
        name: "fleet",
        replica: FileStore(path: replica.path)
      )
      try wait(for: "the same state") { follower.state == store.state }
      try server.start()
      try wait(for: "the server") { store.state == .connected && follower.state == .connected }
      try store.set(2, forKey: "a")
      #expect(try follower.contents == ["a": 2])
    }

    @Test func anOutageKeepsItsBeginningWhoeverListens() throws {
      let server = try PostgresServer()
      let replica = try TemporaryReplica()
      func open(_ machine: String) throws -> PostgresStore {
        let connection = server.connection() + " application_name=\(machine)"
        return try PostgresStore(connection: connection, name: "fleet", replica: FileStore(path: replica.path))
      }
      var first: PostgresStore? = try open("a")
      try first?.set(1, forKey: "a")
      server.stop()
      let place = try ConnectionString(server.connection()).place
      let record = Replica(values: try FileStore(path: replica.path), name: "fleet", place: place)
      try wait(for: "the outage") { record.state != .connected }
      guard case .disconnected(let begin, _) = record.state else { return }
      first = nil
      let second = try open("b")
      try wait(for: "the outage that is found") { second.state != .connected }
      guard case .disconnected(let since, _) = second.state else { return }
      #expect(since == begin)
    }

    @Test func problemsOfTheListenerReachTheHandlerOfWhoeverOpenedTheStore() throws {
      Reported.hear()
      let fleet = try Fleet()
      let heard = Lockbox<[DefaultsProblem.Kind]>([])
      let store = try Defaults.withProblemHandler {
        let kind = $0.kind
        heard.change { $0.append(kind) }
      } operation: {
        try fleet.open("a")
      }
      try store.set(1, forKey: "a")
      // When the listener is back, the server does not know its past.
      try fleet.sql(
        "update namespaced_defaults.commits set token = 'another'; update namespaced_defaults.settings set value = '2'"
      )
      try fleet.server.endSessions(of: fleet.database)
      try wait(for: "the problems") { heard.value.count >= 2 }
      #expect(heard.value.count == 2)
      #expect(Set(heard.value) == [.unreachableServer, .lostChanges])
      #expect(fleet.problems.isEmpty)
    }

    @Test func aServerThatDoesNotAnswerIsFoundOut() throws {
      let server = try PostgresServer()
      let store = try PostgresStore(connection: server.connection(), name: "fleet", timeout: .seconds(1))
      try store.set(1, forKey: "a")
      server.stall()
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.code == .unreachableServer)
      #expect(try store.contents == ["a": 1])
      server.unstall()
      try store.set(3, forKey: "a")
      #expect(try server.sql("select value from namespaced_defaults.settings") == "3")
    }
  }
#endif
