/// The registered defaults of a store.
///
/// A read returns one of them if nothing is stored. They belong to this process and are never written.
final class RegisteredDefaults: Sendable {
  private let state = Guarded((values: [String: PropertyListValue](), count: 0))

  subscript(name: String) -> PropertyListValue? { state.withLock { $0.values[name] } }

  /// The number of calls of ``register(_:)`` so far.
  var count: Int { state.withLock { $0.count } }

  /// Adds values; each replaces an earlier one of the same name.
  func register(_ newValues: [String: PropertyListValue]) {
    state.withLock {
      $0.values.merge(newValues) { _, new in new }
      $0.count += 1
    }
  }
}
