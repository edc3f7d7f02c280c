/// What a slot knows of its key.
///
/// The value's type is left to the caller, in whose module the rest is inlined: a generic answer would cost a reader
/// more than the question.
@usableFromInline
enum Remembered {
  /// The bits of a ``FitsWord`` value.
  case word(UInt64)
  /// A ``RememberedValue``.
  case object(AnyObject)
  case nothingStored
  /// The store has to be asked.
  case unknown

  /// The value: the remembered one, or the default, or what the store says.
  @inlinable
  func value<Value: Sendable>(default defaultValue: () -> Value, asking ask: () -> Value) -> Value {
    switch self {
    // A slot is for values of one type ever after, so word and object are of that type.
    case .word(let bits): withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
    case .object(let object): unsafeDowncast(object, to: RememberedValue<Value>.self).value
    // Asked for each time, for it may be the program's code and depend on anything.
    case .nothingStored: defaultValue()
    case .unknown: ask()
    }
  }
}

/// A value that does not fit a word, with the stored form that it was decoded from.
@usableFromInline
final class RememberedValue<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  let stored: PropertyListValue

  init(_ value: Value, stored: PropertyListValue) {
    self.value = value
    self.stored = stored
  }
}

/// A value of at most one word, without references.
protocol FitsWord: BitwiseCopyable {}

extension Bool: FitsWord {}
extension Int: FitsWord {}
extension Float: FitsWord {}
extension Double: FitsWord {}
