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
  let enums: [KeyEnum] = Everything.customKeyEnums + [KeyEnum(Everything.BoolKey.self) { Everything.key($0) }]
  Everything.removeAll()
  Everything().removeAll()
  print(names, stored, stores, enums)
}

func ownSettable() {
  let value: Int = Everything.value(forKey: Everything.IntegerKey.count, defaultValue: 3)
  let ofInstance: Int = Everything().value(forKey: Everything.IntegerKey.count, defaultValue: 3)
  Everything.set(value + ofInstance, forKey: Everything.IntegerKey.count, defaultValue: 3)
  let key: DefaultsKey<Int> = DefaultsKey(Everything.IntegerKey.count, in: Everything.self, defaultValue: 3)
  let ownKey: DefaultsKey<Int> = DefaultsKey(Everything.IntegerKey.count, in: Everything(), defaultValue: 3)
  var change = InPlaceChange(key)
  change.value += 1
  change.commit()
  print(ownKey)
}

func genericallyNamespaceable<Namespace: KeyNamespaceable>(_ instance: Namespace) {
  print(Namespace.namespace, instance.namespace, Namespace.store, instance.store)
}
