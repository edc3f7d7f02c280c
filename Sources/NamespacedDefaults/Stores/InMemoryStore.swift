/// A store that lives as long as its last reference: for tests, previews and settings nobody needs tomorrow.
///
/// A read or a write costs O(1).
public final class InMemoryStore: DefaultsStore {
  /// The store's lock and observers.
  public let context = DefaultsStoreContext(announcesEveryChange: true)
  private nonisolated(unsafe) var values: [String: PropertyListValue]  // guarded by the context's lock

  /// Makes a store.
  ///
  /// - Parameter values: What it holds at first.
  public init(_ values: [String: PropertyListValue] = [:]) {
    self.values = values
  }

  /// The stored value of a key; never throws.
  public func value(forKey name: String) -> PropertyListValue? {
    context.withLock { values[name] }
  }

  /// The names of all stored values, in no order; never throws.
  public func keys() -> [String] {
    context.withLock { Array(values.keys) }
  }

  /// Stores the new values; called by the library, never throws.
  public func commit(_ changes: [DefaultsChange]) {
    for change in changes {
      values[change.key] = change.newValue
    }
  }

  /// Nothing: there is nowhere to write to.
  public func synchronize() {}
}
