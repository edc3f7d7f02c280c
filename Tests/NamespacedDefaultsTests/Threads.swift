import Foundation
import TestSupport

@testable import NamespacedDefaults

/// Runs a body on some new threads at the same time, and waits for all of them.
func onNewThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

/// Returns the result of a body that runs on a new thread, which reads one stripe of the slots; see `KeySlot`.
func onNewThread<Result: Sendable>(ofStripe stripe: Int = 0, _ body: @escaping @Sendable () -> Result) -> Result? {
  let result = Lockbox<Result?>(nil)
  onNewThreads(1) { _ in
    ThreadState.current.pointee.stripe = stripe
    let new = body()
    result.change { $0 = new }
  }
  // The thread, which may end a moment later, must not keep it.
  defer { result.change { $0 = nil } }
  return result.value
}

extension DefaultsKey {
  /// The slot that the key has left with its store, after it has been read so often that reads are cached.
  ///
  /// The store keeps it. The first reads of a process are not cached; see ``TrackingProbe``.
  func filledSlot() -> NamedSlot? {
    for _ in 0..<100 { _ = value }
    return store.context.names.kept(of: name) { _ in true } as? NamedSlot
  }

  /// Gives the slot its stripes, as if two threads had met at it.
  func makeStripes() {
    filledSlot()?.slot.pointee.makeStripes()
  }
}
