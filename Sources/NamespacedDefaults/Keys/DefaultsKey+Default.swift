extension DefaultsKey where Value: Equatable {
  /// Whether the value is the default value, stored or not.
  public var isDefaultValue: Bool { value == defaultValue }
}

/// The default value of a key.
@usableFromInline
@frozen  // other modules inline a switch over it
enum DefaultValue<Value: Sendable>: Sendable {
  /// A value that is always the same.
  case fixed(Value)
  /// A value that is computed at each use.
  case computed(@Sendable () -> Value)

  @inlinable var value: Value {
    switch self {
    case .fixed(let value): value
    case .computed(let compute): compute()
    }
  }
}
