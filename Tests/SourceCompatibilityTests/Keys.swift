import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit

func keyInitializers(store: any DefaultsStore) -> [DefaultsKeys] {
  [
    DefaultsKey<Int>("a", defaultValue: 0),
    DefaultsKey("a", defaultValue: 0),
    DefaultsKey<Int>("a", defaultValue: 0, store: store).required().secret().renamed(from: "b"),
    DefaultsKey<Int?>("a", defaultValue: 1),
    DefaultsKey<Int?>("a"),
    DefaultsKey<Int?>("a", store: store).renamed(from: "b"),
    DefaultsKey<Plain>("a", defaultValue: Plain(), bridge: .jsonData),
    DefaultsKey<Plain>("a", defaultValue: Plain(), bridge: .jsonString, store: store).renamed(from: "b"),
    DefaultsKey<Plain?>("a", bridge: .jsonData),
    DefaultsKey<Plain?>("a", bridge: .jsonData, store: store).renamed(from: "b"),
    DefaultsKey("a") { Date() },
    DefaultsKey<Int>("a", store: store) { 1 }.renamed(from: "b"),
    DefaultsKey<Int>("a", defaultValue: 0).validating(.clamped(to: 1...12)),
    DefaultsKey<Int>("a", defaultValue: 0, store: store).renamed(from: "b").validating(.clamped(to: 1...12)),
    DefaultsKey<Int>("a", defaultValue: 0).validating(.within(1...12)),
    DefaultsKey<Int>("a", defaultValue: 0, store: store).renamed(from: "b").validating(.clamped(to: 1...12)),
    DefaultsKey<Int?>("a").validating(.within(1...100)),
    DefaultsKey<Int>("a", defaultValue: 0).validating(.clamped(to: 1...12)).described(as: "The number of columns."),
    DefaultsKey<Profile>("a", defaultValue: Profile())[\.name],
    DefaultsKeys.profile[\.name],
    DefaultsKeys.profile[\.nickname],
  ]
}

func keysInNamespaces() -> [DefaultsKeys] {
  [
    DefaultsKey<Int8>(Everything.IntegerKey.count, in: Everything.self, defaultValue: 1),
    DefaultsKey<Theme>(Everything.ObjectKey.profile, in: Everything.self, defaultValue: .dark),
  ]
}

func keyAccess(_ key: DefaultsKey<Int>) throws {
  key.value += key.value
  key.value = 1
  key ?= 1
  let kept: Int = key ?= 1
  _ = kept
  try key.update { $0 += 1 }
  let old: Int = try key.update { value in
    defer { value = 7 }
    return value
  }
  try key.update { value throws(DefaultsError) in
    guard value < 9 else { throw .noHomeDirectory }
    value += 1
  }
  let read: Int = try key.read()
  try key.write(2)
  let decoded: Int = try key.value(fromPropertyList: .string("2"))
  let hasValue: Bool = key.hasValue
  key.remove()
  let bound: DefaultsKey<Int> = key.bound(to: key.store)
  let keys: Set<DefaultsKeys> = [key, bound, .count]
  let areEqual: Bool = key == bound
  var hasher = Hasher()
  key.hash(into: &hasher)
  print(keys, areEqual)
  print(old, read, decoded, hasValue, bound, key.name, key.defaultValue)
}
