/// The result of a look-up in the read cache.
///
/// It is not generic over the value's type. The caller has the type, and the rest is inlined in the caller's module. A
/// generic result would cost more than the look-up itself.
@usableFromInline
@frozen  // other modules inline a switch over it, with library evolution too
enum CacheLookup {
  /// The bits of a value that takes at most one word and holds no references.
  case word(UInt64)
  /// A ``CachedValue`` object.
  case object(AnyObject)
  case nothingStored
  /// The store has to be read.
  case unknown
  /// What is cached was read from the own store of the key's type. This is the address of the slot.
  case inOwnStore(UInt)

  /// Returns the cached value, or the default if nothing is stored, or else the loaded value.
  @inlinable
  func value<Value: Sendable>(default defaultValue: () -> Value, loading load: () -> Value) -> Value {
    switch self {
    // A slot holds values of one type for its whole life, so the word and the object are of that type.
    case .word(let bits): withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
    case .object(let object): unsafeDowncast(object, to: CachedValue<Value>.self).value
    // Called at each read, because the default may be the program's code and depend on anything.
    case .nothingStored: defaultValue()
    case .unknown, .inOwnStore: load()
    }
  }
}

/// A value that does not fit in a word, with the stored form from which it was decoded.
@usableFromInline
final class CachedValue<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  let stored: PropertyListValue

  init(_ value: Value, stored: PropertyListValue) {
    self.value = value
    self.stored = stored
  }
}
