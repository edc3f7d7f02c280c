/// A place where stored values live.
///
/// Programs read with ``value(forKey:)`` and write with ``set(_:forKey:)``, ``update(_:_:)``, ``set(_:)`` and
/// ``transaction(_:)``. A store of your own has a ``DefaultsStorage``, or is one. Its ``context`` makes updates atomic
/// between threads and announces changes.
public protocol DefaultsStore: AnyObject, Sendable, CustomStringConvertible {
  /// The state that the library keeps in memory for the store: its locks and its observers.
  ///
  /// Create one for each place where values live, and return the same one every time.
  var context: DefaultsStoreContext { get }

  /// Where the values lie, which the library alone can reach: that of the context, or the store itself if it is one.
  var _storage: any DefaultsStorage { get }

  /// The name that distinguishes the store from others, for people and in the ids of migration steps.
  ///
  /// It must be the same in every run. By default it is the store's type. If you use several stores of one type, give
  /// each of them its own label.
  var label: String { get }

  /// Waits until all committed changes would survive a loss of power.
  ///
  /// - Throws: An error if the store cannot be written.
  func synchronize() throws

  /// The longest time for which a write waits until other threads have changed the store; 30 seconds by default.
  ///
  /// A read waits for none of them.
  var lockTimeout: Duration { get }
}

extension DefaultsStore {
  /// The name of the store's type.
  public var label: String { "\(Self.self)" }

  /// The ``label``, unless the store has more to say.
  public var description: String { label }

  /// 30 seconds.
  public var lockTimeout: Duration { .seconds(30) }

  /// Returns the value of a key, or `nil` if there is none: the stored one, or inside a transaction the one that it wrote.
  ///
  /// It waits for no change of another thread that has not been committed.
  ///
  /// - Throws: An error if the store cannot be read.
  public func value(forKey name: String) throws -> PropertyListValue? {
    guard let view = context.view else { return try ownValue(forKey: name) }
    return try view.value(KeyName(name), over: ownValue).get()
  }

  /// Returns the names of all values in no particular order; inside a transaction with those that it wrote.
  ///
  /// The library's own records are among them, such as those of migration steps; their names begin with `NamespacedDefaults.`.
  ///
  /// - Throws: An error as ``value(forKey:)`` does.
  public func keys() throws -> [String] {
    try context.view?.names(over: ownKeys).get() ?? ownKeys()
  }

  /// Stores a value, or removes the stored value if the new one is `nil`.
  ///
  /// A value that is stored already is not written again, and what counts is the form in which the store keeps it. So
  /// this succeeds also where nobody may write.
  ///
  /// - Parameters:
  ///   - value: The new stored value.
  ///   - name: The stored name.
  /// - Throws: An error if the value cannot be written. In that case the old value is still stored.
  public func set(_ value: PropertyListValue?, forKey name: String) throws {
    try set(value, forKey: name, in: access)
  }

  func set(_ value: PropertyListValue?, forKey name: String, in access: StoreAccess) throws {
    try exclusively(in: access) {
      if let change = access.change(forKey: name, from: try access.value(forKey: name, isWriting: true), to: value) {
        try access.write(change)
      }
    } unless: {
      try access.has(value, forKey: name)
    }
  }

  /// Changes one stored value atomically.
  ///
  /// No other thread of this process writes the store through the library until the change is committed. No other
  /// process does either if the store implements ``DefaultsStorage/beginWriting()``, as a ``FileStore`` does. The body may read
  /// and write this store; if it writes this key, the value that it leaves in place is stored all the same. The value is
  /// not written if the body throws or leaves it as it was.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - body: The closure that gets the stored value and changes it in place; `nil` means that there is none.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error if the change cannot be written. In that case the old value is still
  ///   stored.
  @discardableResult
  public func update<Result>(
    _ name: String,
    _ body: (inout PropertyListValue?) throws -> Result
  ) throws -> Result {
    let access = access
    return try exclusively(in: access) {
      let old = try value(forKey: name)
      let context = access.context
      let writeCount = context.writeCount
      var new = old
      let result = try body(&new)
      // The body may have written the same key. What it has left in place counts, as with any variable.
      let stored = context.writeCount == writeCount ? old : try value(forKey: name)
      if let change = access.change(forKey: name, from: stored, to: new), change.newValue != stored {
        let own = context.hasMemory ? stored : try access.value(forKey: name)
        try access.write(DefaultsChange(key: name, oldValue: own, newValue: change.newValue))
      }
      return result
    }
  }

  /// Stores several values at once, all or none.
  ///
  /// - Parameter newValues: The new stored values by their names. `nil` removes the stored value.
  /// - Throws: An error if the values cannot be written. In that case every old value is still stored.
  public func set(_ newValues: [String: PropertyListValue?]) throws {
    let access = access
    try exclusively(in: access) {
      try persisted(newValues)?.apply()
    } unless: {
      try newValues.allSatisfy { try access.has($0.value, forKey: $0.key) }
    }
  }

  /// Removes all settings whose names pass a test, at once, all or none.
  ///
  /// What the library has recorded of the store stays, as the migration steps that are done.
  ///
  /// - Parameter isIncluded: The test of a name. By default every name passes.
  /// - Throws: The error of `isIncluded`, or an error if the values cannot be removed. In that case all are still
  ///   stored.
  public func removeAll(where isIncluded: (String) throws -> Bool = { _ in true }) throws {
    let access = access
    func isRemoved(_ name: String) throws -> Bool { try !ReservedName.isReserved(name) && isIncluded(name) }
    try exclusively(in: access) {
      // Whatever an object is that nobody declares, all that is in it goes.
      let names = try access.split(access.keys().filter(isRemoved))
      try access.write(names.map { DefaultsChange(key: $0, oldValue: try access.value(forKey: $0), newValue: nil) })
    } unless: {
      try !ownKeys().contains(where: isRemoved)
    }
  }

  /// Runs a closure while no other thread of this process, and no other process, writes the store.
  ///
  /// The body may read and write this store, and calls may nest. Each write in it is committed at once. Others read
  /// meanwhile.
  ///
  /// - Parameter body: The closure to run.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error if the store cannot be locked.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try exclusively(in: access, body) }

  @inline(__always)  // on the way of every write
  func exclusively<Result>(in access: StoreAccess, _ body: () throws -> Result) throws -> Result {
    try access.begin(for: lockTimeout)
    defer { access.end() }
    return try body()
  }
}

extension DefaultsStore {
  /// What the calls of one access need of the store, so that they ask for it once.
  var access: StoreAccess { StoreAccess(context: context, storage: _storage) }

  /// Runs a body that reads several values, and returns what it read at one moment.
  ///
  /// The body may run several times.
  package func atOneMoment<Result>(_ read: () throws -> Result) rethrows -> Result {
    // Against writers that never pause. A read of a store that cannot be locked gets what it can.
    try [context].unchanged(during: read) ?? (try? exclusively(read)) ?? read()
  }

  /// Runs a closure inside exclusive access; does nothing if the store cannot be locked, and need not be.
  ///
  /// Where nobody may write, what would change nothing succeeds.
  ///
  /// - Parameters:
  ///   - access: The access to the store.
  ///   - body: The closure to run.
  ///   - isDone: A closure that returns whether there is nothing to write; an error means that there is.
  /// - Throws: The error of `body`, or an error if the store cannot be locked.
  func exclusively(in access: StoreAccess, _ body: () throws -> Void, unless isDone: () throws -> Bool) throws {
    do {
      try access.begin(for: lockTimeout)
    } catch let error as DefaultsError where error.code == .lockTimeout {
      throw error
    } catch {
      // A program that only reads may have an old file open. `synchronize` finds the one that is at the path now.
      guard (try? synchronize()) != nil, (try? isDone()) == true else { throw error }
      return
    }
    defer { access.end() }
    try body()
  }
}

extension DefaultsStore {
  /// Registers a key with both of its names; see ``track(_:)-method``.
  ///
  /// - Returns: The key of the name, unless there is another name, which later reads would not register.
  @discardableResult
  func track(_ names: KeyName) -> TrackedKey? {
    guard let previous = names.previous else { return track(names.current) }
    track(names.current)
    track(previous)
    return nil
  }

  /// Registers a key with the observation tracking that runs on this thread, if there is one.
  ///
  /// Call this before reading the value. Then a change between the two is not missed.
  ///
  /// - Returns: The key, with which later reads can be registered as long as a tracking is.
  @discardableResult
  private func track(_ name: String) -> TrackedKey? {
    let context = context
    guard context.names.head.pointee.isTracking else { return nil }
    let changes = context.changes
    if let known = changes.trackedKey(name), known.access() { return known }
    let new = changes.makeTrackedKey(name)
    // A read that only counts as tracked has registered nothing.
    guard let tracking = new.tracking else { return nil }
    // Under the lock, as every start of the change source, so that the problem of one is reported when it is released.
    return context.registering(name) { changes.add(new, tracking, as: name) }
  }
}
