// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The module that uses the settings of another one, as the article "In a modular app" shows it.

import Core
import NamespacedDefaults
import Observation

@MainActor @Observable
public final class LaunchModel {
  @ObservationIgnored @Default(.launchCount) public var launchCount
  @ObservationIgnored @Default(\.theme) public var theme

  public var username: String? {
    get { Defaults[.username] }
    set { Defaults[.username] = newValue }
  }

  public init() {}

  public func launch() {
    launchCount += 1
    Defaults.theme = .dark
    Account.set(true, forKey: .isUserLoggedIn)
    Account[.loginCount] += 1
  }
}

@MainActor
public final class Window: BoolDefaultSettable {
  public static let namespace = "Window"
  public enum BoolKey: String { case isOpen }

  public nonisolated static func defaultValue(
    forKey key: BoolKey
  ) -> Bool { true }

  public init() {}
}
