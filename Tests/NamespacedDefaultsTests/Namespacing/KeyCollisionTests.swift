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
        collision for "Account.isOn": NamespacedDefaultsTests.KeyCollisionTests.Login.Account.BoolKey and \
        NamespacedDefaultsTests.KeyCollisionTests.Profile.Account.BoolKey share one stored value; give one of the \
        types a namespace of its own: static let namespace = "…"
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
        NamespacedDefaultsTests.KeyCollisionTests.Twofold.IntegerKey share one stored value; rename one of the keys
        """
    )
  }

  @Test func aTypedKeyOnASettablesNameIsReported() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      DefaultsKey<Bool>("Account.isOn", defaultValue: false).value = false
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "Account.isOn": NamespacedDefaultsTests.KeyCollisionTests.Login.Account.BoolKey and a typed key \
        of Bool share one stored value; rename one of the keys
        """
      ]
    )
  }

  @Test func aTypedKeyInANamespaceIsTheSettablesKey() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      #expect(DefaultsKey(Login.Account.BoolKey.isOn, in: Login.Account.self, defaultValue: false).value)
    }
    #expect(problems.isEmpty)
  }

  @Test func typedKeysOfTwoTypesAreReported() {
    let problems = problems {
      _ = DefaultsKey<Int>("count", defaultValue: 0).value
      _ = DefaultsKey<Int>("count", defaultValue: 1).value
      _ = DefaultsKey<String>("count", defaultValue: "").value
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func differentStoresDoNotCollide() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Defaults.withStore(InMemoryStore()) { Profile.Account.set(true, forKey: .isOn) }
    }
    #expect(problems.isEmpty)
  }
}
