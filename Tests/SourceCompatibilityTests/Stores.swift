import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit

/// A store of a program's own: what has to be there, and no more.
final class OwnStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  private let values = InMemoryStore()

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    values.value(forKey: name)
  }
  func storedKeys() throws -> [String] { values.keys() }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {
    for change in changes { try values.set(change.newValue, forKey: change.key) }
  }
  func synchronize() throws {}

  func noticed(_ changes: [DefaultsChange]) {
    context.announce(changes)
  }
}

/// The same with what may be there.
final class SharedStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) throws -> PropertyListValue? { nil }
  func storedKeys() throws -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {}
  func synchronize() throws {}
  func beginWriting() throws {}
  func endWriting() {}
  func storedForm(of value: PropertyListValue) -> PropertyListValue { value }
}

func stores(_ store: any DefaultsStore) throws {
  let value: PropertyListValue? = try store.value(forKey: "a")
  let keys: [String] = try store.keys()
  try store.set(1, forKey: "a")
  try store.set(nil, forKey: "a")
  try store.update("a") { $0 = 1 }
  let updated: Int = try store.update("a") { value in
    value = nil
    return 1
  }
  try store.set(["a": 1, "b": nil])
  try store.removeAll()
  try store.removeAll { $0.hasPrefix("a") }
  let read: PropertyListValue? = try store.transaction { try store.value(forKey: "a") }
  let transacted: Int = try Defaults.transaction { 1 }
  let adapted: Int = try DefaultsAdapter(store: store).transaction { 1 }
  let limit: Duration = store.lockTimeout
  print(transacted, adapted, limit)
  try store.synchronize()
  let observation: DefaultsObservation = store.observe("a") { (change: DefaultsChange) in print(change.key) }
  let all: DefaultsObservation = store.observe { print($0.oldValue ?? 0, $0.newValue ?? 0) }
  let context: DefaultsStoreContext = store.context
  print(value as Any, keys, updated, read as Any, observation, all, context)
}

/// A store over a storage that nobody else sees.
final class HiddenStore: DefaultsStore {
  let context: DefaultsStoreContext
  init() { context = DefaultsStoreContext(SharedStore(), announcesEveryChange: true) }
  func synchronize() throws {}
}

/// What the library calls on a store.
func requirements(_ store: OwnStore) throws {
  let value: PropertyListValue? = try store.value(forKey: "a")
  let keys: [String] = try store.keys()
  print(value as Any, keys)
  let change: DefaultsChange = DefaultsChange(key: "a", oldValue: nil, newValue: 1)
  print(change)
}

func inMemoryStores() {
  let store = InMemoryStore(["a": 1])
  let value: PropertyListValue? = store.value(forKey: "a")
  let keys: [String] = store.keys()
  store.synchronize()
  print(InMemoryStore(), value as Any, keys, store.context)
}

func fileStores() throws {
  let store = try FileStore(name: "a")
  let durability: FileStore.Durability = .powerLoss
  _ = try FileStore(name: "a", durability: durability)
  _ = try FileStore(path: "/a")
  _ = try FileStore(name: "a/b", in: .state, permissions: 0o644, durability: durability)
  _ = try FileStore(name: "a", lockTimeout: .seconds(5))
  let owners: [FileStore.Owners] = [.userAndRoot, .anyone]
  _ = try FileStore(path: "/a", owners: owners[0])
  let protections: [FileStore.Protection] = [.completeUntilFirstUserAuthentication, .none]
  _ = try FileStore(path: "/a", protection: protections[0])
  _ = try FileStore(name: "a", protection: protections[1])
  _ = try FileStore(path: "/a", durability: .processKill)
  _ = try FileStore(path: "/a", permissions: 0o640, durability: .powerLoss)
  _ = try FileStore(path: "/a", permissions: 0o640, durability: .powerLoss, lockTimeout: .seconds(5))
  _ = try FileStore(url: URL(filePath: "/a"))
  _ = try FileStore(url: URL(filePath: "/a"), permissions: 0o640, durability: .powerLoss)
  _ = try FileStore(url: URL(filePath: "/a"), lockTimeout: .seconds(5))
  try store.compact()
  let places: [FileStore.Place] = [.config, .state, .data, .systemConfig]
  let directory: String = try FileStore.directory(of: places[0])
  let value: PropertyListValue? = try store.value(forKey: "a")
  let keys: [String] = try store.keys()
  try store.synchronize()
  print(store.path, store.label, store.context, directory, value as Any, keys)

  let report: FileStoreReport = try FileStore.verify(path: store.path)
  let damage: [String] = report.damage
  print(report.fileSize, report.keyCount, report.liveSize, damage, report.description, FileStore.handlesBusErrors)
}

func describe(_ store: any DefaultsStore, _ key: DefaultsKeys, _ group: DefaultsAdapter, _ proxy: DefaultsProxy) {
  print(store.description, key.description, group.description, proxy.description)
}
