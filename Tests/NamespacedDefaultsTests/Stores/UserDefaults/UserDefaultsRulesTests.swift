#if UserDefaults
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// What a platform would refuse or ignore without an error is an error before anything is written.
  @Suite struct UserDefaultsRulesTests {
    @Test func aManagedValueIsReadAndNotWritten() throws {
      let suite = try PostingSuite()
      suite.defaults.set("theirs", forKey: PostingUserDefaults.managedName)
      for change in ["ours", nil] as [PropertyListValue?] {
        #expect(throws: DefaultsError.managedValue(PostingUserDefaults.managedName)) {
          try suite.store.set(["a": 1, PostingUserDefaults.managedName: change])
        }
      }
      #expect(try suite.store.value(forKey: PostingUserDefaults.managedName) == "theirs")
      #expect(try suite.store.value(forKey: "a") == nil)
    }

    @Test func aSuiteHasManagedValuesOfItsOwn() throws {
      let suite = try PostingSuite()
      try suite.store.set("ours", forKey: PostingUserDefaults.managedNameOfProgram)
      #expect(try suite.store.value(forKey: PostingUserDefaults.managedNameOfProgram) == "ours")
      #expect(throws: DefaultsError.managedValue(PostingUserDefaults.managedName)) {
        try suite.store.set("ours", forKey: PostingUserDefaults.managedName)
      }
    }

    /// The system is asked for the program's own values where no suite is known.
    @Test func aSuiteWithoutANameHasTheManagedValuesOfTheProgram() throws {
      let suite = try PostingSuite()
      let store = UserDefaultsStore(suite.defaults)
      #expect(throws: DefaultsError.managedValue(PostingUserDefaults.managedNameOfProgram)) {
        try store.set("ours", forKey: PostingUserDefaults.managedNameOfProgram)
      }
      try store.set("ours", forKey: PostingUserDefaults.managedName)
    }

    @Test func onlyTheProgramsOwnDomainIsNoSuite() throws {
      let suite = try TemporarySuite()
      #expect(UserDefaultsDomain.shared(over: .standard).suiteName == nil)
      #expect(UserDefaultsDomain.shared(over: .standard).name != nil)
      #expect(UserDefaultsDomain.shared(suiteName: suite.name)?.suiteName == suite.name)
    }

    @Test func aValueOfTheLimitIsRefused() throws {
      let suite = try PostingSuite(UserDefaultsRules(valueLimit: 1000, totalLimit: nil))
      try suite.store.set(.data(Data(count: 900)), forKey: "a")
      let text = PropertyListValue.string(String(repeating: "x", count: 1000))
      for value in [.data(Data(count: 1000)), ["x": [text]]] as [PropertyListValue] {
        #expect(throws: DefaultsError.self) { try suite.store.set(["a": value, "b": 1]) }
      }
      #expect(try suite.store.value(forKey: "a") == .data(Data(count: 900)))
      #expect(try suite.store.keys() == ["a"])
    }

    @Test func aTotalOfTheLimitIsRefused() throws {
      let suite = try PostingSuite(UserDefaultsRules(valueLimit: nil, totalLimit: 1000))
      try suite.store.set(.data(Data(count: 600)), forKey: "a")
      #expect(throws: DefaultsError.self) { try suite.store.set(.data(Data(count: 600)), forKey: "b") }
      #expect(try suite.store.keys() == ["a"])
      try suite.store.set(["a": nil, "b": .data(Data(count: 600))])
      #expect(try suite.store.keys() == ["b"])
    }

    /// A name counts with its value, and data with five bytes of their own.
    @Test func aTotalBelowTheLimitIsTaken() throws {
      let suite = try PostingSuite(UserDefaultsRules(valueLimit: nil, totalLimit: 1000))
      try suite.store.set(.data(Data(count: 500)), forKey: "a")
      try suite.store.set(.data(Data(count: 487)), forKey: "b")
      #expect(throws: DefaultsError.self) { try suite.store.set(.data(Data(count: 488)), forKey: "b") }
      #expect(try suite.store.value(forKey: "b") == .data(Data(count: 487)))
    }

    @Test func whatTakesMoreThanTheTotalAlreadyCanBeMadeSmaller() throws {
      let suite = try PostingSuite(UserDefaultsRules(valueLimit: nil, totalLimit: 1000))
      suite.defaults.set(Data(count: 3000), forKey: "a")
      try suite.store.set(.data(Data(count: 2000)), forKey: "a")
      #expect(throws: DefaultsError.self) { try suite.store.set(.data(Data(count: 2001)), forKey: "a") }
      try suite.store.removeAll()
      #expect(try suite.store.keys() == [])
    }

    @Test func anAppGroupWithoutTheEntitlementIsRefused() {
      let rules = UserDefaultsRules(hasAppGroup: { $0 == "group.mine" })
      #expect(throws: Never.self) { try rules.checkSuite("group.mine") }
      #expect(throws: Never.self) { try rules.checkSuite("com.example.suite") }
      let error = #expect(throws: DefaultsError.self) { try rules.checkSuite("group.theirs") }
      #expect(error?.code == .invalidStoreName)
    }
  }
#endif
