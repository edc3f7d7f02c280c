import NamespacedDefaults

func namespaceable() {
  let names: [String] = [
    Everything.namespace, Everything().namespace, Defaulted.namespace, Defaulted(id: 1).namespace,
    Everything.namespaced(Everything.BoolKey.isOn), Everything().namespaced(Everything.BoolKey.isOn),
  ]
  let stored: [String] = Everything.storedKeys + Everything().storedKeys
  let stores: [any DefaultsStore] = [
    Everything.store, Everything().store, Defaulted.store, Defaulted(id: 1).store,
  ]
  let keyEnum = KeyEnum(Everything.BoolKey.self) { Everything.key($0) }
  KeyEnum.declare { $0 == Everything.self ? KeyEnum(Everything.BoolKey.self) { Everything.key($0) } : nil }
  Everything.removeAll()
  Everything().removeAll()
  print(names, stored, stores, keyEnum)
}

func ownSettable() {
  let value: Int = Everything[Everything.IntegerKey.count, default: 3]
  let ofInstance: Int = Everything()[Everything.IntegerKey.count, default: 3]
  Everything[Everything.IntegerKey.count, default: 3] = value
  Everything[Everything.IntegerKey.count, default: 3] += ofInstance
  Everything()[Everything.IntegerKey.count, default: 3] = value
  Everything()[Everything.IntegerKey.count, default: 3] += 1
  let key: DefaultsKey<Int> = DefaultsKey(Everything.IntegerKey.count, in: Everything.self, defaultValue: 3)
  let ownKey: DefaultsKey<Int> = DefaultsKey(Everything.IntegerKey.count, in: Everything(), defaultValue: 3)
  var change = InPlaceChange(key)
  change.value += 1
  change.commit()
  var other = InPlaceChange(Everything.IntegerKey.count, in: Everything.self, default: 3)
  other.value += 1
  other.commit()
  print(ownKey)
}

func genericallyNamespaceable<Namespace: KeyNamespaceable>(_ instance: Namespace) {
  print(Namespace.namespace, instance.namespace, Namespace.store, instance.store)
}
