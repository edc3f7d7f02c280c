import Foundation
import NamespacedDefaults
import Observation
import TestSupport
import Testing

/// Reading, tracking and observing beside a transaction of another thread, which waits for its end.
@Suite struct FreeReaderTests {
  /// What a thread does while another one is in a transaction; the transaction waits for it.
  enum Access: CaseIterable {
    case reads, asksForAValue, lists, tracks, observes, followsSeveralKeys

    func perform(_ key: DefaultsKey<Int>, _ store: any DefaultsStore) -> Int {
      switch self {
      case .reads: return key.value
      case .asksForAValue: return key.hasValue ? 1 : 0
      case .lists: return (try? store.keys().count) ?? 0
      case .tracks:
        return withObservationTracking {
          key.value
        } onChange: {
        }
      case .observes:
        let first = Lockbox(0)
        let observation = key.observe(initial: true) { change in first.change { $0 = change.newValue } }
        observation.cancel()
        return first.value
      case .followsSeveralKeys:
        let other = DefaultsKey("other", defaultValue: 0, store: store)
        _ = Defaults.updates(key, other).makeAsyncIterator()
        return 1
      }
    }
  }

  @Test(arguments: StoreKind.allCases, Access.allCases)
  func nothingWaitsForATransaction(_ kind: StoreKind, _ access: Access) throws {
    try kind.with { store in
      try store.set(1, forKey: "a")
      // A key that was not read before, so that nothing is remembered of it.
      let key = DefaultsKey("a", defaultValue: 7, store: store)
      let result = Lockbox<Int?>(nil)
      let hasEnded = try store.transaction {
        try store.set(["a": 2, "b": 3])
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          let read = access.perform(key, store)
          result.change { $0 = read }
          end.signal()
        }
        return end.wait(timeout: .now() + 60) == .success
      }
      #expect(hasEnded)
      #expect(result.value == 1)
    }
  }

  /// One thread makes the object, which observes and reads, while another one asks for it in a transaction.
  @Test func anObjectThatObservesIsMadeBesideATransaction() async {
    await #expect(processExitsWith: .success) {
      let store = InMemoryStore(["a": 1])
      Defaults.store = store
      Thread.detachNewThread { _ = Shared.object }
      Shared.isBegun.wait()
      try? store.transaction {
        Shared.mayGoOn.signal()
        exit(Shared.object.number == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  private final class Shared: Sendable {
    static let isBegun = DispatchSemaphore(value: 0)
    static let mayGoOn = DispatchSemaphore(value: 0)
    static let object = Shared()

    let number: Int
    let observation: DefaultsObservation

    init() {
      Self.isBegun.signal()
      Self.mayGoOn.wait()
      let key = DefaultsKey("a", defaultValue: 7)
      observation = key.observe { _ in }
      number = key.value
    }
  }
}
