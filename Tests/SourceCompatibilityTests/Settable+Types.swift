import Foundation
import NamespacedDefaults

/// A type whose defaults say the types of the values.
struct Typed:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String { case isOn }
  enum IntegerKey: String { case count }
  enum FloatKey: String { case gain }
  enum DoubleKey: String { case volume }
  enum StringKey: String { case name }
  enum URLKey: String { case homepage }
  enum DataKey: String { case avatar }
  enum DateKey: String { case birthday }
  enum StringArrayKey: String { case tags }
  enum ArrayKey: String { case scores }
  enum DictionaryKey: String { case limits }
  enum ObjectKey: String { case profile }

  static func defaultValue(forKey key: BoolKey) -> Bool? { nil }
  static func defaultValue(forKey key: IntegerKey) -> Int? { nil }
  static func defaultValue(forKey key: FloatKey) -> Float? { nil }
  static func defaultValue(forKey key: DoubleKey) -> Double? { nil }
  static func defaultValue(forKey key: StringKey) -> String { "" }
  static func defaultValue(forKey key: URLKey) -> URL { URL(filePath: "/") }
  static func defaultValue(forKey key: DataKey) -> Data { Data() }
  static func defaultValue(forKey key: DateKey) -> Date { .distantPast }
  static func defaultValue(forKey key: StringArrayKey) -> [String] { [] }
  static func defaultValue(forKey key: ArrayKey) -> [Int] { [] }
  static func defaultValue(forKey key: DictionaryKey) -> [String: Int] { [:] }
  static func defaultValue(forKey key: ObjectKey) -> Profile { Profile() }
}

/// The types that the defaults say.
func values(
  _ isOn: Typed.BoolValue,
  _ count: Typed.IntegerValue,
  _ gain: Typed.FloatValue,
  _ volume: Typed.DoubleValue,
  _ name: Typed.StringValue,
  _ homepage: Typed.URLValue,
  _ avatar: Typed.DataValue,
  _ birthday: Typed.DateValue,
  _ tags: Typed.StringArrayValue,
  _ scores: Typed.ArrayValue,
  _ limits: Typed.DictionaryValue,
  _ profile: Typed.ObjectValue
) {
  let all: [any DefaultsSerializable] = [
    isOn, count, gain, volume, name, homepage, avatar, birthday, tags, scores, limits,
  ]
  print(all, profile.name)
}

/// The same by its name, that says so twice.
struct NamedType: StringDefaultSettable {
  typealias StringValue = String
  enum StringKey: String { case name }
  static func defaultValue(forKey key: StringKey) -> StringValue { "" }
}

func typedSettable() {
  let isOn: Bool? = Typed.bool(forKey: .isOn)
  let count: Int? = Typed.integer(forKey: .count)
  let gain: Float? = Typed.float(forKey: .gain)
  let volume: Double? = Typed.double(forKey: .volume)
  let name: String = Typed.string(forKey: .name) + NamedType.string(forKey: .name)
  let homepage: URL = Typed.url(forKey: .homepage)
  let avatar: Data = Typed.data(forKey: .avatar)
  let birthday: Date = Typed.date(forKey: .birthday)
  let tags: [String] = Typed.stringArray(forKey: .tags)
  let scores: [Int] = Typed.array(forKey: .scores)
  let limits: [String: Int] = Typed.dictionary(forKey: .limits)
  let profile: Profile = Typed.object(forKey: .profile)
  print(isOn as Any, count as Any, gain as Any, volume as Any, name, homepage, avatar, birthday, tags, scores, limits)
  Typed.set(profile, forKey: .profile)
  Typed[.isOn] = nil
  Typed[.name] += "x"
  Typed[.scores].append(1)
  Typed[.limits]["a"] = 1
  Typed[.profile].name = "Ada"
  let key: DefaultsKey<Profile> = Typed.key(.profile)
  let hasValue: Bool = Typed.key(Typed.ObjectKey.profile).hasValue
  Typed.remove(forKey: Typed.ObjectKey.profile)
  print(key, hasValue)
}

func typedSettableInstance() {
  let profile: Profile = Typed().object(forKey: .profile)
  Typed().set(profile, forKey: .profile)
  Typed()[.profile].name = "Ada"
  Typed()[.scores].append(1)
  let key: DefaultsKey<Profile> = Typed().key(.profile)
  let hasValue: Bool = Typed().key(Typed.ObjectKey.profile).hasValue
  Typed().remove(forKey: Typed.ObjectKey.profile)
  print(key, hasValue)
}

/// Generic code says which type it is for.
func generically<Namespace: StringDefaultSettable>(_ key: Namespace.StringKey, in namespace: Namespace.Type) -> String
where Namespace.StringValue == String {
  Namespace.string(forKey: key)
}
