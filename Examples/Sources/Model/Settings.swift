import NamespacedDefaults

extension DefaultsKeys {
  static let theme = DefaultsKey<Theme>("theme", defaultValue: .light)
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
}

extension Defaults {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
  }
}

enum Theme: String, DefaultsSerializable {
  case light, dark
}
