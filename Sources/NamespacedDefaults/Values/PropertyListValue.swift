#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The closed, Sendable form in which every value reaches a store.
///
/// It has the types of a property list and no others, so whatever a store is handed can be written, compared and
/// sent to another thread.
public enum PropertyListValue: Sendable {
  /// A truth value; never the same as the numbers 0 and 1.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`; a smaller one is equal to the same ``integer(_:)``.
  case unsignedInteger(UInt64)
  /// A floating-point number, which may be infinite or NaN.
  case double(Double)
  /// A text.
  case string(String)
  /// A moment.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in an order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: Hashable {
  /// Whether two values are stored alike.
  ///
  /// Doubles are equal when their bits are: a NaN equals itself and `0.0` differs from `-0.0`, so that a repeated
  /// write can be told from a change. Values of different kinds differ: `1`, `1.0` and `true` are three values.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsignedInteger(let left), .unsignedInteger(let right)): left == right
    case (.integer(let left), .unsignedInteger(let right)): left == right
    case (.unsignedInteger(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }

  /// Feeds what ``==(_:_:)`` compares to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsignedInteger(let value):
      // Equal values must hash alike, so what fits is hashed as an `.integer`.
      if let small = Int64(exactly: value) { hasher.combine(small) } else { hasher.combine(value) }
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}
