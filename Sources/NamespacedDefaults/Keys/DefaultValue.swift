/// The default value of a key.
///
/// It is a closure in either case: the size of a closure is known without the type that it returns, whose metadata would
/// have to be found for each key that a computed property makes.
@usableFromInline
@frozen  // other modules inline a call of it
struct DefaultValue<Value: Sendable>: Sendable {
  @usableFromInline let make: @Sendable () -> Value
  /// Whether the value is always the same.
  let isFixed: Bool

  /// A value that is always the same.
  static func fixed(_ value: Value) -> Self { Self(make: { value }, isFixed: true) }

  /// A value that is computed at each use.
  static func computed(_ make: @escaping @Sendable () -> Value) -> Self { Self(make: make, isFixed: false) }
}
