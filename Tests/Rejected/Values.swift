import NamespacedDefaults

// A type that cannot be stored.

// error: 'DefaultsSerializable': make the type Codable or RawRepresentable, or implement both requirements
struct NotCodable: DefaultsSerializable { var number = 0 }

// error: type 'Recursive' does not conform to protocol 'Decodable'
struct Recursive: Codable, DefaultsSerializable { var plain = Plain() }

// error: 'DefaultsSerializable': make the type Codable or RawRepresentable, or implement both requirements
enum Sorting: DefaultsSerializable { case byName, byDate }

// error: 'DefaultsSerializable': make the type Codable or RawRepresentable, or implement both requirements
struct HalfStored: DefaultsSerializable {
  func propertyListValue() throws -> PropertyListValue? { nil }
}

// error: type 'Unnamed' does not conform to protocol 'DefaultsFallback'
struct Unnamed: Codable, DefaultsFallback { var number = 0 }

// error: stored property 'number' of 'Sendable'-conforming class 'Changing' is mutable
final class Changing: Codable, DefaultsSerializable { var number = 0 }

func proxies() {
  // error: cannot assign value of type 'Plain' to subscript of type '(any DefaultsSerializable)?'
  Defaults["plain"] = Plain()
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  Defaults["plain"] ?= Plain()
  // error: cannot be applied to operands of type 'DefaultsProxy' and 'Bool'
  Defaults["count"] += true
  // error: cannot convert value of type 'Plain' to expected dictionary value type 'any DefaultsSerializable'
  Defaults.register(["plain": Plain()])
  // error: cannot convert value of type 'DefaultsProxy' to specified type 'String'
  let color: String = Defaults["color"]
  // error: value of optional type 'Int?' must be unwrapped
  let count: Int = Defaults["count"].int
  // error: type 'PropertyListValue' has no member 'number'
  let window: PropertyListValue = ["size": ["width": .number(3), "title": .string("a")], "list": [.int(1), 2]]
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  let size: [String: PropertyListValue] = ["width": .int("3"), "title": .string("a")]
  print(color, count, window, size)
}
