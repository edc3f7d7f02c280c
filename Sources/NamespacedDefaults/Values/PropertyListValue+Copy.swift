import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// Copies the value with all that it has in memory.
  ///
  /// - Parameter limit: The number of bytes of a copy above which none is made.
  /// - Returns: An equal value that shares no memory with this one, or `nil` if that would be larger than the limit.
  func unsharedCopy(ofAtMost limit: Int) -> Self? {
    var rest = limit
    return try? unsharedCopy(takingFrom: &rest)
  }

  private func unsharedCopy(takingFrom rest: inout Int) throws -> Self {
    switch self {
    case .bool, .integer, .unsignedInteger, .double, .date: return self
    case .string(let value): return .string(try value.unsharedCopy(takingFrom: &rest))
    case .data(let value):
      try take(value.count, from: &rest)
      return .data(value.withUnsafeBytes { Data($0) })
    case .array(let values):
      try take(values.count * MemoryLayout<Self>.stride, from: &rest)
      return .array(try values.map { try $0.unsharedCopy(takingFrom: &rest) })
    case .dictionary(let values):
      try take(values.count * MemoryLayout<(String, Self)>.stride, from: &rest)
      var copy: [String: Self] = Dictionary(minimumCapacity: values.count)
      for (key, value) in values {
        copy[try key.unsharedCopy(takingFrom: &rest)] = try value.unsharedCopy(takingFrom: &rest)
      }
      return .dictionary(copy)
    }
  }
}

extension String {
  fileprivate func unsharedCopy(takingFrom rest: inout Int) throws -> String {
    try take(utf8.count, from: &rest)
    return String(decoding: Array(utf8), as: UTF8.self)
  }
}

/// Takes a number of bytes; throws if that is more than the rest.
private func take(_ count: Int, from rest: inout Int) throws {
  rest -= count
  if rest < 0 { throw Refusal("the copy is too large") }
}
