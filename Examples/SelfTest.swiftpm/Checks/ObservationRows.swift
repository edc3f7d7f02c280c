import Foundation
import NamespacedDefaults
import Observation
import Synchronization

extension Row {
  /// What is rendered last, when a value is rendered anew after each change and another thread writes it all the time.
  ///
  /// The value of the key is 0, and `render` returns what a view would show of it.
  static func renders(
    of store: String,
    _ key: DefaultsKey<Int>,
    count: Int = 10_000,
    timeLimit: Duration = .seconds(300),
    render: @escaping @Sendable (DefaultsKey<Int>) -> Int = { $0.value }
  ) -> Row {
    Row("renders of \(store)", expected: "after \(count) against background writes, the last one shows the last write")
    {
      let renderer = Renderer(until: count) { render(key) }
      let writer = Mutex(0)
      let end = DispatchSemaphore(value: 0)
      let deadline = ContinuousClock.now + timeLimit
      Thread {
        while renderer.count < count, ContinuousClock.now < deadline {
          let number = writer.withLock {
            $0 += 1
            return $0
          }
          key.value = number
        }
        end.signal()
      }.start()
      renderer.run(until: deadline)
      end.wait()
      let written = writer.withLock { $0 }
      renderer.run(until: .now + min(timeLimit, .seconds(10)), to: written)
      let text = "\(renderer.count) renders of \(written) writes; the last ones are \(renderer.shown) and \(written)"
      return renderer.shown == written && renderer.count >= count ? .holds(text) : .fails(text)
    }
  }
}

/// Renders as SwiftUI does: it reads with tracking, and after a change reads again, soon.
private final class Renderer: Sendable {
  private struct State {
    var count = 0
    var shown = 0
  }

  private let state = Mutex(State())
  private let change = DispatchSemaphore(value: 0)
  private let wanted: Int
  private let read: @Sendable () -> Int

  init(until wanted: Int, _ read: @escaping @Sendable () -> Int) {
    self.wanted = wanted
    self.read = read
    // For the first time.
    change.signal()
  }

  var count: Int { state.withLock { $0.count } }
  var shown: Int { state.withLock { $0.shown } }

  /// Renders after each change until there are enough renders, or the value is shown, or the time is over.
  func run(until deadline: ContinuousClock.Instant, to value: Int? = nil) {
    while value == nil ? count < wanted : shown != value, ContinuousClock.now < deadline {
      guard change.wait(timeout: .now() + .milliseconds(100)) == .success else { continue }
      // A change that comes while the tracking is being installed makes Observation call it for each later one too.
      let call = FirstCall { [change] in change.signal() }
      let shown = withObservationTracking(read) { call() }
      state.withLock {
        $0.count += 1
        $0.shown = shown
      }
    }
  }
}

/// A closure that is called once, however often it is asked for.
private final class FirstCall: Sendable {
  private let isOver = Atomic(false)
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func callAsFunction() {
    if !isOver.exchange(true, ordering: .relaxed) { body() }
  }
}
