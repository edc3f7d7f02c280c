import NamespacedDefaults

func arraySettable() {
  Everything.set([1, "a", true] as [PropertyListValue]?, forKey: .scores)
  let mixed: [PropertyListValue]? = Everything.array(forKey: .scores)
  let same: [PropertyListValue]? = Everything[.scores]
  Everything[.scores] = [1, "a", true]
  Everything[.scores]?.append(2)
  let hasValue: Bool = Everything.key(Everything.ArrayKey.scores).hasValue
  Everything.remove(forKey: Everything.ArrayKey.scores)
  let key: DefaultsKey<[PropertyListValue]?> = Everything.key(.scores)
  let defaultValue: [PropertyListValue]? = Everything.defaultValue(forKey: .scores)
  print(mixed as Any, same as Any, hasValue, key, defaultValue as Any)
}

func arraySettableInstance() {
  Everything().set([1, "a", true] as [PropertyListValue]?, forKey: .scores)
  let mixed: [PropertyListValue]? = Everything().array(forKey: .scores)
  let key: DefaultsKey<[PropertyListValue]?> = Everything().key(.scores)
  let ownSame: [PropertyListValue]? = Everything()[.scores]
  Everything()[.scores] = [1, "a", true]
  Everything()[.scores]?.append(2)
  let instanceHasValue: Bool = Everything().key(Everything.ArrayKey.scores).hasValue
  Everything().remove(forKey: Everything.ArrayKey.scores)
  print(mixed as Any, key, instanceHasValue, ownSame as Any)
}

func dictionarySettable() {
  Everything.set(["a": 1, "b": "x"] as [String: PropertyListValue]?, forKey: .limits)
  let mixed: [String: PropertyListValue]? = Everything.dictionary(forKey: .limits)
  let same: [String: PropertyListValue]? = Everything[.limits]
  Everything[.limits] = ["a": 1, "b": "x"]
  Everything[.limits]?["c"] = 2.5
  let hasValue: Bool = Everything.key(Everything.DictionaryKey.limits).hasValue
  Everything.remove(forKey: Everything.DictionaryKey.limits)
  let key: DefaultsKey<[String: PropertyListValue]?> = Everything.key(.limits)
  let defaultValue: [String: PropertyListValue]? = Everything.defaultValue(forKey: .limits)
  print(mixed as Any, same as Any, hasValue, key, defaultValue as Any)
}

func dictionarySettableInstance() {
  Everything().set(["a": 1, "b": "x"] as [String: PropertyListValue]?, forKey: .limits)
  let mixed: [String: PropertyListValue]? = Everything().dictionary(forKey: .limits)
  let key: DefaultsKey<[String: PropertyListValue]?> = Everything().key(.limits)
  let ownSame: [String: PropertyListValue]? = Everything()[.limits]
  Everything()[.limits] = ["a": 1, "b": "x"]
  Everything()[.limits]?["c"] = 2.5
  let instanceHasValue: Bool = Everything().key(Everything.DictionaryKey.limits).hasValue
  Everything().remove(forKey: Everything.DictionaryKey.limits)
  print(mixed as Any, key, instanceHasValue, ownSame as Any)
}

func objectSettable() {
  Everything.set(Profile(), forKey: .profile)
  Everything.set(Theme.dark, forKey: .profile)
  Everything.set(["a": [1, 2]], forKey: .profile)
  let profile: Profile? = Everything.object(Profile.self, forKey: .profile)
  let same: Profile? = Everything[.profile]
  let theme = Everything[.profile, as: Theme.self]
  Everything[.profile] = Profile()
  Everything[.profile, as: Profile.self]?.name = "Ada"
  let hasValue: Bool = Everything.key(Everything.ObjectKey.profile, as: PropertyListValue.self).hasValue
  Everything.remove(forKey: Everything.ObjectKey.profile)
  let key: DefaultsKey<Profile?> = Everything.key(.profile)
  let themeKey = Everything.key(.profile, as: Theme.self)
  let defaultValue: (any DefaultsSerializable)? = Everything.defaultValue(forKey: .profile)
  print(profile as Any, same as Any, theme as Any, hasValue, key, themeKey, defaultValue as Any)
}

func objectSettableInstance() {
  Everything().set(Profile(), forKey: .profile)
  let profile: Profile? = Everything().object(Profile.self, forKey: .profile)
  let key: DefaultsKey<Profile?> = Everything().key(.profile)
  let themeKey = Everything().key(.profile, as: Theme.self)
  let ownSame: Profile? = Everything()[.profile]
  Everything()[.profile] = Profile()
  Everything()[.profile, as: Profile.self]?.name = "Ada"
  let instanceHasValue: Bool = Everything().key(Everything.ObjectKey.profile, as: PropertyListValue.self).hasValue
  Everything().remove(forKey: Everything.ObjectKey.profile)
  print(profile as Any, key, themeKey, instanceHasValue, ownSame as Any)
}
