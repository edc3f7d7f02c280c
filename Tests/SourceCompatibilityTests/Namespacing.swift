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
  Everything.removeAll()
  Everything().removeAll()
  print(names, stored, stores)
}

func genericallyNamespaceable<Namespace: KeyNamespaceable>(_ instance: Namespace) {
  print(Namespace.namespace, instance.namespace, Namespace.store, instance.store)
}
