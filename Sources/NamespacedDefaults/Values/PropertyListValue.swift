public import NamespacedDefaultsFoundation

/// The closed, Sendable form in which every value reaches a store.
///
/// It has the types of a property list and no others. So a store can write every value that it gets, compare it and
/// send it to another thread.
///
/// ```swift
/// try store.set(["name": "Ada", "visits": 3], forKey: "profile")
/// ```
public enum PropertyListValue: Sendable {
  /// A Boolean value, which never equals the numbers 0 and 1.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// An integer above `Int64.max`; a smaller one equals the same ``integer(_:)``.
  case unsignedInteger(UInt64)
  /// A floating-point number, which may be infinite or NaN.
  case double(Double)
  /// A string.
  case string(String)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: Hashable {
  /// Returns whether two values are stored alike.
  ///
  /// Values are equal if their bytes are, so that a repeated write is not taken for a change, and every change is one.
  ///
  /// - Of doubles and dates the bits count: a NaN equals itself, and `0.0` differs from `-0.0`.
  /// - Of strings and of the keys of dictionaries the UTF-8 counts: two Unicode forms of a letter differ, which Swift's
  ///   own `==` takes for equal. A dictionary holds one of them at most, because it is a Swift dictionary.
  /// - Values of different kinds differ: `1`, `1.0` and `true` are three values. A number is the same in both kinds of
  ///   integers.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsignedInteger(let left), .unsignedInteger(let right)): left == right
    case (.integer(let left), .unsignedInteger(let right)): left == right
    case (.unsignedInteger(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          guard let index = right.index(forKey: key) else { return false }
          return right[index].key.hasSameUTF8(as: key) && right[index].value == value
        }
    default: false
    }
  }

  /// Hashes the parts that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsignedInteger(let value):
      // Equal values must have equal hashes, so a number that fits is hashed as an `.integer`.
      if let small = Int64(exactly: value) { hasher.combine(small) } else { hasher.combine(value) }
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}

extension PropertyListValue {
  /// Whether the form may be an object or have some in it.
  ///
  /// It costs little where it is false, as for all that is one number or text.
  @inline(__always)  // on the way of every write
  var mayHaveMembers: Bool {
    switch self {
    case .bool, .integer, .double, .date: false
    default: mayBeginMembers
    }
  }

  @inline(never)  // so that the way of a number stays short
  private var mayBeginMembers: Bool {
    func begins(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    return switch self {
    case .dictionary: true
    case .array(let elements): elements.first?.mayHaveMembers == true
    case .data(let data): begins(data.first { $0 > 0x20 })
    case .string(let text): begins(text.utf8.first { $0 > 0x20 })
    default: false
    }
  }
}

extension String {
  /// Returns whether two strings have the same UTF-8.
  ///
  /// A string has its bytes in one place, unless it comes from Objective-C. Then a walk through both views, which costs ten
  /// times as much, is not needed.
  package func hasSameUTF8(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Date {
  fileprivate var bitPattern: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}
