import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// Returns whether the value precedes another in the order in which sets are stored: by kind, then by value.
  package func precedes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.unsignedInteger(let left), .unsignedInteger(let right)): left < right
    case (.integer(let left), .unsignedInteger(let right)): left < right
    case (.unsignedInteger(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left.isTotallyOrdered(belowOrEqualTo: right) && self != other
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.date(let left), .date(let right)): left < right
    case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
    case (.array(let left), .array(let right)): left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    case (.dictionary(let left), .dictionary(let right)):
      left.pairs.lexicographicallyPrecedes(right.pairs) { $0.precedes($1) }
    default: rank < other.rank
    }
  }

  /// The place of the kind in the order.
  var rank: Int {
    switch self {
    case .bool: 0
    case .integer, .unsignedInteger: 1
    case .double: 2
    case .string: 3
    case .date: 4
    case .data: 5
    case .array: 6
    case .dictionary: 7
    }
  }
}

extension [String: PropertyListValue] {
  /// The names and the values in turn, in the order of the names.
  fileprivate var pairs: [PropertyListValue] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { [.string($0.key), $0.value] }
  }
}
