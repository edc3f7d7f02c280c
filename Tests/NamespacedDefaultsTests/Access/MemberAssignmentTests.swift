import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// Plain assignments to members of one stored value, by several threads.
@Suite struct MemberAssignmentTests {
  struct Counts: Codable, DefaultsSerializable { var a = 0, b = 0 }

  /// A store that records what is done to it.
  private final class RecordingStore: DefaultsStore, DefaultsStorage {
    let inner = InMemoryStore()
    let events = Lockbox<[String]>([])
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) -> PropertyListValue? {
      events.change { $0.append("read") }
      return inner.value(forKey: name)
    }

    func storedKeys() -> [String] { inner.keys() }
    func synchronize() {}

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      events.change { $0.append("write") }
      inner.commit(changes)
    }

    func beginWriting() { events.change { $0.append("lock") } }
    func endWriting() { events.change { $0.append("unlock") } }
  }

  @Test func theWholeIsReadAndWrittenUnderOneLock() {
    let store = RecordingStore()
    let counts = DefaultsKey<Counts>("counts", defaultValue: Counts(), store: store)
    counts[\.a].value = 1
    let events = store.events.value
    #expect(events.first == "lock" && events.last == "unlock")
    #expect(events.filter { $0 != "read" } == ["lock", "write", "unlock"])
    #expect(events.contains("read"))
  }

  @Test func assignmentsToTwoMembersAreAllKept() {
    let counts = DefaultsKey<Counts>("counts", defaultValue: Counts(), store: InMemoryStore())
    let lost = Lockbox(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      let member = thread == 0 ? counts[\.a] : counts[\.b]
      for number in 1...1_000 {
        member.value = number
        // No other thread assigns this member.
        if member.value != number { lost.change { $0 += 1 } }
      }
    }
    #expect(lost.value == 0)
    #expect(counts.value.a == 1_000)
    #expect(counts.value.b == 1_000)
  }
}
