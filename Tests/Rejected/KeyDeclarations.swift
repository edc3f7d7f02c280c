import NamespacedDefaults

// A typed key that is declared wrong.

extension DefaultsKeys {
  // error: 'init(_:previousName:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
  static let noDefault = DefaultsKey<Int>("noDefault")
  // error: 'init(_:previousName:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
  static let noDefaultByType: DefaultsKey<Theme> = .init("noDefault")
  // error: 'init(_:previousName:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
  var noDefaultInBody: DefaultsKey<Theme> { .init("noDefault") }
  // error: give a defaultValue:, or take DefaultsKey<Value?>(name)
  static let noBridgedDefault = DefaultsKey<Coded>("noDefault", bridge: .jsonData)
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  static let otherDefault = DefaultsKey<Int>("otherDefault", defaultValue: "x")
  // error: 'nil' is not compatible with expected argument type 'Int'
  static let nilDefault = DefaultsKey<Int>("nilDefault", defaultValue: nil)
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  static let plain = DefaultsKey<Plain>("plain", defaultValue: Plain())
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  static let optionalPlain = DefaultsKey<Plain?>("optionalPlain")
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  static let plains = DefaultsKey<[Plain]>("plains", defaultValue: [])
  // error: requires that 'Shared' conform to 'DefaultsSerializable'
  static let shared = DefaultsKey<Shared>("shared", defaultValue: Shared())
  // error: Any cannot be stored: take [String: PropertyListValue]
  static let mixed = DefaultsKey<[String: Any]>("mixed", defaultValue: [:])
  // error: Any cannot be stored: take [String: PropertyListValue]
  static let optionalMixed = DefaultsKey<[String: Any]?>("optionalMixed")
  // error:
  static let bridged = DefaultsKey<Plain>("bridged", defaultValue: Plain(), bridge: .jsonData)
  // error: cannot assign value of type 'DefaultsKey<Bool>' to type 'DefaultsKey<Int>'
  static let other: DefaultsKey<Int> = Account.key(.isUserLoggedIn)
  // error: member 'showsHints' cannot be resolved
  static let foreign = Account.key(.showsHints)
  // error: static property 'changing' is not concurrency-safe
  static var changing = DefaultsKey<Int>("changing", defaultValue: 0)
  // error: extensions must not contain stored properties
  let stored = DefaultsKey<Int>("stored", defaultValue: 0)
}

enum Editor: KeyNamespaceable {
  // error: cannot use instance member 'key' within property initializer
  static let implicit = key("implicit", defaultValue: .light)
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  static let plain = key("plain", defaultValue: Plain())
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  static let optional = key("optional", of: Plain.self)
}

struct Generic<Value>: KeyNamespaceable {
  // error: static stored properties not supported in generic types
  static let theme = key("theme", defaultValue: Theme.light)
}
