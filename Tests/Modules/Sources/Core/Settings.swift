// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The module that declares the settings, as the article "In a modular app" shows it.

import NamespacedDefaults

extension DefaultsKeys {
  public static let launchCount = DefaultsKey(
    "launchCount",
    defaultValue: 0
  )
  public static let username = DefaultsKey<String?>("username")
  public var theme: DefaultsKey<Theme> {
    .init("theme", defaultValue: .light)
  }
}

public enum Theme: String, DefaultsSerializable { case light, dark }

public struct Account: BoolDefaultSettable, IntegerDefaultSettable {
  public static let namespace = "Account"
  public enum BoolKey: String, CaseIterable {
    case isUserLoggedIn, showsHints
  }
  public enum IntegerKey: String, CaseIterable { case loginCount }

  public static func defaultValue(forKey key: BoolKey) -> Bool {
    switch key {
    case .isUserLoggedIn: false
    case .showsHints: true
    }
  }
}

/// A type that another module has, too.
public struct Preferences: BoolDefaultSettable {
  public enum BoolKey: String { case isEnabled }
}
