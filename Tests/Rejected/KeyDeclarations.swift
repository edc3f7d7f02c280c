import Foundation
import NamespacedDefaults

// A typed key that is declared wrong.

struct Fixed: DefaultsSerializable, RawRepresentable {
  let number = 1
  var rawValue: Int { number }
  init() {}
  init?(rawValue: Int) {}
}

extension DefaultsKeys {
  // error: 'init(_:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
  static let noDefault = DefaultsKey<Int>("noDefault")
  // error: 'init(_:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
  static let noDefaultByType: DefaultsKey<Theme> = .init("noDefault")
  // error: 'init(_:store:)' is unavailable: give a defaultValue:, or take DefaultsKey<Value?>(name)
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
  // error: type 'Any' cannot conform to 'DefaultsSerializable'
  static let mixed = DefaultsKey<[String: Any]>("mixed", defaultValue: [:])
  // error: type 'Any' cannot conform to 'DefaultsSerializable'
  static let optionalMixed = DefaultsKey<[String: Any]?>("optionalMixed")
  // error: type 'Any' cannot conform to 'DefaultsSerializable'
  static let anything = DefaultsKey("anything", defaultValue: [1, "a"] as [Any])
  // error: conflicting arguments to generic parameter 'Element' ('String' vs. 'Int')
  static let elements = DefaultsKey("elements", defaultValue: [1, "a"])
  // error: requires that 'Character' conform to 'DefaultsSerializable'
  static let character = DefaultsKey("character", defaultValue: Character("a"))
  // error: requires that 'Substring' conform to 'DefaultsSerializable'
  static let substring = DefaultsKey("substring", defaultValue: Substring("a"))
  // error: type 'DefaultsSerializable' has no member 'seconds'
  static let implicit = DefaultsKey("http.timeout", defaultValue: .seconds(30))
  // error: generic parameter 'Value' could not be inferred
  static let untyped = DefaultsKey("untyped", defaultValue: nil)
  // error: 'init(_:default:iCloud:)' is unavailable: it is defaultValue:, and a suite is a store
  static let label = DefaultsKey<Int>("label", default: 3)
  // error: 'init(_:default:iCloud:)' is unavailable: it is defaultValue:, and a suite is a store
  static let cloud = DefaultsKey("cloud", default: true, iCloud: true)
  // error: 'init(_:default:suite:iCloud:)' is unavailable: it is defaultValue:, and a suite is a store
  static let suite = DefaultsKey<String>("suite", default: "x", suite: .standard)
  static let number = DefaultsKey<Fixed>("number", defaultValue: Fixed())
  // error: 'subscript(_:)' is unavailable: this member cannot be written, so it is no setting
  static let member = number[\.number]
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
  // error: missing argument for parameter 'bridge' in call
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
