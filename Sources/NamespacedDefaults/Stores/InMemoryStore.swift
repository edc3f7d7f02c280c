/// A store in memory, which lives as long as its last reference.
///
/// Use it in tests, in previews, and for settings that need not outlast the process. A read or a write costs O(1).
///
///     Defaults.withStore(InMemoryStore()) {
///       Defaults[.launchCount] = 3  // nothing is written to a disk
///     }
public final class InMemoryStore: DefaultsStore {
  /// The store's lock and observers.
  public let context: DefaultsStoreContext
  private let values: StoreState<[String: PropertyListValue]>

  /// Creates a store.
  ///
  /// - Parameter values: The stored values at the beginning, by their names.
  public init(_ values: [String: PropertyListValue] = [:]) {
    context = DefaultsStoreContext(announcesEveryChange: true)
    self.values = StoreState(values, under: context)
  }

  /// Returns the value of a key, or `nil` if there is none: the stored one, or inside a transaction the one that it wrote.
  public func value(forKey name: String) -> PropertyListValue? {
    context.lock.draft?[name] ?? committedValue(forKey: name)
  }

  /// Returns the names of all values in no particular order; inside a transaction with those that it wrote.
  public func keys() -> [String] {
    context.lock.draft?.names(over: committedKeys()) ?? committedKeys()
  }

  /// Returns the stored value of a key, or `nil` if there is none; the library calls this.
  public func committedValue(forKey name: String) -> PropertyListValue? {
    values.withLock { $0[name] }
  }

  /// Returns the names of all stored values in no particular order; the library calls this.
  public func committedKeys() -> [String] {
    values.withLock { Array($0.keys) }
  }

  /// Stores the new values; the library calls this.
  public func commit(_ changes: [DefaultsChange]) {
    values.withLock { values in
      for change in changes {
        values[change.key] = change.newValue
      }
    }
  }

  /// Does nothing, because the values are in memory only.
  public func synchronize() {}
}
