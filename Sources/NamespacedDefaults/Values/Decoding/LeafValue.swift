import NamespacedDefaultsFoundation

/// A `Codable` type that coders take as a whole, because they have a form of their own for it.
protocol LeafValue: Codable {
  /// Creates the value of a stored one; `nil` for another type, and for a number that does not fit.
  init?(leaf stored: PropertyListValue)
}

/// A type that may be in another form too, which its own `init(from:)` reads.
protocol FlexibleLeaf: LeafValue, DefaultsSerializable {}

extension FlexibleLeaf {
  init?(leaf stored: PropertyListValue) {
    guard let value = try? Self.value(fromPropertyList: stored) else { return nil }
    self = value
  }
}

extension Bool: LeafValue {
  init?(leaf stored: PropertyListValue) {
    guard case .bool(let value) = stored else { return nil }
    self = value
  }
}

extension String: LeafValue {
  /// Creates the string; a date is the text that it was in a file.
  init?(leaf stored: PropertyListValue) {
    switch stored {
    case .string(let text): self = text
    case .date(let date):
      guard let text = date.iso8601Text else { return nil }
      self = text
    default: return nil
    }
  }
}

extension LeafValue where Self: FixedWidthInteger {
  init?(leaf stored: PropertyListValue) {
    guard stored.isNumber, let value = try? stored.readInteger(Self.self) else { return nil }
    self = value
  }
}

extension Int: LeafValue {}
extension Int8: LeafValue {}
extension Int16: LeafValue {}
extension Int32: LeafValue {}
extension Int64: LeafValue {}
extension Int128: LeafValue {}
extension UInt: LeafValue {}
extension UInt8: LeafValue {}
extension UInt16: LeafValue {}
extension UInt32: LeafValue {}
extension UInt64: LeafValue {}
extension UInt128: LeafValue {}

extension LeafValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  init?(leaf stored: PropertyListValue) {
    guard stored.isNumber, let value = try? stored.readFloatingPoint(Self.self) else { return nil }
    self = value
  }
}

extension Double: LeafValue {}
extension Float: LeafValue {}

/// A number is a date too: the seconds since 2001, as encoders write them.
extension Date: FlexibleLeaf {}
extension Decimal: FlexibleLeaf {}
/// Encoders write two integers.
extension Duration: FlexibleLeaf {}

extension Data: FlexibleLeaf {
  /// Creates data from data or Base64.
  init?(leaf stored: PropertyListValue) {
    guard let data = try? decodePart(Self.self, from: stored) else { return nil }
    self = data
  }
}

extension URL: FlexibleLeaf {
  init?(leaf stored: PropertyListValue) {
    guard let text = String(leaf: stored) else { return nil }
    self.init(string: text)
  }
}
