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

struct MisspeltDefault {}

extension MisspeltDefault: BoolDefaultSettable {
  enum BoolKey: String { case first }
  // error: nearly matches defaulted requirement
  static func defaultValue(for key: BoolKey) -> Bool { true }
}

/// A namespace that other modules use.
public struct PublicNamespace: BoolDefaultSettable {
  // error: enum 'BoolKey' must be declared public because it matches a requirement in public protocol
  enum BoolKey: String { case isOn }
}
