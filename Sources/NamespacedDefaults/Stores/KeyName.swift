/// The name under which the value of a key is stored, and the one under which an older release stored it.
///
/// A previous name is one step of the search and one of the write: the value is found under either name, and the first
/// write moves it, both names in one commit.
package struct KeyName: Sendable {
  package let current: String
  package let previous: String?

  package init(_ current: String, previous: String? = nil) {
    self.current = current
    self.previous = previous == current ? nil : previous
  }

  /// Every name that the key claims.
  package var all: [String] { previous.map { [current, $0] } ?? [current] }

  /// Returns what `value` has for the current name, or else for the previous one.
  package func find(_ value: (String) throws -> PropertyListValue?) rethrows -> PropertyListValue? {
    if let found = try value(current) { return found }
    guard let previous else { return nil }
    // A writer may move the value between the two reads. Values move in one direction only.
    return try value(previous) ?? value(current)
  }

  /// Returns what a store has for one of the names, both as they are at one moment.
  @inline(__always)  // on the way of every first read
  package func find(
    in context: DefaultsStoreContext,
    _ value: (String) throws -> PropertyListValue?
  ) rethrows -> PropertyListValue? {
    try previous == nil ? value(current) : [context].atOneMoment { try find(value) }
  }

  package func write(_ new: PropertyListValue?, in store: any DefaultsStore) throws {
    try write(new, in: store, store.parts)
  }

  /// Stores a value under the current name, or removes it with `nil`, and removes the previous name: both or neither.
  func write(_ new: PropertyListValue?, in store: any DefaultsStore, _ parts: StoreParts) throws {
    guard let previous else { return try store.set(new, forKey: current, in: parts) }
    // What keeps one name from being read keeps the other one too.
    if new != nil { try parts.context.view?.checkWrite(of: previous) }
    try store.exclusively(in: parts) {
      let old = try store.value(forKey: current)
      guard let moved = try store.value(forKey: previous) else {
        return try store.set(new, forKey: current, in: parts)
      }
      let new = new.map(parts.storage.storedForm)
      let change = DefaultsChange(key: current, oldValue: old, newValue: new)
      let removal = DefaultsChange(key: previous, oldValue: moved, newValue: nil)
      // For observers of the key the old value is the moved one, even if that was never stored under the current name.
      let announced = DefaultsChange(key: current, oldValue: old ?? moved, newValue: new)
      try parts.write([change, removal], announcedAs: [announced, removal])
    } unless: {
      try parts.has(nil, forKey: previous) && parts.has(new, forKey: current)
    }
  }
}
