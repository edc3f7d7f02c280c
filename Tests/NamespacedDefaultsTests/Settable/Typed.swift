import Foundation
import NamespacedDefaults

/// A type with all twelve settable protocols, whose defaults say other types than those of the protocols.
struct Typed:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String, CaseIterable { case isOn = "is.on" }
  enum IntegerKey: String, CaseIterable { case count = "a.count" }
  enum FloatKey: String, CaseIterable { case gain = "a.gain" }
  enum DoubleKey: String, CaseIterable { case volume = "a.volume" }
  enum StringKey: String, CaseIterable { case name = "a.name" }
  enum URLKey: String, CaseIterable { case homepage = "a.homepage" }
  enum DataKey: String, CaseIterable { case avatar = "an.avatar" }
  enum DateKey: String, CaseIterable { case birthday = "a.birthday" }
  enum StringArrayKey: String, CaseIterable { case tags = "some.tags" }
  enum ArrayKey: String, CaseIterable { case scores = "some.scores" }
  enum DictionaryKey: String, CaseIterable { case limits = "some.limits" }
  enum ObjectKey: String, CaseIterable { case profile = "a.profile" }

  static func defaultValue(forKey key: BoolKey) -> Bool? { true }
  static func defaultValue(forKey key: IntegerKey) -> Int? { 7 }
  static func defaultValue(forKey key: FloatKey) -> Float? { 0.5 }
  static func defaultValue(forKey key: DoubleKey) -> Double? { 0.25 }
  static func defaultValue(forKey key: StringKey) -> String { "x" }
  static func defaultValue(forKey key: URLKey) -> URL { URL(string: "https://x.y") ?? URL(filePath: "/") }
  static func defaultValue(forKey key: DataKey) -> Data { Data([7]) }
  static func defaultValue(forKey key: DateKey) -> Date { Date(timeIntervalSinceReferenceDate: 7) }
  static func defaultValue(forKey key: StringArrayKey) -> [String] { ["x"] }
  static func defaultValue(forKey key: ArrayKey) -> [Int] { [7] }
  static func defaultValue(forKey key: DictionaryKey) -> [String: Int] { ["x": 7] }
  static func defaultValue(forKey key: ObjectKey) -> Person { Person(name: "x", age: 7) }

  var namespace = "Typed.7"
}
