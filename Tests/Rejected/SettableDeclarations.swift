import NamespacedDefaults

// A settable type that is declared wrong.

// error: type 'NoKeys' does not conform to protocol 'BoolDefaultSettable'
struct NoKeys: BoolDefaultSettable {}

// error: type 'KeysOfAnotherKind' does not conform to protocol 'BoolDefaultSettable'
struct KeysOfAnotherKind: BoolDefaultSettable {
  enum IntegerKey: String { case count }
}

// error: 'BoolDefaultSettable' requires the types 'Int' and 'String' be equivalent
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

// A default that nothing calls. The compiler warns only where an extension declares the conformance.

struct InstanceDefault {}

extension InstanceDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: instance method 'defaultValue(forKey:)' nearly matches defaulted requirement 'defaultValue(forKey:)' of protocol
  func defaultValue(forKey key: BoolKey) -> Bool { true }
}

struct MislabelledDefault {}

extension MislabelledDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: static method 'defaultValue(for:)' nearly matches defaulted requirement 'defaultValue(forKey:)'
  static func defaultValue(for key: BoolKey) -> Bool { true }
}

struct MisspeltDefault {}

extension MisspeltDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: static method 'defaultvalue(forKey:)' nearly matches defaulted requirement 'defaultValue(forKey:)'
  static func defaultvalue(forKey key: BoolKey) -> Bool { true }
}

struct MistypedDefault {}

extension MistypedDefault: IntegerDefaultSettable {
  enum IntegerKey: String { case first }
  // error: static method 'defaultValue(forKey:)' nearly matches defaulted requirement
  static func defaultValue(forKey key: IntegerKey) -> Double { 1 }
}

struct RequiredDefault {}

extension RequiredDefault: StringDefaultSettable {
  enum StringKey: String { case first }
  // error: static method 'defaultValue(forKey:)' nearly matches defaulted requirement 'defaultValue(forKey:)' of protocol 'StringDefaultSettable'
  static func defaultValue(forKey key: StringKey) -> String { "one" }
}

/// A namespace that other modules use.
public struct PublicNamespace: BoolDefaultSettable {
  // error: enum 'BoolKey' must be declared public because it matches a requirement in public protocol 'BoolDefaultSettable'
  enum BoolKey: String { case isOn }
}
