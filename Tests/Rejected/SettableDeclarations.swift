import NamespacedDefaults

// A settable type that is declared wrong.

// error: type 'NoKeys' does not conform to protocol 'BoolDefaultSettable'
struct NoKeys: BoolDefaultSettable {}

// error: type 'KeysOfAnotherKind' does not conform to protocol 'BoolDefaultSettable'
struct KeysOfAnotherKind: BoolDefaultSettable {
  enum IntegerKey: String { case count }
}

// error: it takes an enum BoolKey: String and DefaultsSerializable defaults
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

// error: it takes an enum StringKey: String and DefaultsSerializable defaults
struct PlainString: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> Plain { Plain() }
}

// error: it takes an enum BoolKey: String and DefaultsSerializable defaults
struct PlainBool: BoolDefaultSettable {
  enum BoolKey: String { case first }
  static func defaultValue(forKey key: BoolKey) -> Plain { Plain() }
}

// error: it takes an enum IntegerKey: String and DefaultsSerializable defaults
struct PlainInteger: IntegerDefaultSettable {
  enum IntegerKey: String { case first }
  static func defaultValue(forKey key: IntegerKey) -> Plain { Plain() }
}

// error: it takes an enum FloatKey: String and DefaultsSerializable defaults
struct PlainFloat: FloatDefaultSettable {
  enum FloatKey: String { case first }
  static func defaultValue(forKey key: FloatKey) -> Plain { Plain() }
}

// error: it takes an enum DoubleKey: String and DefaultsSerializable defaults
struct PlainDouble: DoubleDefaultSettable {
  enum DoubleKey: String { case first }
  static func defaultValue(forKey key: DoubleKey) -> Plain { Plain() }
}

// error: it takes an enum URLKey: String and DefaultsSerializable defaults
struct PlainURL: URLDefaultSettable {
  enum URLKey: String { case first }
  static func defaultValue(forKey key: URLKey) -> Plain { Plain() }
}

// error: it takes an enum DataKey: String and DefaultsSerializable defaults
struct PlainData: DataDefaultSettable {
  enum DataKey: String { case first }
  static func defaultValue(forKey key: DataKey) -> Plain { Plain() }
}

// error: it takes an enum DateKey: String and DefaultsSerializable defaults
struct PlainDate: DateDefaultSettable {
  enum DateKey: String { case first }
  static func defaultValue(forKey key: DateKey) -> Plain { Plain() }
}

// error: it takes an enum StringArrayKey: String and DefaultsSerializable defaults
struct PlainStringArray: StringArrayDefaultSettable {
  enum StringArrayKey: String { case first }
  static func defaultValue(forKey key: StringArrayKey) -> Plain { Plain() }
}

// error: it takes an enum StringKey: String and DefaultsSerializable defaults
struct PlainOrNil: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> Plain? { nil }
}

// error: it takes an enum ArrayKey: String and DefaultsSerializable defaults
struct PlainElements: ArrayDefaultSettable {
  enum ArrayKey: String { case first }
  static func defaultValue(forKey key: ArrayKey) -> [Plain] { [] }
}

// error: it takes an enum DictionaryKey: String and DefaultsSerializable defaults
struct AnyMembers: DictionaryDefaultSettable {
  enum DictionaryKey: String { case first }
  static func defaultValue(forKey key: DictionaryKey) -> [String: Any] { [:] }
}

// error: it takes an enum ObjectKey: String and DefaultsSerializable defaults
struct PlainObject: ObjectDefaultSettable {
  enum ObjectKey: String { case first }
  static func defaultValue(forKey key: ObjectKey) -> Plain { Plain() }
}

// error: it takes an enum ObjectKey: String and DefaultsSerializable defaults
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

// error: it takes an enum StringKey: String and DefaultsSerializable defaults
struct OverloadedDefault: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> String { "" }
  static func defaultValue(forKey key: StringKey) -> String? { nil }
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
