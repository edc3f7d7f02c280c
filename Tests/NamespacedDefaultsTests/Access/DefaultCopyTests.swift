import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// Copies of values, in use by several threads.
@Suite struct DefaultCopyTests {
  /// A store whose values may change without an announcement, so that keys cache nothing.
  final class PlainStore: DefaultsStore, DefaultsStorage {
    private let values = Lockbox<[String: PropertyListValue]>([:])
    let context = DefaultsStoreContext()

    func storedValue(forKey name: String) -> PropertyListValue? { context.withLock { values.value[name] } }
    func storedKeys() -> [String] { Array(values.value.keys) }
    func synchronize() {}

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      values.change { values in for change in changes { values[change.key] = change.newValue } }
    }
  }

  struct Model: Sendable {
    @Default<Int> var count: Int

    init(_ key: DefaultsKey<Int>, options: DefaultOptions = .cached) { _count = Default(key, options: options) }
  }

  @Test(arguments: [true, false])
  func aReadHoldsNoLockWhileItWaitsForTheStore(isFirst: Bool) throws {
    let store = PlainStore()
    let model = Model(DefaultsKey("count", defaultValue: 7, store: store))
    if !isFirst {
      #expect(model.count == 7)
      try store.set(1, forKey: "count")
    }
    let finished = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? store.transaction {
        let begun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          begun.signal()
          _ = model.count
        }
        begun.wait()
        // Long enough for the other thread to wait for the store, which this one has locked.
        Thread.sleep(forTimeInterval: 0.2)
        _ = model.count
      }
      finished.signal()
    }
    #expect(finished.wait(timeout: .now() + 60) == .success)
  }

  @Test func aThreadReadsItsOwnWriteWhileAnotherOneIsInAnObserver() throws {
    let store = PlainStore()
    let key = DefaultsKey<Int>("count", defaultValue: 7, store: store)
    let model = Model(key, options: .observed)
    #expect(model.count == 7)
    let (entered, mayLeave, left) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let observation = store.observe("other") { _ in
      entered.signal()
      mayLeave.wait()
    }
    Thread.detachNewThread {
      try? store.set(1, forKey: "other")
      left.signal()
    }
    entered.wait()
    key.value = 2
    #expect(model.count == 2)
    mayLeave.signal()
    left.wait()
    observation.cancel()
  }

  @Test func aCopyFromBeforeAWriteIsNotKept() throws {
    let store = PlainStore()
    try store.set(1, forKey: "count")
    let writer = Lockbox<Model?>(nil)
    // Its format writes the property that is being read.
    let bridge = DefaultsBridge<Int> {
      .integer(Int64($0))
    } decode: { stored in
      let model = writer.value
      writer.change { $0 = nil }
      model?.count = 2
      return try Int.value(fromPropertyList: stored)
    }
    let model = Model(DefaultsKey("count", defaultValue: 7, bridge: bridge, store: store))
    writer.change { $0 = model }
    #expect(model.count == 1)
    #expect(model.count == 2)
  }
}
