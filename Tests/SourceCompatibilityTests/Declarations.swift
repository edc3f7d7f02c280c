// Every public spelling is used in this target, once, in a file for each of the library's folders. That it compiles is
// the test: whoever changes a spelling sees here what becomes of programs that use it. `.ci/check-api` tells when a
// public declaration is missing.

import Foundation
import NamespacedDefaults

/// A type that conforms to all twelve settable protocols at once, so that each call has twelve candidates.
struct Everything:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String, CaseIterable { case isOn }
  enum IntegerKey: String, CaseIterable { case count }
  enum FloatKey: String, CaseIterable { case gain }
  enum DoubleKey: String, CaseIterable { case volume }
  enum StringKey: String, CaseIterable { case name }
  enum URLKey: String, CaseIterable { case homepage }
  enum DataKey: String, CaseIterable { case avatar }
  enum DateKey: String, CaseIterable { case birthday }
  enum StringArrayKey: String, CaseIterable { case tags }
  enum ArrayKey: String, CaseIterable { case scores }
  enum DictionaryKey: String, CaseIterable { case limits }
  enum ObjectKey: String, CaseIterable { case profile }
}

/// The same with a default for each key, and names of its own.
struct Defaulted:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  static let namespace = "Defaulted"
  static var store: any DefaultsStore { Defaults.store }
  let id: Int
  var namespace: String { "Defaulted.\(id)" }
  var store: any DefaultsStore { Self.store }

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

  static func defaultValue(forKey key: BoolKey) -> Bool { true }
  static func defaultValue(forKey key: IntegerKey) -> Int { 1 }
  static func defaultValue(forKey key: FloatKey) -> Float { 1 }
  static func defaultValue(forKey key: DoubleKey) -> Double { 1 }
  static func defaultValue(forKey key: StringKey) -> String? { "" }
  static func defaultValue(forKey key: URLKey) -> URL? { URL(filePath: "/") }
  static func defaultValue(forKey key: DataKey) -> Data? { Data() }
  static func defaultValue(forKey key: DateKey) -> Date? { .distantPast }
  static func defaultValue(forKey key: StringArrayKey) -> [String]? { [] }
  static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]? { [1, "a"] }
  static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]? { ["a": 1] }
  static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { Profile() }
}

struct Profile: Codable, Equatable, DefaultsSerializable {
  var name = ""
  var nickname: String?
}

enum Theme: String, DefaultsSerializable { case light, dark }

enum CodableTheme: String, Codable, DefaultsSerializable { case light, dark }

struct Flags: OptionSet, DefaultsSerializable { let rawValue: Int }

/// Codable, raw-representable and securely coded, but with no form of its own in a store.
struct Plain: Codable, Equatable, Sendable { var number = 0 }
enum PlainTheme: String { case light, dark }

extension DefaultsKeys {
  static let count = DefaultsKey<Int>("count", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  static let lines = DefaultsKey<[String]>("lines", defaultValue: [])
  static let limits = DefaultsKey<[String: Int]>("limits", defaultValue: [:])
  static let profile = DefaultsKey<Profile?>("profile")
  static let isOn = DefaultsKey<Bool>("isOn", defaultValue: false)
  var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .light) }
}
