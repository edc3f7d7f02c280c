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

enum Editor: KeyNamespaceable {
  static let theme = key("theme", defaultValue: Theme.dark)
  static let isSecret = false
  static let size = key("size", defaultValue: 13.0).required().secret().renamed(fromStoredName: "size")
  static let profile = key("profile", of: Profile.self)
  static let columns = key("columns", defaultValue: 4, bridge: .serializable)
  static let other = key("other", of: Profile.self, bridge: .jsonString)
  static let keys = [theme, size, profile, columns, other]
}

func typedSettings() {
  let theme: Theme = Editor.theme.value
  Editor.theme.value = theme
  Editor.size.value += 1
  let profile: Profile? = Editor.profile.value
  let columns: Int = Defaults[Editor.columns]
  let other: Profile? = Editor.other.value
  let instance = Everything()
  let keys: [DefaultsKeys] = [
    instance.key("theme", defaultValue: Theme.dark), instance.key("profile", of: Profile.self),
    instance.key("columns", defaultValue: 4, bridge: .serializable),
    instance.key("other", of: Profile.self, bridge: .jsonString),
  ]
  print(profile as Any, columns, other as Any, keys, Editor.keys, Everything.keys)
}
