extension Dictionary {
  /// Removes the value of a key, and then the capacity that the rest does not need.
  ///
  /// A dictionary keeps the capacity of all that was ever in it. The rest is moved when it fills less than a quarter, so a
  /// removal takes constant time on average.
  ///
  /// - Parameter key: The key.
  /// - Returns: The removed value.
  @discardableResult
  mutating func removeShrinking(_ key: Key) -> Value? {
    let removed = removeValue(forKey: key)
    if capacity > 64, count < capacity / 4 { self = Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }) }
    return removed
  }
}
