/// A place where stored values live.
///
/// Readers and writers use ``value(forKey:)``, ``update(_:_:)``, ``set(_:forKey:)`` and ``apply(_:)``. A store of your
/// own supplies the requirements; atomicity between threads and the announcing of changes come with its
/// ``context``. Let `StoreBattery` of `NamespacedDefaultsTesting` show that it keeps the promises.
///
/// A store is called from any thread. ``commit(_:)``, ``beginExclusiveAccess()`` and ``endExclusiveAccess()`` are called
/// with the context's lock held; the others are not, and guard what they touch with ``DefaultsStoreContext/withLock(_:)``.
public protocol DefaultsStore: AnyObject, Sendable {
  /// What the library keeps in memory beside the store: its lock and its observers.
  ///
  /// Make one for each place where values live, and return the same one every time.
  var context: DefaultsStoreContext { get }

  /// The name by which people, and the ids of migration steps, tell the store from others; its type by default.
  ///
  /// It is the same in every run. Give each of several stores of one type its own.
  var label: String { get }

  /// The stored value of a key, or `nil` when there is none.
  ///
  /// - Throws: What kept the store from being read.
  func value(forKey name: String) throws -> PropertyListValue?

  /// The names of all stored values, in no order, nothing of the system's among them.
  ///
  /// - Throws: What kept the store from being read.
  func keys() throws -> [String]

  /// Stores the new values of all changes, or of none.
  ///
  /// The library calls this with real changes only, inside exclusive access, and announces them afterwards. To change
  /// a store, call ``set(_:forKey:)``, ``update(_:_:)`` or ``apply(_:)``.
  ///
  /// - Parameter changes: At least one; no two of one key.
  /// - Throws: What kept the changes from being written; every old value is still there then.
  func commit(_ changes: [DefaultsChange]) throws

  /// Waits until everything committed so far would survive a loss of power.
  ///
  /// - Throws: What kept the store from being written.
  func synchronize() throws

  /// Shuts other processes out and takes note of what they wrote; does nothing by default.
  ///
  /// - Throws: What kept the store from being locked; no write is tried then.
  func beginExclusiveAccess() throws

  /// Lets other processes in again; does nothing by default.
  func endExclusiveAccess()
}

extension DefaultsStore {
  /// The store's type.
  public var label: String { "\(Self.self)" }

  /// Nothing: the default, for stores that no other process writes.
  public func beginExclusiveAccess() throws {}

  /// Nothing: the default, for stores that no other process writes.
  public func endExclusiveAccess() {}

  /// Stores a value, or removes it with `nil`; a value that is stored already is not written again.
  ///
  /// - Parameters:
  ///   - value: The new stored value.
  ///   - name: The stored name.
  /// - Throws: What kept it from being written; the old value is still there then.
  public func set(_ value: PropertyListValue?, forKey name: String) throws {
    try update(name) { $0 = value }
  }

  /// Changes one stored value atomically: no other writer, in this process or another, comes between.
  ///
  /// The body may read and write this store. Nothing is written when it throws or leaves the value as it was.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - body: Gets the stored value and changes it in place; `nil` means that there is none.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or what kept the change from being written; the old value is still there then.
  @discardableResult
  public func update<Result>(
    _ name: String,
    _ body: (inout PropertyListValue?) throws -> Result
  ) throws -> Result {
    try exclusively {
      let old = try value(forKey: name)
      var new = old
      let result = try body(&new)
      if old != new {
        let changes = [DefaultsChange(key: name, oldValue: old, newValue: new)]
        try commit(changes)
        context.announce(changes)
      }
      return result
    }
  }

  /// Stores several values at once, all or none; `nil` removes.
  ///
  /// - Parameter newValues: The new stored values by their names.
  /// - Throws: What kept them from being written; every old value is still there then.
  public func apply(_ newValues: [String: PropertyListValue?]) throws {
    try exclusively {
      try write(newValues.map { DefaultsChange(key: $0, oldValue: try value(forKey: $0), newValue: $1) })
    }
  }

  /// Removes all values whose names pass a test, at once, all or none.
  ///
  /// - Parameter isIncluded: Which names to remove; all by default.
  /// - Throws: What kept them from being removed; all are still there then.
  public func removeAll(where isIncluded: (String) throws -> Bool = { _ in true }) throws {
    try exclusively {
      try write(
        keys().filter(isIncluded).map { DefaultsChange(key: $0, oldValue: try value(forKey: $0), newValue: nil) }
      )
    }
  }

  /// Runs a body while no other writer, in this process or another, can change the store.
  ///
  /// Accesses nest: the body may read and write this store, and its writes are announced once the outermost access has
  /// ended.
  ///
  /// - Parameter body: What to do; it should be short, for all writers wait.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or what kept the store from being locked.
  public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    try enter()
    defer { leave() }
    return try body()
  }
}

// The halves of `exclusively`, for coroutines, which cannot hand their middle over as a closure.
extension DefaultsStore {
  func enter() throws {
    guard context.enter() == .outermost else { return }
    do {
      try beginExclusiveAccess()
    } catch {
      context.leave {}
      throw error
    }
  }

  func leave() {
    context.leave { endExclusiveAccess() }
  }

  /// Commits and announces what really changes; called inside exclusive access.
  func write(_ changes: [DefaultsChange]) throws {
    let changes = changes.filter { $0.oldValue != $0.newValue }
    guard !changes.isEmpty else { return }
    try commit(changes)
    context.announce(changes)
  }
}
