/// A store in memory, which lives as long as its last reference.
///
/// Use it in tests, in previews, and for settings that need not outlast the process. A read or a write costs O(1).
///
/// ```swift
/// Defaults.withStore(InMemoryStore()) {
///   Defaults[.launchCount] = 3  // nothing is written to a disk
/// }
/// ```
public final class InMemoryStore: DefaultsStore {
  /// The store's locks and observers.
  public let context: DefaultsStoreContext
  private let values: Values

  /// Creates a store.
  ///
  /// - Parameter values: The stored values at the beginning, by their names.
  public init(_ values: [String: PropertyListValue] = [:]) {
    self.values = Values(values)
    context = DefaultsStoreContext(self.values, announcesEveryChange: true)
  }

  /// Returns the value of a key, or `nil` if there is none: the stored one, or inside a transaction the one that it wrote.
  public func value(forKey name: String) -> PropertyListValue? {
    if let written = context.writeLock.writeSet?.pointee[name] { return written }
    return whole { values.storedValue(forKey: name) }
  }

  /// Returns the names of all values in no particular order; inside a transaction with those that it wrote.
  public func keys() -> [String] {
    let stored = whole { values.storedKeys() }
    return context.writeLock.writeSet?.pointee.names(over: stored) ?? stored
  }

  /// Runs a closure with memory locked; stops a forked child that has lost what is there.
  private func whole<Result>(_ read: () -> Result) -> Result {
    context.withLock {
      do { try context.memory.requireContents() } catch { fatalError("NamespacedDefaults: \(error)") }
      return read()
    }
  }

  /// Does nothing, because the values are in memory only.
  public func synchronize() {}

  /// `@unchecked Sendable`: the library locks the memory of the store's context around reads and `apply`.
  private final class Values: DefaultsStorage, @unchecked Sendable {
    private var values: [String: PropertyListValue]

    init(_ values: [String: PropertyListValue]) { self.values = values }

    func storedValue(forKey name: String) -> PropertyListValue? { values[name] }

    func storedKeys() -> [String] { Array(values.keys) }

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      for change in changes { values[change.key] = change.newValue }
    }
  }
}
