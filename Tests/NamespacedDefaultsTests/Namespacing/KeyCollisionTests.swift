import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// What debug builds report when two declarations claim one stored name.
@Suite(.isolatedDefaults)
struct KeyCollisionTests {
  enum Login {
    struct Account: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
  }

  enum Profile {
    struct Account: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
  }

  struct Twofold: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case value }
    enum IntegerKey: String { case value }
  }

  @Test func twoTypesOfOneNameAreReportedOnce() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Profile.Account.set(true, forKey: .isOn)
      Login.Account.set(true, forKey: .isOn)
      Profile.Account.set(true, forKey: .isOn)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(
      problems.first?.description == """
        collision for "Account.isOn": NamespacedDefaultsTests.KeyCollisionTests.Login.Account and \
        NamespacedDefaultsTests.KeyCollisionTests.Profile.Account share one stored value, for they have one \
        namespace; give one of them another: static let namespace = "…"
        """
    )
  }

  @Test func twoKeyEnumsOfOneTypeAreReported() {
    let problems = problems {
      Twofold.set(true, forKey: .value)
      Twofold.set(1, forKey: .value)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(
      problems.first?.description == """
        collision for "Twofold.value": NamespacedDefaultsTests.KeyCollisionTests.Twofold.BoolKey and \
        NamespacedDefaultsTests.KeyCollisionTests.Twofold.IntegerKey have a case of one raw value, and so share \
        one stored value; rename one of them
        """
    )
  }

  @Test func differentStoresDoNotCollide() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Defaults.withStore(InMemoryStore()) { Profile.Account.set(true, forKey: .isOn) }
    }
    #expect(problems.isEmpty)
  }
}
