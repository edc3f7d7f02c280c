import Synchronization

/// The identity of a bridge: two bridges of one type with one identity read the same value from a stored form.
///
/// Closures cannot be compared. So each bridge that is made of closures has an identity of its own, which its copies
/// share, and the formats of the library have one each.
package struct BridgeIdentity: Equatable, Sendable {
  private var number: UInt64

  static let serializable = Self(number: 1)
  static let jsonData = Self(number: 2)
  static let jsonString = Self(number: 3)
  static let dictionary = Self(number: 4)
  static let propertyList = Self(number: 5)
  static let rawValue = Self(number: 6)

  private static let lastNumber = Atomic<UInt64>(1 << 8)  // after those above

  /// An identity that no other bridge has.
  static func unique() -> Self { Self(number: lastNumber.add(1, ordering: .relaxed).newValue) }

  /// Whether values are stored as their type stores them.
  package var isOfType: Bool { [Self.serializable, .rawValue].contains { $0 == self || $0.optional == self } }

  /// Whether values are stored as the members of an object, of which a default may show some.
  package var showsMembers: Bool { [Self.jsonData, .dictionary].contains { $0 == self || $0.optional == self } }

  /// The identity of the same format with optional values.
  var optional: Self { Self(number: number | 1 << 63) }
}
