import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// Copies the value with all that it has in memory.
  ///
  /// - Parameter limit: The number of bytes of a copy above which none is made.
  /// - Returns: An equal value that shares no memory with this one, or `nil` if that would be larger than the limit.
  func unsharedCopy(ofAtMost limit: Int) -> Self? {
    var rest = limit
    return unsharedCopy(takingFrom: &rest)
  }

  private func unsharedCopy(takingFrom rest: inout Int) -> Self? {
    switch self {
    case .bool, .integer, .unsignedInteger, .double, .date: return self
    case .string(let value): return value.unsharedCopy(takingFrom: &rest).map(Self.string)
    case .data(let value):
      guard take(value.count, from: &rest) else { return nil }
      return .data(value.withUnsafeBytes { Data($0) })
    case .array(let values):
      guard take(values.count * MemoryLayout<Self>.stride, from: &rest) else { return nil }
      var copy: [Self] = []
      copy.reserveCapacity(values.count)
      for value in values {
        guard let value = value.unsharedCopy(takingFrom: &rest) else { return nil }
        copy.append(value)
      }
      return .array(copy)
    case .dictionary(let values):
      guard take(values.count * MemoryLayout<(String, Self)>.stride, from: &rest) else { return nil }
      var copy: [String: Self] = Dictionary(minimumCapacity: values.count)
      for (key, value) in values {
        guard let key = key.unsharedCopy(takingFrom: &rest), let value = value.unsharedCopy(takingFrom: &rest) else {
          return nil
        }
        copy[key] = value
      }
      return .dictionary(copy)
    }
  }
}

extension String {
  fileprivate func unsharedCopy(takingFrom rest: inout Int) -> String? {
    guard take(utf8.count, from: &rest) else { return nil }
    return String(decoding: Array(utf8), as: UTF8.self)
  }
}

/// Takes a number of bytes; returns `false` if that is more than the rest.
private func take(_ count: Int, from rest: inout Int) -> Bool {
  rest -= count
  return rest >= 0
}
