import Foundation

/// What several threads bring together.
///
/// `@unchecked Sendable`: `elements` is touched only with the condition's lock held.
package final class Collector<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []

  package init() {}

  package var all: [Element] {
    condition.withLock { elements }
  }

  package func append(_ element: Element) {
    condition.withLock {
      elements.append(element)
      condition.broadcast()
    }
  }

  /// Waits for an element that passes a test; a minute is long enough for every machine.
  package func waitFor(_ isWanted: (Element) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while !elements.contains(where: isWanted) {
        if !condition.wait(until: deadline) { return false }
      }
      return true
    }
  }
}
