#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PropertyListValue {
  /// Whether the value may hold something that was encoded in a random order: JSON, or a collection with JSON in it.
  var mayHaveOrders: Bool {
    switch self {
    case .data, .array, .dictionary: true
    case .string(let text): text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[")
    default: false
    }
  }

  /// Returns whether the value differs from another one, and only in the order of elements of arrays in JSON.
  ///
  /// Only then can the two be one value that was encoded in two orders. That they are equal is not enough, because a type
  /// may compare an identifier alone.
  func isReordering(of other: Self) -> Bool {
    // Most values that differ have other bytes, and to count those costs less than to read the JSON.
    self != other && hasBytes(of: other) && unordered == other.unordered
  }

  /// The value with the arrays in its JSON sorted.
  private var unordered: Self {
    switch self {
    case .array(let elements): .array(elements.map(\.unordered))
    case .dictionary(let members): .dictionary(members.mapValues(\.unordered))
    default: possibleJSON.flatMap { try? JSONReader.value(of: $0) }?.sorted ?? self
    }
  }

  private var sorted: Self {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted).sorted { $0.precedes($1) })
    case .dictionary(let members): .dictionary(members.mapValues(\.sorted))
    default: self
    }
  }

  private func hasBytes(of other: Self) -> Bool {
    switch (self, other) {
    case (.data(let left), .data(let right)): left.count == right.count && counts(of: left) == counts(of: right)
    case (.string(let left), .string(let right)):
      left.utf8.count == right.utf8.count && counts(of: left.utf8) == counts(of: right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.hasBytes(of: $1) }
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count && left.allSatisfy { name, value in right[name].map(value.hasBytes) == true }
    default: self == other
    }
  }
}

/// Returns how often each byte occurs.
private func counts(of bytes: some Sequence<UInt8>) -> [Int] {
  var counts = [Int](repeating: 0, count: 256)
  for byte in bytes { counts[Int(byte)] += 1 }
  return counts
}
