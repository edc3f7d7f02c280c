import NamespacedDefaults

// What the code in the other files is about; compiled together with each of them.

// Twice, for a type with few kinds of key and one with all give the compiler different choices.

struct Account: BoolDefaultSettable, IntegerDefaultSettable, StringDefaultSettable, ObjectDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn }
  enum IntegerKey: String { case loginCount }
  enum StringKey: String { case name }
  enum ObjectKey: String { case theme }
}

struct Everything:
  BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
  URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
  DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String { case isOn }
  enum IntegerKey: String { case count }
  enum FloatKey: String { case gain }
  enum DoubleKey: String { case volume }
  enum StringKey: String { case name }
  enum URLKey: String { case homepage }
  enum DataKey: String { case avatar }
  enum DateKey: String { case birthday }
  enum StringArrayKey: String { case tags }
  enum ArrayKey: String { case scores }
  enum DictionaryKey: String { case limits }
  enum ObjectKey: String { case profile }
}

struct Server: StringDefaultSettable, ObjectDefaultSettable {
  enum StringKey: String { case host }
  enum ObjectKey: String { case theme }
  static func defaultValue(forKey key: StringKey) -> String { "localhost" }
  static func defaultValue(forKey key: ObjectKey) -> Theme { .light }
}

struct User: BoolDefaultSettable, IntegerDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }
  enum BoolKey: String { case isAdmin }
  enum IntegerKey: String { case loginCount }
}

struct Onboarding: BoolDefaultSettable {
  enum BoolKey: String { case showsHints }
}

enum Viewer: KeyNamespaceable {
  static let theme = key("theme", defaultValue: Theme.light)
  static let zoom = key("zoom", defaultValue: 1)
  static let isFull = key("isFull", defaultValue: false)
  static let title = key("title", of: String.self)
}

extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .light) }
}

enum Theme: String, DefaultsSerializable { case light, dark }

struct Plain: Equatable, Sendable { var number = 0 }

struct Coded: Codable, Sendable { var number = 0 }

final class Shared { var number = 0 }
