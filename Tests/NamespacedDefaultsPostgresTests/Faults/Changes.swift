#if Postgres
  import Foundation
  import NamespacedDefaults

  /// What an observer of a store has heard.
  ///
  /// `@unchecked Sendable`: `stored` is touched only with the lock held. It is an `NSCondition`, because the thread sanitizer
  /// does not see a `Mutex`.
  final class Heard<Element: Sendable>: @unchecked Sendable {
    private let change = NSCondition()
    private var stored: [Element] = []

    var all: [Element] { change.withLock { stored } }

    func add(_ element: Element) {
      change.withLock { stored.append(element) }
      change.broadcast()
    }

    /// Waits until something fits.
    ///
    /// - Throws: ``Command/Failure`` if nothing does after a time that is enough on any machine.
    @discardableResult
    func wait(seconds: Double = 120, for fits: (Element) -> Bool) throws -> Element {
      let end = Date(timeIntervalSinceNow: seconds)
      change.lock()
      defer { change.unlock() }
      while true {
        if let found = stored.first(where: fits) { return found }
        guard change.wait(until: end) else {
          throw Command.Failure(description: "waited in vain for a change after \(stored.suffix(5))")
        }
      }
    }
  }

  extension DefaultsStore {
    /// Observes one key until the result goes.
    func hear(_ name: String) -> (values: Heard<PropertyListValue?>, observation: DefaultsObservation) {
      let values = Heard<PropertyListValue?>()
      return (values, observe(name) { values.add($0.newValue) })
    }

    /// Adds one to a number.
    func increment(_ name: String) throws {
      try update(name) { value in
        if case .integer(let old)? = value { value = .integer(old + 1) } else { value = 1 }
      }
    }
  }
#endif
