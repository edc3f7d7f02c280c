import Foundation
import NamespacedDefaults
import Synchronization

extension Row {
  /// Whether an observer of a name is called for the value 1 while or after a body runs, and on which thread.
  static func heard(
    from store: any DefaultsStore,
    _ name: String,
    within seconds: Int = 10,
    _ body: () throws -> Void
  ) throws -> Outcome {
    let thread = Mutex("")
    let call = DispatchSemaphore(value: 0)
    let observation = store.observe(name) { change in
      guard change.newValue == .integer(1) else { return }
      thread.withLock { $0 = Thread.isMainThread ? "the main thread" : "another thread" }
      call.signal()
    }
    defer { observation.cancel() }
    let start = ContinuousClock.now
    try body()
    guard call.wait(timeout: .now() + .seconds(seconds)) == .success else { return .fails("no observer was called") }
    return .holds("called after \((ContinuousClock.now - start).short), on \(thread.withLock { $0 })")
  }
}
