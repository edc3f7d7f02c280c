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
