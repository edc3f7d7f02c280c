extension DefaultsKey {
  /// Returns what is stored under the name, or else under the previous name.
  func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    let stored = try names.find { try store.value(forKey: $0) }
    store.context.problems.recordStored(stored, forKey: name)
    return stored
  }

  /// Stores a value in its stored form, unless the store has the value in another order, as sets have it.
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore) throws {
    if let member { return try member.write(value, store) }
    guard names.previous == nil, let stored, stored.mayHaveOrders else { return try names.write(stored, in: store) }
    try store.update(name) { present in
      if let present, present.isReordering(of: stored), isEqual(value, present) { return }
      present = stored
    }
  }

  /// Returns whether a value equals a stored one; `false` for a type that is not `Equatable`.
  private func isEqual(_ value: Value, _ stored: PropertyListValue) -> Bool {
    func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { left == right as? Left }
    guard let value = value as? any Equatable, let stored = try? bridge.decode(stored) else { return false }
    return isEqual(value, stored)
  }
}
