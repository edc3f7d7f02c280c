import NamespacedDefaults
import Observation

/// An observable model whose properties are settings: it takes no more than reading and writing them.
@MainActor @Observable
final class Model {
  var theme: Theme {
    get { Defaults[.theme] }
    set { Defaults[.theme] = newValue }
  }

  var greeting: String {
    Defaults.Account.bool(forKey: .isUserLoggedIn) ? "Welcome back" : "Hello"
  }

  @ObservationIgnored @Default(.launchCount) var launchCount
}
