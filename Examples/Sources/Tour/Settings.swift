import Foundation
import NamespacedDefaults

// The settings of the program: each type is a namespace, and each of its enums has the keys of one kind of value.

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

/// The settings of one user: the namespace is the instance's, `User.ada` or `User.charles`.
struct User: DoubleDefaultSettable, ObjectDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }

  enum DoubleKey: String { case fontSize }
  enum ObjectKey: String { case theme, profile }

  static func defaultValue(forKey key: DoubleKey) -> Double {
    switch key {
    case .fontSize: 13
    }
  }
}

enum Theme: String, DefaultsSerializable {
  case light, dark
}

struct Profile: Codable, DefaultsSerializable {
  var name: String
  var visits = 0
}
