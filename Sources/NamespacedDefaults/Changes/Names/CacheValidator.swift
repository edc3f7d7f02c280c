/// The check that makes values of a store cacheable that other code changes without a word: whether the store still has what was
/// read before.
///
/// Each read has to ask such a store. But to compare what it has with what was decoded before costs less than to decode it
/// again.
final class CacheValidator: Sendable {
  private let hasValue: @Sendable (PropertyListValue?, String) -> Bool
  private let canCheck: @Sendable (String) -> Bool

  /// Creates a validator.
  ///
  /// - Parameters:
  ///   - hasValue: Returns whether the store has a value, or nothing, for a name. It may return `false` without need.
  ///   - canCheck: Returns whether the answer can be relied on for a name under which a value is stored.
  init(
    hasValue: @escaping @Sendable (PropertyListValue?, String) -> Bool,
    canCheck: @escaping @Sendable (String) -> Bool
  ) {
    self.hasValue = hasValue
    self.canCheck = canCheck
  }

  func holds(_ value: PropertyListValue?, forKey name: String) -> Bool { hasValue(value, name) }

  func canCheck(_ name: String) -> Bool { canCheck(name) }
}
