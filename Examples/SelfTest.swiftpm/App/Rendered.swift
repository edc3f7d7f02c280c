import Foundation
import NamespacedDefaults
import SwiftUI
import Synchronization

/// A view that shows a value while another thread writes it.
struct Rendered: View {
  nonisolated static let key = DefaultsKey("rendered", defaultValue: 0, store: InMemoryStore())
  /// What the view has shown last, and how often it was rendered.
  nonisolated static let shown = Mutex((value: 0, count: 0))

  var body: some View {
    let value = Self.key.value
    let _ = Self.shown.withLock { $0 = (value, $0.count + 1) }
    Text("\(value)").opacity(0)
  }
}

extension Row {
  /// What SwiftUI shows last; called on a thread that may wait, while the view is on the screen.
  static func views() -> Row {
    let count = 10_000
    return Row("a SwiftUI view, against \(count) background writes", expected: "what it shows last was written last") {
      for number in 1...count { Rendered.key.value = number }
      let deadline = ContinuousClock.now + .seconds(10)
      while Rendered.shown.withLock({ $0.value }) != count, .now < deadline { Thread.sleep(forTimeInterval: 0.01) }
      let shown = Rendered.shown.withLock { $0 }
      let text = "\(shown.value), after \(shown.count) renders"
      return shown.value == count && shown.count > 1 ? .holds(text) : .fails(text)
    }
  }
}
