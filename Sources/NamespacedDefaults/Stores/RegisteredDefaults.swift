/// The registered defaults of a store.
///
/// A read returns one of them if nothing is stored. They belong to this process and are never written.
final class RegisteredDefaults: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var values: [String: PropertyListValue] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var registrationCount = 0  // guarded by `lock`

  subscript(name: String) -> PropertyListValue? {
    lock.withLock { values[name] }
  }

  /// The number of calls of ``register(_:)`` so far.
  var count: Int { lock.withLock { registrationCount } }

  /// Adds values; each replaces an earlier one of the same name.
  func register(_ newValues: [String: PropertyListValue]) {
    lock.withLock {
      values.merge(newValues) { _, new in new }
      registrationCount += 1
    }
  }
}
