#if UserDefaults
  import Foundation
  import Synchronization
  import Testing

  @testable import NamespacedDefaults

  @Suite struct UserDefaultsStoreTests {
    @Test func anAdapterOfASuiteIsOverThatSuite() throws {
      let suite = try TemporarySuite()
      let adapter = try DefaultsAdapter(suiteName: suite.name)
      adapter["color"] = "red"
      #expect(try suite.store.value(forKey: "color") == "red")
      #expect(throws: DefaultsError.self) { try DefaultsAdapter(suiteName: "") }
    }

    @Test func everyKindComesBack() throws {
      let suite = try TemporarySuite()
      for (index, value) in everyKind.enumerated() {
        try suite.store.set(value, forKey: "\(index)")
        #expect(try suite.store.value(forKey: "\(index)") == value)
      }
      #expect(try Set(suite.store.keys()) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"])
    }

    @Test func removalLeavesNothing() throws {
      let suite = try TemporarySuite()
      try suite.store.set(["a": 1, "b": 2])
      try suite.store.set(nil, forKey: "a")
      #expect(try suite.store.value(forKey: "a") == nil)
      #expect(try suite.store.keys() == ["b"])
      try suite.store.removeAll()
      #expect(try suite.store.keys() == [])
    }

    @Test(arguments: ["", ".", "..", "../x", "a/b", "/tmp/x", "a\0b", "a/../b"])
    func aNameThatCouldLeaveTheDirectoryIsRefused(_ name: String) {
      #expect(throws: DefaultsError.invalidSuiteName(name)) { try UserDefaultsStore(suiteName: name) }
    }

    @Test func storesOfOneSuiteShareTheirContext() throws {
      let suite = try TemporarySuite()
      let other = try UserDefaultsStore(suiteName: suite.name)
      #expect(other.context === suite.store.context)
      let seen = Mutex<[DefaultsChange]>([])
      let id = suite.store.context.changes.addObserver(forKey: "a") { change in seen.withLock { $0.append(change) } }
      defer { suite.store.context.changes.removeObserver(id, forKey: "a") }
      try other.set(1, forKey: "a")
      #expect(seen.withLock { $0 } == [DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
    }

    @Test func storesOverOneObjectShareTheirContext() throws {
      let suite = try TemporarySuite()
      // The name of a subclass's suite is unknown.
      let defaults = try #require(UnknownSuite(suiteName: suite.name))
      let another = try #require(UnknownSuite(suiteName: suite.name))
      let store = UserDefaultsStore(defaults)
      #expect(UserDefaultsStore(defaults).context === store.context)
      #expect(UserDefaultsStore(another).context !== store.context)
      #expect(UserDefaultsStore(.standard).context === UserDefaultsStore.standard.context)
      #expect(
        try UserDefaultsStore(suiteName: "NamespacedDefaultsTests.x").context !== UserDefaultsStore.standard.context
      )
    }

    #if !canImport(Darwin)
      @Test func changesThroughTwoObjectsOfOneSuiteAllCount() throws {
        let suite = try TemporarySuite()
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
          guard let store = UserDefaults(suiteName: suite.name).map({ UserDefaultsStore($0) }) else { return }
          for _ in 0..<100 {
            _ = try? store.update("count") { $0 = .integer(try Int64.value(fromPropertyList: $0 ?? 0) + 1) }
          }
        }
        #expect(try suite.store.value(forKey: "count") == 200)
      }

      @Test func anotherObjectOfTheProgramsOwnDomainIsTheStandardStore() {
        #expect(UserDefaultsStore(UserDefaults()).context === UserDefaultsStore.standard.context)
      }
    #endif

    @Test func updatesFromManyThreadsAllCount() throws {
      let suite = try TemporarySuite()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<25 {
          let store = try? UserDefaultsStore(suiteName: suite.name)
          _ = try? store?.update("count") { $0 = .integer(try Int64.value(fromPropertyList: $0 ?? 0) + 1) }
        }
      }
      #expect(try suite.store.value(forKey: "count") == 200)
    }

    @Test func whatOtherCodeStoredIsRead() throws {
      let suite = try TemporarySuite()
      let raw = try #require(UserDefaults(suiteName: suite.name))
      raw.set(true, forKey: "bool")
      raw.set(1, forKey: "integer")
      raw.set(Float(0.5), forKey: "float")
      raw.set(3.0, forKey: "double")
      raw.set([1, true, "x"] as [Any], forKey: "array")
      raw.set(["a": ["b": 1]], forKey: "dictionary")
      #expect(try suite.store.value(forKey: "bool") == .bool(true))
      #expect(try suite.store.value(forKey: "integer") == .integer(1))
      #expect(try suite.store.value(forKey: "float") == .double(0.5))
      #expect(try suite.store.value(forKey: "double") == .double(3))
      #expect(try suite.store.value(forKey: "array") == [1, true, "x"])
      #expect(try suite.store.value(forKey: "dictionary") == ["a": ["b": 1]])
      let unknown = try #require(UnknownSuite(suiteName: suite.name))
      let names = try UserDefaultsStore(unknown).keys().sorted()
      #expect(names == ["array", "bool", "dictionary", "double", "float", "integer"])
    }

    @Test func whatOtherCodeHasNotSynchronizedIsListed() throws {
      let suite = try TemporarySuite()
      let raw = try #require(UserDefaults(suiteName: suite.name))
      raw.set(5, forKey: "count")
      #expect(try suite.store.keys() == ["count"])
      #expect(try suite.store.value(forKey: "count") == 5)
    }

    @Test func whatTheStoreStoredIsSeenByOtherCode() throws {
      let suite = try TemporarySuite()
      try suite.store.set(["bool": true, "integer": 7, "double": 0.5, "text": "x", "url": "https://a.b/c?d=e"])
      let raw = try #require(UserDefaults(suiteName: suite.name))
      #expect(raw.bool(forKey: "bool"))
      #expect(raw.integer(forKey: "integer") == 7)
      #expect(raw.double(forKey: "double") == 0.5)
      #expect(raw.string(forKey: "text") == "x")
      #expect(raw.string(forKey: "url") == "https://a.b/c?d=e")
    }

    @Test func registeredDefaultsAreNotStored() throws {
      let suite = try TemporarySuite()
      let key = "NamespacedDefaultsTests.registered.\(UUID().uuidString)"
      UserDefaults.standard.register(defaults: [key: 1])
      #expect(try suite.store.value(forKey: key) == nil)
      #expect(try !suite.store.keys().contains(key))
      // Stored even though nobody could tell by looking through the registered one.
      try suite.store.set(1, forKey: key)
      #expect(try suite.store.value(forKey: key) == 1)
      #expect(try suite.store.keys() == [key])
      try suite.store.set(2, forKey: key)
      #expect(try suite.store.value(forKey: key) == 2)
      let other = UserDefaultsStore(try #require(UserDefaults(suiteName: UUID().uuidString)))
      #expect(try !other.keys().contains(key))
    }

    #if os(Linux)
      // The article on moving from UserDefaults says so.
      @Test func foundationCutsAURLDownToItsPath() throws {
        let suite = try TemporarySuite()
        let defaults = try #require(UserDefaults(suiteName: suite.name))
        defaults.set(URL(string: "https://a.b/c?d=e"), forKey: "url")
        defaults.set("https://a.b/c?d=e", forKey: "text")
        #expect(try suite.store.value(forKey: "url") == "/c")
        #expect(DefaultsKey<URL?>("url", store: suite.store).value?.absoluteString == "file:///c")
        #expect(DefaultsKey<URL?>("text", store: suite.store).value?.absoluteString == "https://a.b/c?d=e")
      }
    #endif

    @Test func aBatchWithAValueThatIsRefusedWritesNothing() throws {
      let suite = try TemporarySuite()
      try suite.store.set("old", forKey: "a")
      #expect(throws: DefaultsError.self) {
        try suite.store.set(["a": "new", "b": .date(Date(timeIntervalSinceReferenceDate: .nan)), "c": 1])
      }
      #expect(try suite.store.value(forKey: "a") == "old")
      #expect(try suite.store.keys() == ["a"])
    }

    @Test func largeValues() throws {
      let suite = try TemporarySuite()
      let text = String(repeating: "a\u{1}b", count: 1_000_000)
      try suite.store.set(.string(text), forKey: "text")
      try suite.store.set(.data(Data(repeating: 7, count: 3_000_000)), forKey: "data")
      #expect(try suite.store.value(forKey: "text") == .string(text))
      #expect(try suite.store.value(forKey: "data") == .data(Data(repeating: 7, count: 3_000_000)))
    }
  }

  /// A `UserDefaults` that does not give its suite's name.
  private final class UnknownSuite: UserDefaults {}
#endif
