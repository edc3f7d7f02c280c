/// The registered defaults of a store.
///
/// A read returns one of them if nothing is stored. They belong to this process and are never written.
final class RegisteredDefaults: Sendable {
  private let values = Guarded([String: PropertyListValue]())

  subscript(name: String) -> PropertyListValue? { values.withLock { $0[name] } }

  /// Adds values; each replaces an earlier one of the same name.
  func register(_ newValues: [String: PropertyListValue]) {
    values.withLock { $0.merge(newValues) { _, new in new } }
  }
}
