import Foundation
import NamespacedDefaults

extension Tour {
  static func read() {
    printLine("It reads, and gets what is stored or else a default:", .title)
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
    printLine("It writes, and the file then has:", .title)
    show("Defaults.Account.set(true, forKey: .isUserLoggedIn)", stores: "Account.isUserLoggedIn") {
      Defaults.Account.set(true, forKey: .isUserLoggedIn)
    }
    show("Defaults.Account[.loginCount] += 1", stores: "Account.loginCount") {
      Defaults.Account[.loginCount] += 1
    }
    if !Defaults.Account.key(.firstLogin).hasValue {
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
