import Foundation
import NamespacedDefaults
import Testing

extension UserDefaults: @retroactive BoolDefaultSettable {
  /// The keys.
  public enum BoolKey: String { case isUserLoggedIn }
}

/// A `UserDefaults` made settable by a user: each instance has its own values.
struct UserDefaultsTests {
  @Test func eachInstanceHasItsOwnValues() throws {
    let name = "NamespacedDefaultsExamples.\(UUID().uuidString)"
    let suite = try #require(UserDefaults(suiteName: name))
    defer {
      UserDefaults.standard.removeObject(forKey: "UserDefaults.isUserLoggedIn")
      UserDefaults.standard.synchronize()
      suite.removePersistentDomain(forName: name)
      suite.synchronize()
    }
    UserDefaults.standard.set(true, forKey: .isUserLoggedIn)
    #expect(UserDefaults.standard.bool(forKey: .isUserLoggedIn))
    #expect(!suite.bool(forKey: .isUserLoggedIn))
    #expect(UserDefaults.standard.object(forKey: "UserDefaults.isUserLoggedIn") as? Bool == true)
    #expect(UserDefaults.bool(forKey: .isUserLoggedIn), "the type stands for the standard ones")

    UserDefaults.standard.set(false, forKey: .isUserLoggedIn)
    suite.set(true, forKey: .isUserLoggedIn)
    #expect(suite.bool(forKey: .isUserLoggedIn))
    #expect(!UserDefaults.standard.bool(forKey: .isUserLoggedIn))
    // Another instance of the suite, and plain calls, see the same.
    #expect(UserDefaults(suiteName: name)?.bool(forKey: .isUserLoggedIn) == true)
    #expect(suite.bool(forKey: "UserDefaults.isUserLoggedIn"))
    UserDefaults.remove(forKey: .isUserLoggedIn)
    #expect(suite.storedKeys == ["UserDefaults.isUserLoggedIn"])
  }
}
