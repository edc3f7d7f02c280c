import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Where and when the program's handlers run.
@Suite struct DeliveryTests {
  /// Whether another thread can write a store now; it gives up after a minute.
  private func canBeWrittenElsewhere(_ store: any DefaultsStore) -> Bool {
    let written = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? store.set(1, forKey: "elsewhere")
      written.signal()
    }
    return written.wait(timeout: .now() + 60) == .success
  }

  @Test func anObserverRunsUnderTheLockOfNoStore() throws {
    let (first, second) = (InMemoryStore(), InMemoryStore())
    let seen = Lockbox<[Bool]>([])
    let observation = second.observe("b") { _ in
      let isFree = canBeWrittenElsewhere(first)
      seen.change { $0.append(isFree) }
    }
    try first.update("a") {
      $0 = 1
      try second.set(2, forKey: "b")
      #expect(seen.value == [])
    }
    #expect(seen.value == [true])
    observation.cancel()
  }

  @Test func theProblemHandlerRunsUnderTheLockOfNoStore() throws {
    let store = InMemoryStore()
    let seen = Lockbox<[Bool]>([])
    try Defaults.withProblemHandler { _ in
      let isFree = canBeWrittenElsewhere(store)
      seen.change { $0.append(isFree) }
    } operation: {
      try store.transaction { DefaultsKey<Int>("a", defaultValue: 0, store: FailingStore()).value = 1 }
    }
    #expect(seen.value == [true])
  }

  @Test func storesAnnounceInTheOrderInWhichTheyWereWritten() throws {
    let (first, second) = (InMemoryStore(), InMemoryStore())
    let seen = Lockbox<[String]>([])
    let observations = [first, second].map { store in
      store.observe { change in seen.change { $0.append(change.key) } }
    }
    try first.update("a") {
      $0 = 1
      try second.set(2, forKey: "b")
    }
    #expect(seen.value == ["b", "a"])
    withExtendedLifetime(observations) {}
  }

  @Test func aWriterDeliversNoChangesOfOthersAfterItsOwn() throws {
    let store = InMemoryStore()
    let calls = Lockbox<[(value: PropertyListValue?, thread: ObjectIdentifier)]>([])
    let delivered = DispatchSemaphore(value: 0)
    let observation = store.observe("a") { change in
      let thread = ObjectIdentifier(Thread.current)
      calls.change { $0.append((change.newValue, thread)) }
      guard change.newValue == 1 else {
        delivered.signal()
        return
      }
      // Leaves a change to the thread that delivers, and returns.
      let written = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? store.set(2, forKey: "a")
        written.signal()
      }
      written.wait()
    }
    try store.set(1, forKey: "a")
    delivered.wait()
    #expect(calls.value.map(\.value) == [1, 2])
    #expect(calls.value[0].thread == ObjectIdentifier(Thread.current))
    #expect(calls.value[1].thread != ObjectIdentifier(Thread.current))
    observation.cancel()
  }

  @Test func aWriterDeliversWhatItsObserversWrite() throws {
    let store = InMemoryStore()
    let calls = Lockbox<[PropertyListValue?]>([])
    let observation = store.observe("a") { change in
      calls.change { $0.append(change.newValue) }
      if change.newValue == 1 { try? store.set(2, forKey: "a") }
    }
    try store.set(1, forKey: "a")
    #expect(calls.value == [1, 2])
    observation.cancel()
  }

  /// A change source whose end takes until it is allowed.
  final class SlowlyStoppingSource: ChangeSource {
    let (stopping, mayStop) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func start(onEvent: @escaping @Sendable () -> Void) {}

    func stop() {
      stopping.signal()
      mayStop.wait()
    }
  }

  @Test func aCancellationReturnsNoEarlierThanTheOneThatWasFirst() {
    let source = SlowlyStoppingSource()
    let context = DefaultsStoreContext(announcesEveryChange: true, changeSource: source)
    let observation = context.observe(nil) { _ in }
    let returned = Lockbox(false)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        observation.cancel()
        returned.change { $0 = true }
        ended.signal()
      }
    }
    source.stopping.wait()
    // Long enough for the other thread to cancel as well.
    Thread.sleep(forTimeInterval: 0.1)
    #expect(!returned.value)
    // Once for the observation, and once for the context's end.
    source.mayStop.signal()
    source.mayStop.signal()
    ended.wait()
    ended.wait()
  }

  @Test func anObserverHasTheStoreOfItsRegistration() throws {
    let (mine, other) = (InMemoryStore(), InMemoryStore())
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: mine)
    let seen = Lockbox<[Bool]>([])
    let isMine: @Sendable () -> Void = {
      let isMine = Defaults.store === mine
      seen.change { $0.append(isMine) }
    }
    let observations = Defaults.withStore(mine) {
      [mine.observe("a") { _ in isMine() }, key.observe { _ in isMine() }]
    }
    Defaults.withStore(other) { key.value = 1 }
    #expect(seen.value == [true, true])
    withExtendedLifetime(observations) {}
  }

  @Test func anObserverReportsToTheHandlerOfItsRegistration() throws {
    let store = InMemoryStore()
    let observation = Lockbox<DefaultsObservation?>(nil)
    let mine = try problems {
      let key = DefaultsKey<Int>("a", defaultValue: 0, store: FailingStore())
      observation.change { $0 = store.observe("a") { _ in key.value = 1 } }
      let writers = try problems { try store.set(1, forKey: "a") }
      #expect(writers.isEmpty)
    }
    #expect(mine.map(\.kind) == [.failedWrite])
  }

  /// A store whose every write fails for another reason.
  final class EverFailingStore: DefaultsStore, DefaultsStorage {
    let context = DefaultsStoreContext()
    let count = Lockbox(0)
    func storedValue(forKey name: String) -> PropertyListValue? { nil }
    func storedKeys() -> [String] { [] }
    func synchronize() {}

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) throws {
      count.change { $0 += 1 }
      throw FailingStore.Failure(description: "failure \(count.value)")
    }
  }

  @Test func aProblemHandlerMayWriteToWhatFails() {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: EverFailingStore())
    let calls = Lockbox(0)
    Defaults.withProblemHandler { _ in
      calls.change { $0 += 1 }
      key.value = 2
    } operation: {
      key.value = 1
      #expect(calls.value == 1)
      key.value = 3
    }
    #expect(calls.value == 2)
  }
}
