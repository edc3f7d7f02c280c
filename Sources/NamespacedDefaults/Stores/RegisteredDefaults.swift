/// The values that a store's readers get where nothing is stored: of the process, never written.
final class RegisteredDefaults: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var values: [String: PropertyListValue] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var registrationCount = 0  // guarded by `lock`

  subscript(name: String) -> PropertyListValue? {
    lock.withLock { values[name] }
  }

  /// How often values were added.
  var count: Int { lock.withLock { registrationCount } }

  /// Adds values; a later one of the same name replaces the earlier one.
  func register(_ newValues: [String: PropertyListValue]) {
    lock.withLock {
      values.merge(newValues) { _, new in new }
      registrationCount += 1
    }
  }
}
