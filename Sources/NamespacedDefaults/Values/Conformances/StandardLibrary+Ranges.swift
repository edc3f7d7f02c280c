extension Range: DefaultsSerializable where Bound: DefaultsSerializable {
  /// Returns an array of the two bounds, the lower one first.
  public func propertyListValue() throws -> PropertyListValue? {
    try [lowerBound, upperBound].propertyListValue()
  }

  /// Returns the range of a stored array of two bounds, the lower one first.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Range<Bound> {
    let (lower, upper) = try decodeBounds(stored, of: Self.self) as (Bound, Bound)
    return lower..<upper
  }
}

extension ClosedRange: DefaultsSerializable where Bound: DefaultsSerializable {
  /// Returns an array of the two bounds, the lower one first.
  public func propertyListValue() throws -> PropertyListValue? {
    try [lowerBound, upperBound].propertyListValue()
  }

  /// Returns the range of a stored array of two bounds, the lower one first.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> ClosedRange<Bound> {
    let (lower, upper) = try decodeBounds(stored, of: Self.self) as (Bound, Bound)
    return lower...upper
  }
}

private func decodeBounds<Bound: Comparable & DefaultsSerializable>(
  _ stored: PropertyListValue,
  of type: Any.Type
) throws -> (Bound, Bound) {
  guard case .array(let elements) = stored, elements.count == 2 else { throw stored.mismatch(type) }
  let bounds = try elements.indices.map { try decodePart(Bound.self, from: elements[$0], at: MemberName(index: $0)) }
  guard bounds[0] <= bounds[1] else { throw stored.mismatch(type) }
  return (bounds[0], bounds[1])
}
