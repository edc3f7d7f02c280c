import Foundation
import NamespacedDefaults

/// Prints calls of the library, each beside what it did.
///
/// The next run finds what this one has stored.
@main
struct Tour {
  static func main() throws {
    let store = try FileStore(name: "Tour")
    Defaults.store = store
    if CommandLine.arguments.contains("--reset") {
      Defaults.removeAll()
      return print("Removed all settings from \(store.path)")
    }
    print("The settings of this program are in \(store.path)\n")
    read()
    print()
    change()
    let visits = Defaults[.profile].visits
    print("\nThat was \(visits) \(visits == 1 ? "visit" : "visits"). Run the tour again: it finds these values.")
    print("With --reset it removes them.")
  }

  static func read() {
    print("It reads, and gets what is stored or else a default:")
    show("Defaults.Account.bool(forKey: .isUserLoggedIn)") {
      Defaults.Account.bool(forKey: .isUserLoggedIn)
    }
    show("Defaults.Account.integer(forKey: .loginCount)") {
      Defaults.Account.integer(forKey: .loginCount)
    }
    show("Defaults.Account.date(forKey: .firstLogin)") {
      Defaults.Account.date(forKey: .firstLogin)
    }
    show("Defaults.Onboarding[.showsHints]") {
      Defaults.Onboarding[.showsHints]
    }
    show("Defaults.Onboarding[.finishedSteps]") {
      Defaults.Onboarding[.finishedSteps]
    }
    show("User(id: \"ada\").object(Theme.self, forKey: .theme)") {
      User(id: "ada").object(Theme.self, forKey: .theme)
    }
    show("Defaults[.profile].visits") {
      Defaults[.profile].visits
    }
  }

  static func change() {
    print("It writes, and the file then has:")
    show("Defaults.Account.set(true, forKey: .isUserLoggedIn)", stores: "Account.isUserLoggedIn") {
      Defaults.Account.set(true, forKey: .isUserLoggedIn)
    }
    show("Defaults.Account[.loginCount] += 1", stores: "Account.loginCount") {
      Defaults.Account[.loginCount] += 1
    }
    if !Defaults.Account.hasValue(forKey: .firstLogin) {
      show("Defaults.Account.set(Date.now, forKey: .firstLogin)", stores: "Account.firstLogin") {
        Defaults.Account.set(Date.now, forKey: .firstLogin)
      }
    }
    show("Defaults.Onboarding[.showsHints].toggle()", stores: "Onboarding.showsHints") {
      Defaults.Onboarding[.showsHints].toggle()
    }
    show("Defaults.Onboarding[.finishedSteps]?.append(\"step\")", stores: "Onboarding.finishedSteps") {
      Defaults.Onboarding[.finishedSteps]?.append("step")
    }
    show("User(id: \"ada\").set(Theme.dark, forKey: .theme)", stores: "User.ada.theme") {
      User(id: "ada").set(Theme.dark, forKey: .theme)
    }
    show("Defaults[.profile].visits += 1", stores: "profile") {
      Defaults[.profile].visits += 1
    }
  }
}
