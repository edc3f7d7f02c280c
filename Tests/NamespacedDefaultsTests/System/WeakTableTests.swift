import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Who looks whether something lives may be the last one to have it.
@Suite struct WeakTableTests {
  /// An object of the program's whose release runs code.
  private final class Loud: Sendable {
    let life = Life()
    let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  private final class Life: Sendable {}

  @Test func anObjectIsThatOfItsKeyAsLongAsSomebodyHasIt() {
    let table = WeakTable()
    let life = Life()
    func value(_ key: String) -> Loud { table.value(for: key, life: { _ in life }) { Loud {} } }
    var first: Loud? = value("a")
    #expect(value("a") === first)
    #expect(value("b") !== first)
    first = nil
    let others = [value("b"), value("a")]
    #expect(table.values(Loud.self).count == others.count)
  }

  @Test func anObjectThatWasLookedAtIsReleasedWithNoStoreLocked() {
    let table = WeakTable()
    let (store, other, lockCount) = (InMemoryStore(), InMemoryStore(), Lockbox(-1))
    let kept = Lockbox<Loud?>(nil)
    kept.change { kept in
      kept = table.value(for: "a", life: { _ in Life() }) {
        Loud { lockCount.change { $0 = ThreadState.current.pointee.lockCount } }
      }
    }
    store.context.withLock {
      #expect(table.first { (_: Loud) in 1 } == nil, "the thread has no other store locked")
      other.context.withLock {
        let found = table.first { (_: Loud) -> Int? in
          kept.change { $0 = nil }
          return 1
        }
        #expect(found == 1)
        #expect(lockCount.value == -1)
      }
    }
    #expect(lockCount.value == 0)
  }

  /// A release looks into the table, and would wait for itself under the table's lock.
  @Test(.timeLimit(.minutes(5))) func whoMakesAnObjectReleasesNoOther() async {
    await #expect(processExitsWith: .success) {
      let (table, arrivals) = (WeakTable(), Lockbox(0))
      @Sendable func value(_ key: String) -> Loud {
        table.value(for: key, life: { $0.life }) { Loud { _ = table.values(Loud.self) } }
      }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for round in 1...4_000 {
          var first: Loud? = thread == 0 ? value("a") : nil
          // Both go on at one moment: one makes an object, and the other lets its go a bit sooner or later.
          arrivals.change { $0 += 1 }
          while arrivals.value < 2 * round { sched_yield() }
          if first == nil { _ = value("b") } else { for _ in 0..<round % 400 { _ = arrivals } }
          first = nil
        }
      }
    }
  }

  /// Threads that open and close stores, of whose values one opens a store, takes a lock of the program's and writes when it is
  /// released.
  @Test(.timeLimit(.minutes(5))) func valuesOfAFileStoreMayUseStoresWhenTheyAreReleased() async {
    await #expect(processExitsWith: .success) { try Releases(isJSON: false).run() }
  }

  @Test(.timeLimit(.minutes(5))) func valuesOfAJSONStoreMayUseStoresWhenTheyAreReleased() async {
    await #expect(processExitsWith: .success) { try Releases(isJSON: true).run() }
  }
}

/// The process of that test.
private struct Releases {
  private static let lock = NSLock()
  private static let written = Lockbox(0)
  private static let openStore = Lockbox<(@Sendable (String) throws -> any DefaultsStore)?>(nil)

  private final class Noted: Codable, Sendable {
    deinit {
      lock.withLock {
        guard let store = try? openStore.value?("released") else { return }
        let count = written.value + 1
        if (try? store.set(.int(count), forKey: "count")) != nil { written.change { $0 = count } }
      }
    }
  }

  private struct Value: Codable, Sendable, DefaultsSerializable { var noted: Noted }

  let isJSON: Bool

  func run() throws {
    let directory = try TemporaryDirectory()
    Self.openStore.change { [isJSON] openStore in
      openStore = { name in
        if isJSON { return try JSONStore(path: directory.file("\(name).json")) }
        return try FileStore(path: directory.file(name))
      }
    }
    let open = Self.openStore.value!
    for number in 0..<2 { DefaultsKey<Value?>("v", store: try open("p\(number)")).value = Value(noted: Noted()) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<1_000 {
        guard thread < 2 else {
          for number in 0..<4 { _ = try? open("q\(thread).\(number)") }
          continue
        }
        guard let store = try? open("p\(round % 2)") else { continue }
        let key = DefaultsKey<Value?>("v", store: store)
        _ = (key.value, key.value)
      }
    }
    guard Self.written.value > 0 else { throw CancellationError() }
  }
}
