import Foundation
import NamespacedDefaults

func boolSettable() {
  Everything.set(true, forKey: .isOn)
  let value: Bool = Everything.bool(forKey: .isOn)
  let same: Bool = Everything[.isOn]
  Everything[.isOn] = true
  Everything[.isOn].toggle()
  let hasValue: Bool = Everything.key(Everything.BoolKey.isOn).hasValue
  Everything.remove(forKey: Everything.BoolKey.isOn)
  let key: DefaultsKey<Bool> = Everything.key(.isOn)
  let defaultValue: Bool = Everything.defaultValue(forKey: .isOn)
  Everything().set(true, forKey: .isOn)
  let own: Bool = Everything().bool(forKey: .isOn)
  let ownKey: DefaultsKey<Bool> = Everything().key(.isOn)
  let ownSame: Bool = Everything()[.isOn]
  Everything()[.isOn] = true
  Everything()[.isOn].toggle()
  let instanceHasValue: Bool = Everything().key(Everything.BoolKey.isOn).hasValue
  Everything().remove(forKey: Everything.BoolKey.isOn)
  print(value, same, hasValue, key, defaultValue, own, ownKey, instanceHasValue, ownSame)
}

func integerSettable() {
  Everything.set(1, forKey: .count)
  let value: Int = Everything.integer(forKey: .count)
  let same: Int = Everything[.count]
  Everything[.count] = 1
  Everything[.count] += 1
  let hasValue: Bool = Everything.key(Everything.IntegerKey.count).hasValue
  Everything.remove(forKey: Everything.IntegerKey.count)
  let key: DefaultsKey<Int> = Everything.key(.count)
  let defaultValue: Int = Everything.defaultValue(forKey: .count)
  Everything().set(1, forKey: .count)
  let own: Int = Everything().integer(forKey: .count)
  let ownKey: DefaultsKey<Int> = Everything().key(.count)
  let ownSame: Int = Everything()[.count]
  Everything()[.count] = 1
  Everything()[.count] += 1
  let instanceHasValue: Bool = Everything().key(Everything.IntegerKey.count).hasValue
  Everything().remove(forKey: Everything.IntegerKey.count)
  print(value, same, hasValue, key, defaultValue, own, ownKey, instanceHasValue, ownSame)
}

func floatSettable() {
  Everything.set(1, forKey: .gain)
  let value: Float = Everything.float(forKey: .gain)
  let same: Float = Everything[.gain]
  Everything[.gain] = 1
  Everything[.gain] *= 2
  let hasValue: Bool = Everything.key(Everything.FloatKey.gain).hasValue
  Everything.remove(forKey: Everything.FloatKey.gain)
  let key: DefaultsKey<Float> = Everything.key(.gain)
  let defaultValue: Float = Everything.defaultValue(forKey: .gain)
  Everything().set(1, forKey: .gain)
  let own: Float = Everything().float(forKey: .gain)
  let ownKey: DefaultsKey<Float> = Everything().key(.gain)
  let ownSame: Float = Everything()[.gain]
  Everything()[.gain] = 1
  Everything()[.gain] *= 2
  let instanceHasValue: Bool = Everything().key(Everything.FloatKey.gain).hasValue
  Everything().remove(forKey: Everything.FloatKey.gain)
  print(value, same, hasValue, key, defaultValue, own, ownKey, instanceHasValue, ownSame)
}

func doubleSettable() {
  Everything.set(1, forKey: .volume)
  let value: Double = Everything.double(forKey: .volume)
  let same: Double = Everything[.volume]
  Everything[.volume] = 1
  Everything[.volume] -= 1
  let hasValue: Bool = Everything.key(Everything.DoubleKey.volume).hasValue
  Everything.remove(forKey: Everything.DoubleKey.volume)
  let key: DefaultsKey<Double> = Everything.key(.volume)
  let defaultValue: Double = Everything.defaultValue(forKey: .volume)
  Everything().set(1, forKey: .volume)
  let own: Double = Everything().double(forKey: .volume)
  let ownKey: DefaultsKey<Double> = Everything().key(.volume)
  let ownSame: Double = Everything()[.volume]
  Everything()[.volume] = 1
  Everything()[.volume] -= 1
  let instanceHasValue: Bool = Everything().key(Everything.DoubleKey.volume).hasValue
  Everything().remove(forKey: Everything.DoubleKey.volume)
  print(value, same, hasValue, key, defaultValue, own, ownKey, instanceHasValue, ownSame)
}

func stringSettable() {
  Everything.set("a", forKey: .name)
  Everything.set(nil as String?, forKey: .name)
  let value: String? = Everything.string(forKey: .name)
  let same: String? = Everything[.name]
  Everything[.name] = "a"
  Everything[.name]?.append("!")
  let hasValue: Bool = Everything.key(Everything.StringKey.name).hasValue
  Everything.remove(forKey: Everything.StringKey.name)
  let key: DefaultsKey<String?> = Everything.key(.name)
  let defaultValue: String? = Everything.defaultValue(forKey: .name)
  Everything().set("a", forKey: .name)
  let own: String? = Everything().string(forKey: .name)
  let ownKey: DefaultsKey<String?> = Everything().key(.name)
  let ownSame: String? = Everything()[.name]
  Everything()[.name] = "a"
  Everything()[.name]?.append("!")
  let instanceHasValue: Bool = Everything().key(Everything.StringKey.name).hasValue
  Everything().remove(forKey: Everything.StringKey.name)
  print(
    value as Any,
    same as Any,
    hasValue,
    key,
    defaultValue as Any,
    own as Any,
    ownKey,
    instanceHasValue,
    ownSame as Any
  )
}

func urlSettable() {
  Everything.set(URL(filePath: "/"), forKey: .homepage)
  Everything.set(nil as URL?, forKey: .homepage)
  let value: URL? = Everything.url(forKey: .homepage)
  let same: URL? = Everything[.homepage]
  Everything[.homepage] = URL(filePath: "/")
  Everything[.homepage]?.append(path: "a")
  let hasValue: Bool = Everything.key(Everything.URLKey.homepage).hasValue
  Everything.remove(forKey: Everything.URLKey.homepage)
  let key: DefaultsKey<URL?> = Everything.key(.homepage)
  let defaultValue: URL? = Everything.defaultValue(forKey: .homepage)
  Everything().set(URL(filePath: "/"), forKey: .homepage)
  let own: URL? = Everything().url(forKey: .homepage)
  let ownKey: DefaultsKey<URL?> = Everything().key(.homepage)
  let ownSame: URL? = Everything()[.homepage]
  Everything()[.homepage] = URL(filePath: "/")
  Everything()[.homepage]?.append(path: "a")
  let instanceHasValue: Bool = Everything().key(Everything.URLKey.homepage).hasValue
  Everything().remove(forKey: Everything.URLKey.homepage)
  print(
    value as Any,
    same as Any,
    hasValue,
    key,
    defaultValue as Any,
    own as Any,
    ownKey,
    instanceHasValue,
    ownSame as Any
  )
}

func dataSettable() {
  Everything.set(Data(), forKey: .avatar)
  Everything.set(nil as Data?, forKey: .avatar)
  let value: Data? = Everything.data(forKey: .avatar)
  let same: Data? = Everything[.avatar]
  Everything[.avatar] = Data()
  Everything[.avatar]?.append(1)
  let hasValue: Bool = Everything.key(Everything.DataKey.avatar).hasValue
  Everything.remove(forKey: Everything.DataKey.avatar)
  let key: DefaultsKey<Data?> = Everything.key(.avatar)
  let defaultValue: Data? = Everything.defaultValue(forKey: .avatar)
  Everything().set(Data(), forKey: .avatar)
  let own: Data? = Everything().data(forKey: .avatar)
  let ownKey: DefaultsKey<Data?> = Everything().key(.avatar)
  let ownSame: Data? = Everything()[.avatar]
  Everything()[.avatar] = Data()
  Everything()[.avatar]?.append(1)
  let instanceHasValue: Bool = Everything().key(Everything.DataKey.avatar).hasValue
  Everything().remove(forKey: Everything.DataKey.avatar)
  print(
    value as Any,
    same as Any,
    hasValue,
    key,
    defaultValue as Any,
    own as Any,
    ownKey,
    instanceHasValue,
    ownSame as Any
  )
}

func dateSettable() {
  Everything.set(.now, forKey: .birthday)
  Everything.set(nil as Date?, forKey: .birthday)
  let value: Date? = Everything.date(forKey: .birthday)
  let same: Date? = Everything[.birthday]
  Everything[.birthday] = .now
  Everything[.birthday]?.addTimeInterval(60)
  let hasValue: Bool = Everything.key(Everything.DateKey.birthday).hasValue
  Everything.remove(forKey: Everything.DateKey.birthday)
  let key: DefaultsKey<Date?> = Everything.key(.birthday)
  let defaultValue: Date? = Everything.defaultValue(forKey: .birthday)
  Everything().set(.now, forKey: .birthday)
  let own: Date? = Everything().date(forKey: .birthday)
  let ownKey: DefaultsKey<Date?> = Everything().key(.birthday)
  let ownSame: Date? = Everything()[.birthday]
  Everything()[.birthday] = .now
  Everything()[.birthday]?.addTimeInterval(60)
  let instanceHasValue: Bool = Everything().key(Everything.DateKey.birthday).hasValue
  Everything().remove(forKey: Everything.DateKey.birthday)
  print(
    value as Any,
    same as Any,
    hasValue,
    key,
    defaultValue as Any,
    own as Any,
    ownKey,
    instanceHasValue,
    ownSame as Any
  )
}

func stringArraySettable() {
  Everything.set(["a"], forKey: .tags)
  Everything.set(nil as [String]?, forKey: .tags)
  let value: [String]? = Everything.stringArray(forKey: .tags)
  let same: [String]? = Everything[.tags]
  Everything[.tags] = ["a"]
  Everything[.tags]?.append("b")
  let hasValue: Bool = Everything.key(Everything.StringArrayKey.tags).hasValue
  Everything.remove(forKey: Everything.StringArrayKey.tags)
  let key: DefaultsKey<[String]?> = Everything.key(.tags)
  let defaultValue: [String]? = Everything.defaultValue(forKey: .tags)
  Everything().set(["a"], forKey: .tags)
  let own: [String]? = Everything().stringArray(forKey: .tags)
  let ownKey: DefaultsKey<[String]?> = Everything().key(.tags)
  let ownSame: [String]? = Everything()[.tags]
  Everything()[.tags] = ["a"]
  Everything()[.tags]?.append("b")
  let instanceHasValue: Bool = Everything().key(Everything.StringArrayKey.tags).hasValue
  Everything().remove(forKey: Everything.StringArrayKey.tags)
  print(
    value as Any,
    same as Any,
    hasValue,
    key,
    defaultValue as Any,
    own as Any,
    ownKey,
    instanceHasValue,
    ownSame as Any
  )
}
