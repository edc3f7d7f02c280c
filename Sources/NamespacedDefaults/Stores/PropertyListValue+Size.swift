import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// The number of bytes that the value takes in a property list, about.
  package var approximateSize: Int {
    switch self {
    case .bool: 1
    case .integer, .unsignedInteger, .double, .date: 9
    case .string(let text): text.utf8.count + 5
    case .data(let data): data.count + 5
    case .array(let elements): elements.reduce(5) { $0 + $1.approximateSize + 2 }
    case .dictionary(let members): members.reduce(5) { $0 + $1.key.utf8.count + $1.value.approximateSize + 4 }
    }
  }
}
