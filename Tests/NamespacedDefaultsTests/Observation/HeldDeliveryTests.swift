import Foundation
import Observation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Observers that come or go while another thread keeps the changes of their store from being delivered.
@Suite(.timeLimit(.minutes(60)))
struct HeldDeliveryTests {
  private let store = InMemoryStore()
  private var key: DefaultsKey<Int> { DefaultsKey("a", defaultValue: 0, store: store) }

  /// Keeps another thread inside an observer.
  ///
  /// - Returns: A closure that lets the thread go on, and waits until all that was left to it is delivered.
  private func holdDelivery() -> () -> Void {
    let (entered, mayLeave, end) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let observations = [
      store.observe("held") { _ in
        entered.signal()
        mayLeave.wait()
      },
      store.observe("end") { _ in end.signal() },
    ]
    Thread.detachNewThread { [store] in try? store.set(1, forKey: "held") }
    entered.wait()
    return {
      try? store.set(1, forKey: "end")
      mayLeave.signal()
      end.wait()
      withExtendedLifetime(observations) {}
    }
  }

  private func withDeliveryHeld(_ body: () throws -> Void) rethrows {
    let release = holdDelivery()
    defer { release() }
    try body()
  }

  @Test func anObserverGetsNoChangeFromBeforeItsRegistration() throws {
    let calls = Lockbox<[PropertyListValue?]>([])
    let observation = Lockbox<[DefaultsObservation]>([])
    try withDeliveryHeld {
      try store.set(1, forKey: "a")
      let new = store.observe("a") { change in calls.change { $0.append(change.newValue) } }
      observation.change { $0 = [new] }
      try store.set(2, forKey: "a")
    }
    #expect(calls.value == [2])
  }

  @Test func theInitialCallHasTheValueOfTheRegistration() throws {
    let calls = Lockbox<[Int?]>([])
    let observation = Lockbox<[DefaultsObservation]>([])
    withDeliveryHeld {
      key.value = 1
      let new = key.observe(initial: true) { change in calls.change { $0.append(change.newValue) } }
      observation.change { $0 = [new] }
      key.value = 2
    }
    #expect(calls.value == [1, 2])
  }

  @Test func anObserverThatIsCancelledGetsNoInitialCall() {
    let calls = Lockbox(0)
    withDeliveryHeld {
      key.observe(initial: true) { _ in calls.change { $0 += 1 } }.cancel()
    }
    #expect(calls.value == 0)
  }

  @Test func anObserverThatIsCancelledGetsNoChangeThatWaited() {
    let calls = Lockbox(0)
    withDeliveryHeld {
      let observation = key.observe { _ in calls.change { $0 += 1 } }
      key.value = 1
      observation.cancel()
    }
    #expect(calls.value == 0)
  }

  @Test func aTrackedReadGetsAChangeThatWaitedUntilTheTrackedCodeHadEnded() {
    let calls = Lockbox(0)
    withDeliveryHeld {
      let key = DefaultsKey<Int>("a", defaultValue: 0, store: WrittenWhenRead(store))
      withObservationTracking {
        #expect(key.value == 0)
      } onChange: {
        calls.change { $0 += 1 }
      }
    }
    #expect(calls.value == 1)
  }

  /// A store in which "a" is written just after it was read for the first time.
  private final class WrittenWhenRead: DefaultsStore, DefaultsStorage {
    private let inner: InMemoryStore
    private let isFirst = Lockbox(true)
    var context: DefaultsStoreContext { inner.context }

    init(_ inner: InMemoryStore) { self.inner = inner }

    func storedValue(forKey name: String) -> PropertyListValue? {
      let value = inner.value(forKey: name)
      guard name == "a", isFirst.value else { return value }
      isFirst.change { $0 = false }
      let change = DefaultsChange(key: "a", oldValue: value, newValue: 1)
      inner.commit([change])
      context.announce([change])
      return value
    }

    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  @Test func aSequenceYieldsNoValueTwiceInARow() async {
    let counted = CountingStore(store)
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: counted)
    var values = key.updates().makeAsyncIterator()
    let release = holdDelivery()
    key.value = 1
    // This read finds the change before the observer of the sequence is called for it.
    #expect(await values.next() == 1)
    let count = counted.readCount.value
    release()
    Thread.detachNewThread {
      while counted.readCount.value == count { Thread.sleep(forTimeInterval: 0.001) }
      key.value = 2
    }
    #expect(await values.next() == 2)
  }

  /// A store that counts how often it is read.
  private final class CountingStore: DefaultsStore, DefaultsStorage {
    private let inner: InMemoryStore
    let readCount = Lockbox(0)
    var context: DefaultsStoreContext { inner.context }

    init(_ inner: InMemoryStore) { self.inner = inner }

    func storedValue(forKey name: String) -> PropertyListValue? {
      readCount.change { $0 += 1 }
      return inner.value(forKey: name)
    }

    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }
}
