// The stored form of a key's value, which may still be under the name that an older release used.
extension DefaultsKey {
  /// Returns what is stored under the name, or else under the previous name.
  func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    let stored = try find(in: store)
    store.context.problems.recordStored(stored, forKey: name)
    return stored
  }

  private func find(in store: any DefaultsStore) throws -> PropertyListValue? {
    if let stored = try store.value(forKey: name) { return stored }
    guard let previousName else { return nil }
    guard let stored = try store.value(forKey: previousName) else {
      // A writer may have moved the value between the two reads. Values move in one direction only.
      return try store.value(forKey: name)
    }
    return stored
  }

  /// Stores a value in its stored form, unless the store has the value in another order, as sets have it.
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore) throws {
    if let member { return try member.write(value, store) }
    guard previousName == nil, let stored, stored.mayHaveOrders else { return try write(stored: stored, in: store) }
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

  /// Stores a value, or removes it with `nil`, and removes what is stored under the previous name: both or neither.
  func write(stored: PropertyListValue?, in store: any DefaultsStore) throws {
    // The member alone is removed, and not the whole.
    if let member { return try member.write(defaultValue, store) }
    guard let previousName else { return try store.set(stored, forKey: name) }
    try store.exclusively {
      let changes = [
        DefaultsChange(key: name, oldValue: try store.value(forKey: name), newValue: stored),
        DefaultsChange(key: previousName, oldValue: try store.value(forKey: previousName), newValue: nil),
      ]
      guard let moved = changes[1].oldValue else { return try store.set(stored, forKey: name) }
      try store.commit(changes.filter { $0.oldValue != $0.newValue })
      // For observers of the key the old value is the moved one, even if that was never stored under the new name.
      let visible = DefaultsChange(key: name, oldValue: changes[0].oldValue ?? moved, newValue: stored)
      store.context.announce([visible, changes[1]])
    } unless: {
      try stored == nil && self.stored(in: store) == nil
    }
  }
}
