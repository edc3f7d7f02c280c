/// What a type of the standard library is made of.
package enum Composition {
  case optional(Any.Type)
  case array(Any.Type)
  case set(Any.Type)
  case range(Any.Type)
  case dictionary(Any.Type, Any.Type)

  /// Creates the composition of a type; `nil` of one that is not made of others.
  package init?(_ type: Any.Type) {
    guard let type = type as? any Composite.Type else { return nil }
    self = type.composition
  }

  /// The type of the parts, of a dictionary that of its values.
  package var part: Any.Type {
    switch self {
    case .optional(let part), .array(let part), .set(let part), .range(let part), .dictionary(_, let part): part
    }
  }
}

private protocol Composite {
  static var composition: Composition { get }
}

extension Optional: Composite {
  fileprivate static var composition: Composition { .optional(Wrapped.self) }
}

extension Array: Composite {
  fileprivate static var composition: Composition { .array(Element.self) }
}

extension Set: Composite {
  fileprivate static var composition: Composition { .set(Element.self) }
}

extension Range: Composite {
  fileprivate static var composition: Composition { .range(Bound.self) }
}

extension ClosedRange: Composite {
  fileprivate static var composition: Composition { .range(Bound.self) }
}

extension Dictionary: Composite {
  fileprivate static var composition: Composition { .dictionary(Key.self, Value.self) }
}

/// Returns the name of a type as a program writes it: `String?`, and not `Optional<String>`.
package func writtenName(of type: Any.Type) -> String {
  switch Composition(type) {
  case .optional(let wrapped): "\(writtenName(of: wrapped))?"
  case .array(let element): "[\(writtenName(of: element))]"
  case .dictionary(let key, let value): "[\(writtenName(of: key)): \(writtenName(of: value))]"
  default: "\(type)"
  }
}
