import Foundation
import NamespacedDefaults

// The settings of the program. A type is a namespace, and each of its enums has the keys of one type of value.

extension Defaults {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable, DateDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    enum IntegerKey: String { case loginCount }
    enum DateKey: String { case firstLogin }
  }

  struct Onboarding: BoolDefaultSettable, StringArrayDefaultSettable {
    enum BoolKey: String { case showsHints }
    enum StringArrayKey: String { case finishedSteps }

    static func defaultValue(forKey key: BoolKey) -> Bool {
      switch key {
      case .showsHints: true
      }
    }
    static func defaultValue(forKey key: StringArrayKey) -> [String]? {
      switch key {
      case .finishedSteps: []
      }
    }
  }
}

/// The settings of one user, in a namespace of the instance: `User.ada`.
struct User: ObjectDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }

  enum ObjectKey: String { case theme }
}

enum Theme: String, DefaultsSerializable {
  case light, dark
}

struct Profile: Codable, DefaultsSerializable {
  var name: String
  var visits = 0
}

extension DefaultsKeys {
  static let profile = DefaultsKey("profile", defaultValue: Profile(name: "Ada"))
}

/// Settings of which each is a line.
enum Purse: KeyNamespaceable {
  static let coins = key("coins", defaultValue: 100)
  static let savings = key("savings", defaultValue: 0)
  static let limit = key("limit", defaultValue: 500)

  struct NotEnough: Error, CustomStringConvertible {
    let description = "not enough coins"
  }

  /// Moves coins to the savings: both values change, or none does.
  static func save(_ amount: Int) throws {
    try Defaults.transaction {
      savings.value += amount
      coins.value -= amount
      if coins.value < 0 { throw NotEnough() }
    }
  }
}

/// The names that a launch argument can give a value, as in `-Account.loginCount 3`.
///
/// Those of the purse are not among them: the value of an argument would hide what the tour writes.
let settingNames = [
  Defaults.Account.key(.isUserLoggedIn).name, Defaults.Account.key(.loginCount).name,
  Defaults.Account.key(.firstLogin).name, Defaults.Onboarding.key(.showsHints).name,
  Defaults.Onboarding.key(.finishedSteps).name, User(id: "ada").key(.theme, as: Theme.self).name,
  DefaultsKeys.profile.name,
]
