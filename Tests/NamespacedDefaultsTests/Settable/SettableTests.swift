import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// What the settable protocols have beside the members in ``SettableTable``.
@Suite(.isolatedDefaults)
struct SettableTests {
  @Test func anIntegerLiteralUnderADoubleKeyIsADouble() throws {
    Everything.set(3, forKey: .volume)
    #expect(Everything.double(forKey: .volume) == 3)
    #expect(try Defaults.store.value(forKey: "Everything.volume") == .double(3))
  }

  @Test func whatIsNotStoredHasTheProtocolsDefault() {
    #expect(Everything.bool(forKey: .isOn) == false)
    #expect(Everything.integer(forKey: .count) == 0)
    #expect(Everything.float(forKey: .gain) == 0)
    #expect(Everything.double(forKey: .volume) == 0)
    #expect(Everything.string(forKey: .name) == nil)
    #expect(Everything.url(forKey: .homepage) == nil)
    #expect(Everything.data(forKey: .avatar) == nil)
    #expect(Everything.date(forKey: .birthday) == nil)
    #expect(Everything.stringArray(forKey: .tags) == nil)
    #expect(Everything.array(forKey: .scores) == nil)
    #expect(Everything.dictionary(forKey: .limits) == nil)
    #expect(Everything.object(Person.self, forKey: .profile) == nil)
  }

  @Test func aDefaultOfAnotherTypeDoesNotCount() {
    let chosen = Chosen()
    #expect(Chosen.array(of: [Int].self, forKey: .scores) == nil)
    #expect(Chosen.dictionary(of: [Int].self, forKey: .limits) == nil)
    #expect(Chosen.object(Int.self, forKey: .profile) == nil)
    #expect(chosen.array(of: [Int].self, forKey: .scores) == nil)
    #expect(chosen.dictionary(of: [Int].self, forKey: .limits) == nil)
    #expect(chosen.object(Int.self, forKey: .profile) == nil)
  }

  @Test func incrementsFromEightThreadsAreCounted() {
    let store = Defaults.store
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      Defaults.withStore(store) {
        for _ in 0..<500 { Everything[.count] += 1 }
      }
    }
    #expect(Everything.integer(forKey: .count) == 4_000)
  }
}
