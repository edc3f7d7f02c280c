/// What a slot knows of its key.
///
/// The value's type is left to the caller, in whose module the rest is inlined: a generic answer would cost a reader
/// more than the question.
@usableFromInline
enum CacheLookup {
  /// The bits of a ``WordSized`` value.
  case word(UInt64)
  /// A ``CachedValue``.
  case object(AnyObject)
  case nothingStored
  /// The store has to be asked.
  case unknown

  /// The value: the remembered one, or the default, or what the store says.
  @inlinable
  func value<Value: Sendable>(default defaultValue: () -> Value, loading load: () -> Value) -> Value {
    switch self {
    // A slot is for values of one type ever after, so word and object are of that type.
    case .word(let bits): withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
    case .object(let object): unsafeDowncast(object, to: CachedValue<Value>.self).value
    // Asked for each time, for it may be the program's code and depend on anything.
    case .nothingStored: defaultValue()
    case .unknown: load()
    }
  }
}

/// A value that does not fit a word, with the stored form that it was decoded from.
@usableFromInline
final class CachedValue<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  let stored: PropertyListValue

  init(_ value: Value, stored: PropertyListValue) {
    self.value = value
    self.stored = stored
  }
}

/// A value of at most one word, without references.
protocol WordSized: BitwiseCopyable {}

extension Bool: WordSized {}
extension Int: WordSized {}
extension Float: WordSized {}
extension Double: WordSized {}
