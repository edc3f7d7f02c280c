import Synchronization

/// The check that makes values of a store without a version cacheable: whether the store still has what was read before.
///
/// Other code writes such a store without a word, so each read has to ask it. But to compare what it has with what was
/// decoded before costs less than to decode it again.
final class CacheValidator: Sendable {
  private static let count = Atomic<UInt64>(0)

  /// A number that no other validator has had.
  let id = CacheValidator.count.add(1, ordering: .relaxed).newValue
  /// Counts the changes that this process announces, and the registrations of defaults.
  let revision = Atomic<UInt64>(0)
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

  /// Returns whether a reading is what the store has now.
  func holds(_ reading: Reading) -> Bool {
    reading.validator == id && (reading.isStored || reading.revision == currentRevision)
      && hasValue(reading.stored, reading.name)
  }

  func canCheck(_ name: String) -> Bool { canCheck(name) }

  var currentRevision: UInt64 { revision.load(ordering: .acquiring) }

  /// What was read from a store.
  ///
  /// It is an object, because a reader then retains it once and not each of its parts.
  final class Reading: Sendable {
    let validator: UInt64
    let name: String
    /// The stored form, or `nil` if nothing was stored or registered.
    let stored: PropertyListValue?
    let isStored: Bool
    /// The revision before the read.
    let revision: UInt64
    /// The decoded value, or `nil` if nothing was stored.
    let value: (any AnyObject & Sendable)?

    init(
      of validator: CacheValidator,
      _ name: String,
      stored: PropertyListValue?,
      at revision: UInt64,
      value: (any AnyObject & Sendable)?
    ) {
      self.validator = validator.id
      self.name = name
      self.stored = stored
      isStored = stored != nil
      self.revision = revision
      self.value = value
    }
  }
}
