// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Core
import NamespacedDefaults

/// Uses the settings of another module on no actor.
public actor Worker {
  @Default(.launchCount) private var launchCount

  public init() {}

  public func work() {
    launchCount += 1
    Defaults[.launchCount] += 1
    Defaults[\.theme] = .dark
    Defaults.isUserLoggedIn = true
    Defaults[.recentNames].append("Ada")
    Defaults.sharedTheme = .light
    Account[.loginCount] += 1
    Window.set(false, forKey: .isOpen)
    User(id: 7).set("Ada", forKey: .nickname)
  }
}

/// The keys that a module declares for itself beside those of another.
extension DefaultsKeys {
  public static let recentNames = DefaultsKey<[String]>("recentNames", defaultValue: [])
  public var sharedTheme: DefaultsKey<Theme> { theme }
}

/// Key paths that one module makes for another.
public let themePath: any KeyPath<DefaultsKeys, DefaultsKey<Theme>> & Sendable = \.theme
