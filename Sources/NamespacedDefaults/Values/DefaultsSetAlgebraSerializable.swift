/// A set of your own that is stored as an array of its elements, sorted by kind and value.
///
///     struct Tags: SetAlgebra, Sequence, DefaultsSetAlgebraSerializable { … }
///
/// A set that is a `Sequence` conforms with an empty body. Any other set needs ``toArray()``. A type that is `Codable` too
/// is stored as an array all the same.
public protocol DefaultsSetAlgebraSerializable: DefaultsSerializable, SetAlgebra where Element: DefaultsSerializable {
  /// Returns the elements, in any order.
  ///
  /// - Returns: The elements.
  func toArray() -> [Element]
}

extension DefaultsSetAlgebraSerializable where Self: Sequence {
  /// Returns the elements, in the order of the sequence.
  ///
  /// - Returns: The elements.
  public func toArray() -> [Element] { Array(self) }
}

extension DefaultsSetAlgebraSerializable {
  /// Returns an array of the elements' stored forms, sorted by kind and value.
  public func propertyListValue() throws -> PropertyListValue? { try sortedForm(of: toArray()) }

  /// Returns the set of the elements of a stored array.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try decodeStored([Element].self, from: stored))
  }
}

// This breaks the tie with types that are only Codable.
extension DefaultsSetAlgebraSerializable where Self: Codable {
  /// Returns an array of the elements' stored forms, sorted by kind and value.
  public func propertyListValue() throws -> PropertyListValue? { try sortedForm(of: toArray()) }

  /// Returns the set of the elements of a stored array.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try decodeStored([Element].self, from: stored))
  }
}
