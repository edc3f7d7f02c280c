import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import Observation

// What an app is likely to say, with nothing annotated: `Tests/LanguageModes/check` compiles it in every mode of the language.

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
  static func defaultValue(forKey key: BoolKey) -> Bool { true }
}
struct User: BoolDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }
  enum BoolKey: String, CaseIterable { case isAdmin }
}
enum Theme: String, DefaultsSerializable { case light, dark }
struct Profile: Codable, DefaultsSerializable { var name: String }
extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  static let profile = DefaultsKey<Profile?>("profile")
  var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .light) }
}
struct Plain: Codable, Sendable { var number = 0 }
extension DefaultsBridge<Plain> {
  static var number: Self {
    Self {
      .integer(Int64($0.number))
    } decode: {
      Plain(number: try Int.value(fromPropertyList: $0))
    }
  }
}
extension DefaultsKeys {
  static let plain = DefaultsKey<Plain>("plain", defaultValue: Plain(), bridge: .number)
}
@MainActor final class Controller: BoolDefaultSettable {
  static let namespace = "Controller"
  enum BoolKey: String { case isOpen }
  let id = 1
  var namespace: String { "Controller.\(id)" }
  // Only a main actor that is the default already asks for the `nonisolated`.
  nonisolated static func defaultValue(forKey key: BoolKey) -> Bool { true }
  func close() { set(false, forKey: .isOpen) }
}
struct Screen {
  @Default(\.theme) var theme
  @Default(.launchCount, options: .observed) var launchCount
  @Default(Everything.key(.isOn)) var isOn
}
@Observable final class Model {
  var theme: Theme {
    get { Defaults.theme }
    set { Defaults.theme = newValue }
  }
}
func use() {
  Everything.set(true, forKey: .isOn)
  Everything[.count] += 1
  Everything.set(Profile(name: ""), forKey: .profile)
  print(Everything.object(Profile.self, forKey: .profile) as Any)
  User(id: "ada").set(true, forKey: .isAdmin)
  Defaults[.launchCount] += 1
  Defaults[.launchCount] += 1
  Defaults.theme = .dark
  Defaults[.username]?.append("!")
  Defaults[.profile]?.name = "x"
  Defaults["a"] = Theme.dark
  Defaults["n"] += 1
}
func follow() async {
  let observation = DefaultsKeys.launchCount.observe { print($0.newValue) }
  for await (theme, count) in Defaults.updates(Defaults.key(\.theme), .launchCount) { print(theme, count) }
  observation.cancel()
}
final class OwnStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) throws -> PropertyListValue? { nil }
  func storedKeys() throws -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {}
  func synchronize() throws {}
}

func migrate() throws {
  try Defaults.migrate([
    .rename("isAdmin", to: User(id: "ada").key(.isAdmin)),
    DefaultsMigration(id: "2026-11") { $0.set(0, forKey: "launchCount") },
  ])
}

func background() async {
  await Task.detached {
    Everything.set(true, forKey: .isOn)
    Controller.set(true, forKey: .isOpen)
    Defaults[.launchCount] += 1
    Defaults[.plain].number += 1
    Defaults.theme = .dark
    Defaults[\.theme] = .light
  }.value
}
