import Foundation
import NamespacedDefaults

/// Prints the settings that it finds, changes them, and finds them changed when it runs again.
@main
struct Tour {
  static func main() {
    if CommandLine.arguments.contains("--reset") { return reset() }
    print("Found:")
    show()
    change()
    print("\nChanged to:")
    show()
    print("\nRun the tour again to find these values; --reset removes them.")
  }

  static func change() {
    Defaults.Account.set(true, forKey: .isUserLoggedIn)
    Defaults.Account[.loginCount] += 1
    if !Defaults.Account.hasValue(forKey: .firstLogin) {
      Defaults.Account.set(Date.now, forKey: .firstLogin)
    }

    Defaults.Onboarding[.showsHints].toggle()
    Defaults.Onboarding[.finishedSteps]?.append("step \(Defaults.Account.integer(forKey: .loginCount))")

    let ada = User(id: "ada")
    ada.set(ada.double(forKey: .fontSize) + 1, forKey: .fontSize)
    ada.set(Theme.dark, forKey: .theme)
    ada.key(.profile).update { (profile: inout Profile?) in
      profile = profile ?? Profile(name: "Ada Lovelace")
      profile?.visits += 1
    }
  }

  static func show() {
    print("  logged in       \(Defaults.Account.bool(forKey: .isUserLoggedIn))")
    print("  logins          \(Defaults.Account.integer(forKey: .loginCount))")
    print("  first login     \(Defaults.Account.date(forKey: .firstLogin)?.formatted(.iso8601) ?? "never")")
    print("  shows hints     \(Defaults.Onboarding.bool(forKey: .showsHints))")
    print(
      "  finished steps  \((Defaults.Onboarding.stringArray(forKey: .finishedSteps) ?? []).joined(separator: ", "))"
    )
    for user in [User(id: "ada"), User(id: "charles")] {
      let theme = user.object(Theme.self, forKey: .theme) ?? .light
      let visits = user.object(Profile.self, forKey: .profile)?.visits ?? 0
      print("  \(user.namespace): size \(user.double(forKey: .fontSize)), \(theme), \(visits) visits")
    }
  }

  static func reset() {
    Defaults.Account.removeAll()
    Defaults.Onboarding.removeAll()
    User(id: "ada").removeAll()
    print("Removed.")
  }
}
