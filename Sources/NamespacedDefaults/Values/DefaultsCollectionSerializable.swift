/// A collection of your own that is stored as an array of its elements.
///
///     struct Bag<Element: DefaultsSerializable>: RangeReplaceableCollection, DefaultsCollectionSerializable { … }
///
/// A `RangeReplaceableCollection` conforms with an empty body. Any other collection needs the initializer. A type that is
/// `Codable` too is stored as an array all the same.
public protocol DefaultsCollectionSerializable: DefaultsSerializable, Collection where Element: DefaultsSerializable {
  /// Creates a collection of elements.
  ///
  /// - Parameter elements: The elements, in their order.
  init(_ elements: [Element])
}

extension DefaultsCollectionSerializable {
  /// Returns an array of the elements' stored forms.
  public func propertyListValue() throws -> PropertyListValue? { try Array(self).propertyListValue() }

  /// Returns the collection of the elements of a stored array.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try decodeStored([Element].self, from: stored))
  }
}

// This breaks the tie with types that are only Codable.
extension DefaultsCollectionSerializable where Self: Codable {
  /// Returns an array of the elements' stored forms.
  public func propertyListValue() throws -> PropertyListValue? { try Array(self).propertyListValue() }

  /// Returns the collection of the elements of a stored array.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try decodeStored([Element].self, from: stored))
  }
}
