#if UserDefaults
  import Foundation
  import Observation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// What keys cache of a `UserDefaultsStore`, which other code may write at any moment.
  @Suite struct CachedReadTests {
    let suite: PostingSuite
    let raw: UserDefaults

    init() throws {
      suite = try PostingSuite()
      raw = suite.defaults
    }

    /// A format that counts how often it decodes.
    private func counting(_ count: Lockbox<Int>) -> DefaultsBridge<String> {
      DefaultsBridge<String> {
        .string($0)
      } decode: { stored in
        count.change { $0 += 1 }
        return try String.value(fromPropertyList: stored)
      }
    }

    @Test func anUnchangedValueIsDecodedOnceAndLookedUpOnceAtEachRead() {
      let decoded = Lockbox(0)
      let key = DefaultsKey("a", defaultValue: "none", bridge: counting(decoded), store: suite.store)
      raw.set("x", forKey: "a")
      for _ in 0..<3 { #expect(key.value == "x") }
      let (lookUps, decodings) = (suite.defaults.readCount.value, decoded.value)
      for _ in 0..<10 { #expect(key.value == "x") }
      // A few may have asked twice, because a tracking on another thread cannot be told from one on this.
      #expect(suite.defaults.readCount.value < lookUps + 20)
      #expect(suite.defaults.readCount.value >= lookUps + 10)
      #expect(decoded.value == decodings)
    }

    @Test func whatOtherCodeWroteAMomentAgoIsRead() {
      let key = DefaultsKey("a", defaultValue: "none", store: suite.store)
      let flag = DefaultsKey("b", defaultValue: false, store: suite.store)
      for round in 1...3 {
        raw.set("x\(round)", forKey: "a")
        raw.set(true, forKey: "b")
        for _ in 0..<3 { #expect(key.value == "x\(round)") }
        for _ in 0..<3 { #expect(flag.value) }
        raw.set(false, forKey: "b")
        #expect(!flag.value)
        raw.set("NO", forKey: "b")
        #expect(!flag.value)
        raw.set(7, forKey: "a")
        #expect(key.value == "7")
        raw.removeObject(forKey: "a")
        for _ in 0..<3 { #expect(key.value == "none") }
      }
    }

    @Test func whatIsRegisteredIsReadWhereNothingIsStored() {
      let key = DefaultsKey("a", defaultValue: "none", store: suite.store)
      for _ in 0..<3 { #expect(key.value == "none") }
      DefaultsAdapter(store: suite.store).register(["a": "registered"])
      for _ in 0..<3 { #expect(key.value == "registered") }
      raw.set("x", forKey: "a")
      for _ in 0..<3 { #expect(key.value == "x") }
      raw.removeObject(forKey: "a")
      for _ in 0..<3 { #expect(key.value == "registered") }
    }

    @Test func whatIsRegisteredWithUserDefaultsIsNotStored() {
      let name = "NamespacedDefaultsTests.registered.\(UUID().uuidString)"
      UserDefaults.standard.register(defaults: [name: "registered"])
      let key = DefaultsKey(name, defaultValue: "none", store: suite.store)
      raw.set("registered", forKey: name)
      for _ in 0..<3 { #expect(key.value == "registered") }
      raw.removeObject(forKey: name)
      for _ in 0..<3 { #expect(key.value == "none") }
    }

    @Test func aPreviousNameIsAskedAtEachRead() {
      let key = DefaultsKey("a", defaultValue: "none", store: suite.store).renamed(from: "old")
      for _ in 0..<3 { #expect(key.value == "none") }
      raw.set("x", forKey: "old")
      for _ in 0..<3 { #expect(key.value == "x") }
      key.value = "y"
      for _ in 0..<3 { #expect(key.value == "y") }
    }

    @Test func oneKeyMayBeReadFromSeveralStores() {
      let key = DefaultsKey("a", defaultValue: "none")
      let memory = InMemoryStore(["a": "memory"])
      raw.set("x", forKey: "a")
      for _ in 0..<3 {
        for _ in 0..<3 { Defaults.withStore(suite.store) { #expect(key.value == "x") } }
        for _ in 0..<3 { Defaults.withStore(memory) { #expect(key.value == "memory") } }
      }
    }

    @Test func nothingOfARemovedValueStaysInMemory() throws {
      final class Marker: Sendable {}
      struct Secret: Sendable { let marker: Marker }
      weak var last: Marker?
      let bridge = DefaultsBridge<Secret> { _ in
        ""
      } decode: { _ in
        Secret(marker: Marker())
      }
      let key = DefaultsKey<Secret?>("a", bridge: bridge, store: suite.store)
      for isForeign in [true, false] {
        raw.set("x", forKey: "a")
        for _ in 0..<3 { last = key.value?.marker }
        #expect(last != nil)
        if isForeign {
          raw.removeObject(forKey: "a")
          #expect(key.value == nil)
        } else {
          try suite.store.set(nil, forKey: "a")
        }
        #expect(last == nil)
      }
    }

    @Test func aValueThatIsRegisteredLaterIsRead() {
      let key = DefaultsKey("a", defaultValue: "none", store: suite.store)
      for _ in 0..<3 { #expect(key.value == "none") }
      DefaultsAdapter(store: suite.store).register(["a": "x"])
      #expect(key.value == "x")
    }

    @Test func aValueUnderThePreviousNameIsFoundWheneverItIsWritten() {
      let key = DefaultsKey("new", defaultValue: "none", store: suite.store).renamed(from: "old")
      for _ in 0..<3 { #expect(key.value == "none") }
      raw.set("x", forKey: "old")
      #expect(key.value == "x")
    }

    @Test func aTrackedReadIsRegistered() {
      let key = DefaultsKey("a", defaultValue: "none", store: suite.store)
      raw.set("x", forKey: "a")
      for _ in 0..<3 { #expect(key.value == "x") }
      let fired = Lockbox(0)
      withObservationTracking {
        #expect(key.value == "x")
      } onChange: {
        fired.change { $0 += 1 }
      }
      raw.set("y", forKey: "a")
      #expect(fired.value == 1)
    }
  }
#endif
