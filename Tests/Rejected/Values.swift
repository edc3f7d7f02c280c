import NamespacedDefaults

// A type that cannot be stored.

// error: type 'NotCodable' does not conform to protocol 'DefaultsSerializable'
struct NotCodable: DefaultsSerializable { var number = 0 }

// error: type 'Recursive' does not conform to protocol 'Decodable'
struct Recursive: Codable, DefaultsSerializable { var plain = Plain() }

// error: type 'Sorting' does not conform to protocol 'DefaultsSerializable'
enum Sorting: DefaultsSerializable { case byName, byDate }

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
  print(color, count)
}
