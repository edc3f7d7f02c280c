import Synchronization

/// The check that makes values of a store without a version cacheable: whether the store still has what was read before.
///
/// Other code writes such a store without a word, so each read has to ask it. But to compare what it has with what was
/// decoded before costs less than to decode it again.
final class CacheValidator: Sendable {
  private static let count = Atomic<UInt64>(0)

  /// A number that no other validator has had.
  let id = CacheValidator.count.add(1, ordering: .relaxed).newValue
  let probe = TrackingProbe()
  // Relaxed, because the store's own lock orders it with the values.
  private let changes = Atomic<UInt64>(0)
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

  /// Returns whether a result is what the store has now.
  func holds(_ result: ReadResult) -> Bool {
    result.validator == id && (result.isStored || result.version == version)
      && hasValue(result.stored, result.name)
  }

  func canCheck(_ name: String) -> Bool { canCheck(name) }

  /// A number that grows with each change that this process announces, and each registration of defaults.
  var version: UInt64 { changes.load(ordering: .relaxed) }

  func raise() { changes.add(1, ordering: .relaxed) }

  /// The result of a read.
  ///
  /// It is an object, because a reader then retains it once and not each of its parts.
  final class ReadResult: Sendable {
    let validator: UInt64
    let name: String
    /// The stored form, or `nil` if nothing was stored or registered.
    let stored: PropertyListValue?
    let isStored: Bool
    /// The version before the read.
    let version: UInt64
    /// The decoded value, or `nil` if nothing was stored.
    let value: (any AnyObject & Sendable)?

    init(
      of validator: CacheValidator,
      _ name: String,
      stored: PropertyListValue?,
      at version: UInt64,
      value: (any AnyObject & Sendable)?
    ) {
      self.validator = validator.id
      self.name = name
      self.stored = stored
      isStored = stored != nil
      self.version = version
      self.value = value
    }
  }
}
