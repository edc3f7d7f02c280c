import NamespacedDefaults
import NamespacedDefaultsMigration

/// The second release: `runs` is called `launchCount`, and the timeout is a `Duration`.
enum Release2 {
  struct Account: BoolDefaultSettable, ObjectDefaultSettable {
    static let namespace = "Account"
    enum BoolKey: String { case isUserLoggedIn }
    enum ObjectKey: String { case timeout }
  }

  // A rename without a migration: found under the previous name, and moved by the first write.
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0).renamed(from: "runs")

  static let migrations: [DefaultsMigration] = [
    .convert(
      "Account.timeout",
      from: Int.self,
      to: Account.key(.timeout, as: Duration.self),
      id: "2026-03 timeout as Duration"
    ) { .seconds($0) }
  ]

  static func run() throws {
    try Defaults.migrate(migrations)
    launchCount.value += 1
    let timeout = Account.object(Duration.self, forKey: .timeout) ?? .seconds(60)
    let state = Account.bool(forKey: .isUserLoggedIn) ? "logged in" : "logged out"
    print("Release 2: run \(launchCount.value), \(state), timeout \(timeout)")
    // The user likes it short.
    Account.set(Duration.milliseconds(1500), forKey: .timeout)
  }
}
