import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration

// A store that lacks something.

// error: type 'NoCommit' does not conform to protocol 'DefaultsStorage'
final class NoCommit: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) throws -> PropertyListValue? { nil }
  func storedKeys() throws -> [String] { [] }
  func synchronize() throws {}
}

final class NotSendable: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  // error: stored property 'values' of 'Sendable'-conforming class 'NotSendable' is mutable
  var values: [String: PropertyListValue] = [:]
  func storedValue(forKey name: String) throws -> PropertyListValue? { values[name] }
  func storedKeys() throws -> [String] { Array(values.keys) }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {}
  func synchronize() throws {}
}

// error: non-class type 'NoClass' cannot conform to class protocol 'DefaultsStore'
struct NoClass: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) throws -> PropertyListValue? { nil }
  func storedKeys() throws -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {}
  func synchronize() throws {}
}

func stores() {
  // error: value of type 'InMemoryStore' has no member 'persist'
  InMemoryStore().persist([DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
  // error: cannot assign value of type 'String' to type 'any DefaultsStore'
  Defaults.store = "settings.defaults"
  // error: 'init()' is unavailable: an adapter has a store: DefaultsAdapter(store:), or DefaultsAdapter(suiteName:)
  print(DefaultsAdapter())
}

func suites() throws {
  // error: incorrect argument label in call (have 'suite:', expected 'suiteName:')
  print(try DefaultsAdapter(suite: "group.example"))
  // error: 'init(defaults:keyStore:)' is unavailable: write DefaultsAdapter(suiteName:), or DefaultsAdapter(store:
  print(DefaultsAdapter(defaults: .standard, keyStore: DefaultsKeys()))
  // error: call can throw but is not marked with 'try'
  print(DefaultsAdapter(suiteName: "group.example"))
}

func steps() {
  // error: call can throw, but it is not marked with 'try'
  Defaults.transaction { Defaults[.launchCount] += 1 }
  // error: call can throw, but it is not marked with 'try'
  Defaults.migrate([.rename("launches", to: "launchCount")])
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  try? Defaults.migrate([.rename("launches", to: 1)])
}

func opening() {
  // error: call can throw, but it is not marked with 'try'
  Defaults.store = FileStore(name: "settings")
}
