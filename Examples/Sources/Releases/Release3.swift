import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

/// The third release: `Account` has become `Profile`, and being logged in is one of several states.
enum Release3 {
  enum Session: String, DefaultsSerializable { case loggedOut, loggedIn, locked }

  struct Profile: ObjectDefaultSettable {
    static let namespace = "Profile"
    enum ObjectKey: String, CaseIterable { case timeout, session }
  }

  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)

  // The list only grows: a user may come from any release.
  static let migrations: [DefaultsMigration] =
    Release2.migrations + [
      .rename("runs", to: launchCount),
      .renameNamespace("Account", to: "Profile"),
      .convert(
        "Profile.isUserLoggedIn",
        from: Bool.self,
        to: Profile.key(.session, as: Session.self),
        id: "2026-11 session"
      ) { $0 ? .loggedIn : .loggedOut },
    ]

  static func run() throws {
    try Defaults.migrate(migrations)
    launchCount.value += 1
    let timeout = Profile.object(Duration.self, forKey: .timeout) ?? .seconds(60)
    let session = Profile.object(Session.self, forKey: .session) ?? .loggedOut
    print("Release 3: run \(launchCount.value), \(session), timeout \(timeout)")
    let audit = NamespaceAudit(Profile.self, keys: [launchCount])
    print(audit.undeclaredKeys.isEmpty ? "Nothing is left behind." : "\(audit)")
  }
}
