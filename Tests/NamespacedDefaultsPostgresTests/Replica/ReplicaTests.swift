#if Postgres
  import Foundation
  import NamespacedDefaults
  import TestSupport
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// The file of a replica.
  @Suite(.withServer) struct ReplicaTests {
    @Test func theRecordOfAReplicaIsNoSetting() throws {
      let fleet = try Fleet()
      let replica = try TemporaryReplica()
      let store = try fleet.open("a", replica: replica)
      try store.set(1, forKey: "a")
      let record = "NamespacedDefaults.replica"
      #expect(try store.keys() == ["a"])
      #expect(try store.value(forKey: record) == nil)
      #expect(try FileStore(path: replica.path).value(forKey: record) != nil)
      try store.removeAll()
      #expect(try fleet.open("b").contents == [:])
      #expect(try FileStore(path: replica.path).value(forKey: record) != nil)
    }

    @Test func whoeverObservesTheFileHearsOfSettingsAlone() throws {
      let fleet = try Fleet()
      let replica = try TemporaryReplica()
      let file = try FileStore(path: replica.path)
      let heard = Lockbox<[String]>([])
      let observation = file.observe { change in heard.change { $0.append(change.key) } }
      let process = try StoreProcess(
        "open-replica",
        fleet.connection(of: "a"),
        fleet.name,
        replica.path,
        "set",
        "a",
        "1",
        "set",
        "b",
        "2"
      )
      #expect(process.finish() == ["ok", "ok"])
      try wait(for: "the changes") { heard.value.count >= 2 }
      try file.synchronize()
      // Two commits that were found at one look are announced together.
      #expect(heard.value.sorted() == ["a", "b"])
      withExtendedLifetime(observation) {}
    }

    @Test func aFileWithSettingsOfItsOwnIsNotTaken() throws {
      let fleet = try Fleet()
      let replica = try TemporaryReplica()
      try FileStore(path: replica.path).set(1, forKey: "mine")
      let error = #expect(throws: DefaultsError.self) { try fleet.open("a", replica: replica) }
      #expect(error?.code == .refusedByServer)
      #expect(error?.message.contains("file of its own") == true)
      #expect(try FileStore(path: replica.path).contents == ["mine": 1])
    }

    /// Another process makes the first commit between two looks at the file.
    @Test func aNewReplicaIsLookedAtAsOfOneMoment() throws {
      let record: PropertyListValue = [
        "store": "fleet", "hosts": ["db:5432"], "database": "d", "version": 1, "token": "t", "boot": "b",
      ]
      let values = LateStore(["a": 1, "NamespacedDefaults.replica": record])
      let place = ConnectionString.Place(hosts: ["db:5432"], database: "d")
      let replica = Replica(values: values, name: "fleet", place: place, boot: "b")
      #expect(try replica.position == Position(version: 1, token: "t"))
    }

    @Test func theFileOfAnotherStoreIsNotTaken() throws {
      let (fleet, other) = (try Fleet(), try Fleet())
      let replica = try TemporaryReplica()
      try fleet.open("a", replica: replica).set(1, forKey: "a")
      #expect(throws: DefaultsError.self) { try other.open("a", replica: replica) }
      #expect(try fleet.open("a", replica: replica).contents == ["a": 1])
    }

    @Test func aReadOfAKeyIsRememberedAsFromItsReplica() throws {
      let fleet = try Fleet()
      let (a, b) = (try fleet.open("a"), try fleet.open("b"))
      let key = DefaultsKey<Int>("limit", defaultValue: 0, store: b)
      #expect(key.value == 0)
      for number in 1...10 {
        try a.set(.int(number), forKey: "limit")
        try wait(for: "the change") { key.value == number }
      }
    }
  }

  /// A store that is empty at the first look.
  ///
  /// `@unchecked Sendable`: one test uses it on one thread.
  private final class LateStore: DefaultsStore, DefaultsStorage, @unchecked Sendable {
    let context = DefaultsStoreContext(announcesEveryChange: true)
    private var values: [String: PropertyListValue] = [:]
    private var late: [String: PropertyListValue]

    init(_ values: [String: PropertyListValue]) { late = values }

    func storedValue(forKey name: String) -> PropertyListValue? {
      defer {
        values.merge(late) { $1 }
        context.announce(late.map { DefaultsChange(key: $0, oldValue: nil, newValue: $1) })
        late = [:]
      }
      return values[name]
    }

    func storedKeys() -> [String] { Array(values.keys) }
    func persist(_ changes: [DefaultsChange]) {}
    func apply(_ changes: [DefaultsChange]) {}
    func synchronize() {}
  }
#endif
