import NamespacedDefaults

// A settable type that is declared wrong.

// error: type 'NoKeys' does not conform to protocol 'BoolDefaultSettable'
struct NoKeys: BoolDefaultSettable {}

// error: type 'KeysOfAnotherKind' does not conform to protocol 'BoolDefaultSettable'
struct KeysOfAnotherKind: BoolDefaultSettable {
  enum IntegerKey: String { case count }
}

// error: it takes an enum BoolKey: String, and its defaults are Bool or Bool?
struct NumberedKeys: BoolDefaultSettable {
  enum BoolKey: Int { case isOn }
}

// error: type 'NamelessKeys' does not conform to protocol 'BoolDefaultSettable'
struct NamelessKeys: BoolDefaultSettable {
  enum BoolKey { case isOn }
}

struct DefaultForgotten: BoolDefaultSettable {
  enum BoolKey: String { case first, second }
  static func defaultValue(forKey key: BoolKey) -> Bool {
    // error: switch must be exhaustive
    switch key {
    case .first: true
    }
  }
}

struct DefaultOfAnotherType: IntegerDefaultSettable {
  enum IntegerKey: String { case first }
  static func defaultValue(forKey key: IntegerKey) -> Int {
    switch key {
    // error: cannot convert value of type 'String' to specified type 'Int'
    case .first: "one"
    }
  }
}

// A default that the library would never call is refused where it is declared.

// error: it takes an enum StringKey: String, and its defaults are String or String?
struct NumberForAString: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> Int { 1 }
}

// error: it takes an enum StringKey: String, and its defaults are String or String?
struct OptionalNumberForAString: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> Int? { 1 }
}

// error: it takes an enum BoolKey: String, and its defaults are Bool or Bool?
struct StringForABool: BoolDefaultSettable {
  enum BoolKey: String { case first }
  static func defaultValue(forKey key: BoolKey) -> String { "true" }
}

// error: it takes an enum IntegerKey: String, and its defaults are Int or Int?
struct DoubleForAnInteger: IntegerDefaultSettable {
  enum IntegerKey: String { case first }
  static func defaultValue(forKey key: IntegerKey) -> Double { 1 }
}

// error: it takes an enum FloatKey: String, and its defaults are Float or Float?
struct DoubleForAFloat: FloatDefaultSettable {
  enum FloatKey: String { case first }
  static func defaultValue(forKey key: FloatKey) -> Double { 1 }
}

// error: it takes an enum DoubleKey: String, and its defaults are Double or Double?
struct IntegerForADouble: DoubleDefaultSettable {
  enum DoubleKey: String { case first }
  static func defaultValue(forKey key: DoubleKey) -> Int { 1 }
}

// error: it takes an enum URLKey: String, and its defaults are URL or URL?
struct StringForAURL: URLDefaultSettable {
  enum URLKey: String { case first }
  static func defaultValue(forKey key: URLKey) -> String { "" }
}

// error: it takes an enum DataKey: String, and its defaults are Data or Data?
struct StringForData: DataDefaultSettable {
  enum DataKey: String { case first }
  static func defaultValue(forKey key: DataKey) -> String { "" }
}

// error: it takes an enum DateKey: String, and its defaults are Date or Date?
struct StringForADate: DateDefaultSettable {
  enum DateKey: String { case first }
  static func defaultValue(forKey key: DateKey) -> String { "" }
}

// error: it takes an enum StringArrayKey: String, and its defaults are [String] or [String]?
struct StringForStrings: StringArrayDefaultSettable {
  enum StringArrayKey: String { case first }
  static func defaultValue(forKey key: StringArrayKey) -> String { "" }
}

// error: it takes an enum ArrayKey: String, and its defaults are DefaultsSerializable
struct PlainElements: ArrayDefaultSettable {
  enum ArrayKey: String { case first }
  static func defaultValue(forKey key: ArrayKey) -> [Plain] { [] }
}

// error: it takes an enum DictionaryKey: String, and its defaults are DefaultsSerializable
struct AnyMembers: DictionaryDefaultSettable {
  enum DictionaryKey: String { case first }
  static func defaultValue(forKey key: DictionaryKey) -> [String: Any] { [:] }
}

// error: it takes an enum ObjectKey: String, and its defaults are DefaultsSerializable
struct PlainObject: ObjectDefaultSettable {
  enum ObjectKey: String { case first }
  static func defaultValue(forKey key: ObjectKey) -> Plain { Plain() }
}

// error: it takes an enum ObjectKey: String, and its defaults are DefaultsSerializable
struct AnyObjects: ObjectDefaultSettable {
  enum ObjectKey: String { case first }
  static func defaultValue(forKey key: ObjectKey) -> any DefaultsSerializable { 1 }
}

// error: a default is static, an instance's is never called: static func defaultValue(forKey:)
struct InstanceDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  func defaultValue(forKey key: BoolKey) -> Bool { true }
}

// error: a default is static, an instance's is never called: static func defaultValue(forKey:)
struct TwoDefaults: BoolDefaultSettable {
  enum BoolKey: String { case first }
  static func defaultValue(forKey key: BoolKey) -> Bool { true }
  func defaultValue(forKey key: BoolKey) -> Bool { false }
}

// error: a default with another label is never called: static func defaultValue(forKey:)
struct MislabelledDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  static func defaultValue(for key: BoolKey) -> Bool { true }
}

// error: a default without a label is never called: static func defaultValue(forKey:)
struct UnlabelledDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  static func defaultValue(_ key: BoolKey) -> Bool { true }
}

// error: it takes an enum StringKey: String, and its defaults are String or String?
struct OverloadedDefault: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> String { "" }
  static func defaultValue(forKey key: StringKey) -> String? { nil }
}

// error: type 'SharedKeys' does not conform to protocol 'IntegerDefaultSettable'
struct SharedKeys: BoolDefaultSettable, IntegerDefaultSettable {
  enum Keys: String { case first }
  typealias BoolKey = Keys
  typealias IntegerKey = Keys
  static func defaultValue(forKey key: Keys) -> Bool { true }
}

// error: type 'TypeWithoutDefault' does not conform to protocol 'StringDefaultSettable'
struct TypeWithoutDefault: StringDefaultSettable {
  typealias StringValue = String
  enum StringKey: String { case first }
}

struct PrivateKeys: BoolDefaultSettable {
  // error: enum 'BoolKey' must be as accessible as its enclosing type because it matches a requirement
  private enum BoolKey: String { case first }
}

struct PrivateDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: method 'defaultValue(forKey:)' must be as accessible as its enclosing type because it matches a requirement
  private static func defaultValue(forKey key: BoolKey) -> Bool { true }
}

// What cannot be refused. The compiler warns only where an extension declares the conformance.

struct MisspeltDefault {}

extension MisspeltDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: static method 'defaultvalue(forKey:)' nearly matches defaulted requirement 'defaultValue(forKey:)'
  static func defaultvalue(forKey key: BoolKey) -> Bool { true }
}

struct ThrowingDefault {}

extension ThrowingDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: static method 'defaultValue(forKey:)' nearly matches defaulted requirement 'defaultValue(forKey:)'
  static func defaultValue(forKey key: BoolKey) throws -> Bool { true }
}

/// A namespace that other modules use.
public struct PublicNamespace: BoolDefaultSettable {
  // error: enum 'BoolKey' must be declared public because it matches a requirement in public protocol 'BoolDefaultSettable'
  enum BoolKey: String { case isOn }
}
