import Foundation
import NamespacedDefaults

// Types of a user's own, each conforming with an empty body.

struct Profile: Codable, Equatable, DefaultsSerializable {
  var name: String
  var age = 0
}

struct Measurement: Codable, Equatable, DefaultsSerializable {
  var value: Double
}

enum Theme: String, DefaultsSerializable { case light, dark }

enum Level: Int, DefaultsSerializable {
  case low = 1
  case high = 10
}

enum Mood: String, Codable, DefaultsSerializable { case good, bad }

enum Grade: Int, Codable, DefaultsSerializable {
  case first = 1
  case tenth = 10
}

enum Shape: Codable, Equatable, DefaultsSerializable {
  case circle(radius: Double)
  case point
}

struct Permissions: OptionSet, DefaultsSerializable {
  let rawValue: Int
  static let read = Permissions(rawValue: 1)
  static let write = Permissions(rawValue: 2)
}

struct Flags: OptionSet, Codable, DefaultsSerializable {
  let rawValue: UInt8
  static let top = Flags(rawValue: 128)
}

struct Identifier: RawRepresentable, Hashable, DefaultsSerializable {
  let rawValue: String
}

// `@unchecked Sendable`: nothing in it changes.
final class Frog: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
  let name: String

  init(_ name: String) { self.name = name }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }

  override func isEqual(_ object: Any?) -> Bool { (object as? Frog)?.name == name }
  override var hash: Int { name.hashValue }
}

/// A class with both codings.
// `@unchecked Sendable`: nothing in it changes.
final class Salamander: NSObject, NSSecureCoding, Codable, @unchecked Sendable, DefaultsSerializable {
  let name: String

  init(name: String) { self.name = name }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }

  private enum CodingKeys: CodingKey { case name }

  override func isEqual(_ object: Any?) -> Bool { (object as? Salamander)?.name == name }
  override var hash: Int { name.hashValue }
}

// `@unchecked Sendable`: nothing in it changes.
class Animal: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
  class var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {}
  required init?(coder: NSCoder) {}
}

// `@unchecked Sendable`: nothing in it changes.
final class Dog: Animal, @unchecked Sendable {}
