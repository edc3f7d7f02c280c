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
