#if UserDefaults
  // The code of the article on moving from UserDefaults: `GuidesTests` compares the two.

  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsMigration

  struct Onboarding: BoolDefaultSettable, DateDefaultSettable {
    enum BoolKey: String { case isDone }
    enum DateKey: String { case lastShown }
  }

  extension DefaultsKeys {
    // It keeps the name that it always had.
    static let volume = DefaultsKey<Double>("volume", defaultValue: 0.5)
    static let feeds = DefaultsKey<[URL]>("feeds", defaultValue: [])
  }

  func openSettings(
    importingFrom old: any DefaultsStore = UserDefaultsStore.standard
  ) throws {
    #if os(Linux)
      try Defaults.migrate([.copy(from: old)])  // into the file, once
    #endif
    try Defaults.migrate([
      .rename("onboardingDone", to: Onboarding.key(.isDone)),
      .rename("lastOnboarding", to: Onboarding.key(.lastShown)),
    ])
  }

  func showOnboarding() {
    guard !Onboarding.bool(forKey: .isDone) else { return }
    Onboarding.set(Date(), forKey: .lastShown)
    Onboarding.set(true, forKey: .isDone)
  }
#endif
