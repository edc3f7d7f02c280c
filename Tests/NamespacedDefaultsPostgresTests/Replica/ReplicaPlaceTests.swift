#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsSecrets
  import TestSupport
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// The server that a replica in a file belongs to, and what is in the file for ever.
  @Suite(.withServer) struct ReplicaPlaceTests {
    private let production: Fleet
    private let file: TemporaryReplica

    init() throws { (production, file) = (try Fleet(), try TemporaryReplica()) }

    /// Another database, with the tables of the first as a dump brings them: the same id, and the same commits.
    private func staging() throws -> String {
      let (server, database) = (production.server, try production.server.newDatabase())
      let dump = "\(server.directory.path)/\(database).dump"
      try server.command("pg_dump", "--format=custom", "--file=\(dump)", production.database)
      try server.command("pg_restore", "-d", database, dump)
      return server.connection(database: database)
    }

    private func open(_ connection: String) throws -> PostgresStore {
      try PostgresStore(
        connection: connection,
        name: production.name,
        replica: FileStore(path: file.path),
        timeout: .seconds(2)
      )
    }

    private var lost: Int { production.problems.filter { $0.kind == .lostChanges }.count }

    @Test func aReplicaOfAnotherDatabaseIsDiscardedOnce() throws {
      Reported.hear()
      try production.open("a", replica: file).set(["a": 1, "secret": "of production"])
      try production.awaitEnd(of: "a")
      let staging = try staging()
      try PostgresStore(connection: staging, name: production.name).set(["a": 2, "secret": nil])
      for _ in 0..<2 {
        #expect(try open(staging + " application_name=b").contents == ["a": 2])
        try wait(for: "the end") {
          try production.server.sql("select count(*) from pg_stat_activity where application_name = 'b'") == "0"
        }
        #expect(production.problems.filter { "\($0)".contains("of another database") }.map(\.kind) == [.lostChanges])
        #expect(lost == 1)
      }
      #expect(try !Data(contentsOf: URL(fileURLWithPath: file.path)).contains("of production"))
    }

    /// The copy stays for those whose it is.
    @Test(arguments: ["host=/nowhere", "dbname=nothing_here"])
    func aProgramWithoutItsServerDoesNotStartWithAnotherCopy(_ other: String) throws {
      Reported.hear()
      try production.open("a", replica: file).set(1, forKey: "a")
      try production.awaitEnd(of: "a")
      #expect(throws: DefaultsError.self) { try open(production.connection(of: "b") + " " + other) }
      #expect(try production.open("a", replica: file).contents == ["a": 1])
      #expect(lost == 0)
    }

    /// As programs of staging and production do on one machine.
    @Test func aReplicaInUseIsNotGivenToAnotherServer() throws {
      let a = try production.open("a", replica: file)
      try a.set(1, forKey: "a")
      let staging = try staging()
      let error = #expect(throws: DefaultsError.self) { try open(staging) }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("a file of its own") == true)
      try a.set(2, forKey: "a")
      #expect(try a.contents == ["a": 2])
    }

    @Test func ofTwoServersThatBeginWithAnEmptyFileOneGetsIt() throws {
      let other = try Fleet()
      let (a, b) = (
        try production.open("a", replica: file),
        try PostgresStore(
          connection: other.connection(of: "b"),
          name: production.name,
          replica: FileStore(path: file.path)
        )
      )
      try a.set(1, forKey: "a")
      #expect(throws: DefaultsError.self) { try b.set(2, forKey: "a") }
      #expect(throws: DefaultsError.self) { try b.refresh() }
      #expect(try a.contents == ["a": 1])
    }

    /// A string that still names one of the hosts may be that of a fleet that grows.
    @Test(arguments: [
      ("host=db1,db2 dbname=s", "host=db2 dbname=s", true), ("host=db1 dbname=s", "host=db2 dbname=s", false),
      ("host=db1 dbname=s", "host=db1 dbname=t", false), ("host=db1 dbname=s", "postgresql://db1/s", true),
      ("host=db1 dbname=s", "host=db1 port=5433 dbname=s", false),
      ("host=db1,db2 port=1,2 dbname=s", "host=db3,db2 port=1,2 dbname=s", true),
      ("hostaddr=::1 dbname=s", "hostaddr=::2 dbname=s", false), ("host=db1 user=u", "host=db1 user=v", false),
    ])
    func aHostInCommonAndTheDatabaseMakeAPlace(_ first: String, _ second: String, isSame: Bool) throws {
      let values = InMemoryStore()
      let replica = Replica(values: values, name: "s", place: try ConnectionString(first).place)
      _ = try replica.persist([], at: Position(version: 1, token: "t")).map { try values.set([$0.key: $0.newValue]) }
      let other = Replica(values: values, name: "s", place: try ConnectionString(second).place)
      #expect(try other.isOfAnotherPlace != isSame)
    }

    /// What it has seen counts as forgotten there, so that only the id shows that it is another table.
    @Test func tablesThatWereMadeAnewAreReported() throws {
      Reported.hear()
      try production.open("a", replica: file).set(1, forKey: "a")
      try production.awaitEnd(of: "a")
      try production.sql("drop schema namespaced_defaults cascade")
      let new = try production.open("new")
      for number in 2...4 { try new.set(.int(number), forKey: "a") }
      try production.sql("update namespaced_defaults.stores set forgotten = 2")
      for _ in 0..<2 {
        #expect(try production.open("a", replica: file).contents == ["a": 4])
        try production.awaitEnd(of: "a")
        #expect(lost == 1)
      }
    }

    @Test(arguments: [true, false]) func whatAnOlderKeySealedLeavesTheFile(isOwn: Bool) throws {
      let replica = try production.open("replica", replica: file)
      let base = isOwn ? replica : try production.open("writer")
      let (old, new) = (TestSeal("old key"), TestSeal("new key", key: 2))
      try SealedStore(over: base, seal: old).set("secret", forKey: "token")
      try replica.refresh()
      let bytes = { try Data(contentsOf: URL(fileURLWithPath: file.path)) }
      #expect(try bytes().contains("old key"))
      try SealedStore(over: base, seal: new, opening: [old]).reseal()
      try replica.refresh()
      try wait(for: "a file without it", seconds: 30) { try !bytes().contains("old key") }
      #expect(try SealedStore(over: replica, seal: new).value(forKey: "token") == "secret")
    }
  }

  extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
  }
#endif
