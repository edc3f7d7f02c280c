/// A place where stored values live.
///
/// Programs read with ``value(forKey:)`` and write with ``set(_:forKey:)``, ``update(_:_:)``, ``apply(_:)`` and
/// ``transaction(_:)``. A store of your own implements the requirements. Its ``context`` makes updates atomic between
/// threads and announces changes. Run `StoreBattery` of `NamespacedDefaultsTesting` to check that it keeps the promises of
/// every store.
///
/// The library calls the requirements on any thread, all but ``synchronize()`` and ``label`` with the lock of the context
/// held. So they need no other lock for what they share with each other. Code of your own that uses the same state takes that
/// lock with ``DefaultsStoreContext/withLock(_:)``. It is not held while the program's code runs in a change, so that others
/// read meanwhile.
public protocol DefaultsStore: AnyObject, Sendable {
  /// The state that the library keeps in memory for the store: its lock and its observers.
  ///
  /// Create one for each place where values live, and return the same one every time.
  var context: DefaultsStoreContext { get }

  /// The name that distinguishes the store from others, for people and in the ids of migration steps.
  ///
  /// It must be the same in every run. By default it is the store's type. If you use several stores of one type, give
  /// each of them its own label.
  var label: String { get }

  /// Returns the stored value of a key, or `nil` if there is none.
  ///
  /// The library calls this. A program calls ``value(forKey:)``, which sees the changes of a transaction.
  ///
  /// - Throws: An error if the store cannot be read.
  func committedValue(forKey name: String) throws -> PropertyListValue?

  /// Returns the names of all stored values in no particular order, without any names of the system.
  ///
  /// The library calls this. A program calls ``keys()``, which sees the changes of a transaction.
  ///
  /// - Throws: An error if the store cannot be read.
  func committedKeys() throws -> [String]

  /// Stores the new values of all changes, or of none.
  ///
  /// The library calls this inside exclusive access, and announces the changes afterwards. To change a store, call
  /// ``set(_:forKey:)``, ``update(_:_:)`` or ``apply(_:)`` instead.
  ///
  /// - Parameter changes: One or more changes of different keys. In each the new value differs from the old one.
  /// - Throws: An error if the changes cannot be written. In that case every old value is still stored.
  func commit(_ changes: [DefaultsChange]) throws

  /// Returns the form in which the store keeps a value: what ``committedValue(forKey:)`` returns once the value is stored.
  ///
  /// The library calls this, with data, dates, doubles, arrays and dictionaries, to write nothing if the store keeps the
  /// same already, and to announce what readers get. Implement it if the store does not keep every such value as it is, as
  /// one without fractions of a second. The form of a form is the form itself.
  ///
  /// The default implementation returns the value.
  ///
  /// - Parameter value: A value that is to be stored.
  /// - Returns: The form.
  func storedForm(of value: PropertyListValue) -> PropertyListValue

  /// Waits until all committed changes would survive a loss of power.
  ///
  /// - Throws: An error if the store cannot be written.
  func synchronize() throws

  /// Locks the store against other processes and reads what they have written.
  ///
  /// The default implementation does nothing.
  ///
  /// - Throws: An error if the store cannot be locked. In that case nothing is written.
  func beginExclusiveAccess() throws

  /// Unlocks the store for other processes.
  ///
  /// The default implementation does nothing.
  func endExclusiveAccess()

  /// The longest time for which a write waits until other threads have changed the store; 30 seconds by default.
  ///
  /// A read waits for none of them.
  var lockTimeout: Duration { get }
}

extension DefaultsStore {
  /// The name of the store's type.
  public var label: String { "\(Self.self)" }

  /// The value itself.
  public func storedForm(of value: PropertyListValue) -> PropertyListValue { value }

  /// Does nothing, which is right for a store that no other process writes.
  public func beginExclusiveAccess() throws {}

  /// Does nothing, which is right for a store that no other process writes.
  public func endExclusiveAccess() {}

  /// 30 seconds.
  public var lockTimeout: Duration { .seconds(30) }

  /// Returns the value of a key, or `nil` if there is none: the stored one, or inside a transaction the one that it wrote.
  ///
  /// It waits for no change of another thread that has not been committed.
  ///
  /// - Throws: An error if the store cannot be read.
  public func value(forKey name: String) throws -> PropertyListValue? {
    guard let view = context.view else { return try ownValue(forKey: name) }
    return try view.value(name) { try ownValue(forKey: name) }.get()
  }

  /// Returns the names of all values in no particular order; inside a transaction with those that it wrote.
  ///
  /// - Throws: An error as ``value(forKey:)`` does.
  public func keys() throws -> [String] {
    try context.view?.names(over: ownKeys).get() ?? ownKeys()
  }

  /// Stores a value, or removes the stored value if the new one is `nil`.
  ///
  /// A value that is stored already is not written again, and what counts is the form in which the store keeps it. To
  /// remove what is not stored succeeds also where nobody may write.
  ///
  /// - Parameters:
  ///   - value: The new stored value.
  ///   - name: The stored name.
  /// - Throws: An error if the value cannot be written. In that case the old value is still stored.
  public func set(_ value: PropertyListValue?, forKey name: String) throws {
    let context = context
    try exclusively(in: context, inMemory: true) {
      let old = try ownValue(forKey: name, in: context, isLocked: true)
      if let change = change(forKey: name, from: old, to: value, in: context) {
        try write([change], in: context, inMemory: true)
      }
    } unless: {
      try value == nil && ownValue(forKey: name) == nil
    }
  }

  /// Changes one stored value atomically.
  ///
  /// No other thread of this process writes the store through the library until the change is committed. No other
  /// process does either if the store implements ``beginExclusiveAccess()``, as a ``FileStore`` does. The body may read
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
    try exclusively {
      let old = try value(forKey: name)
      let context = context
      let writeCount = context.writeCount
      var new = old
      let result = try body(&new)
      // The body may have written the same key. What it has left in place counts, as with any variable.
      let stored = context.writeCount == writeCount ? old : try value(forKey: name)
      if let change = change(forKey: name, from: stored, to: new, in: context), change.newValue != stored {
        let own = context.hasMemory ? stored : try ownValue(forKey: name)
        try write([DefaultsChange(key: name, oldValue: own, newValue: change.newValue)])
      }
      return result
    }
  }

  /// Stores several values at once, all or none.
  ///
  /// - Parameter newValues: The new stored values by their names. `nil` removes the stored value.
  /// - Throws: An error if the values cannot be written. In that case every old value is still stored.
  public func apply(_ newValues: [String: PropertyListValue?]) throws {
    let context = context
    try exclusively(in: context, inMemory: true) {
      let changes = try newValues.compactMap { name, new in
        try change(forKey: name, from: ownValue(forKey: name, in: context, isLocked: true), to: new, in: context)
      }
      try write(changes, in: context, inMemory: true)
    } unless: {
      try newValues.allSatisfy { try $0.value == nil && ownValue(forKey: $0.key) == nil }
    }
  }

  /// Returns the change that a write makes; `nil` if the store has the value already, in the form in which it keeps it.
  ///
  /// A store with a view gets that change too, because what the view refuses does not depend on what is stored.
  @inline(__always)  // on the way of every write
  func change(
    forKey name: String,
    from old: PropertyListValue?,
    to new: PropertyListValue?,
    in context: DefaultsStoreContext
  ) -> DefaultsChange? {
    guard old != new || !context.hasMemory else { return nil }
    guard let new, new.mayBeKeptInAnotherForm else { return DefaultsChange(key: name, oldValue: old, newValue: new) }
    let kept = storedForm(of: new)
    return old == kept && context.hasMemory ? nil : DefaultsChange(key: name, oldValue: old, newValue: kept)
  }

  /// Removes all values whose names pass a test, at once, all or none.
  ///
  /// - Parameter isIncluded: The test of a name. By default every name passes.
  /// - Throws: The error of `isIncluded`, or an error if the values cannot be removed. In that case all are still
  ///   stored.
  public func removeAll(where isIncluded: (String) throws -> Bool = { _ in true }) throws {
    try exclusively {
      try write(
        ownKeys().filter(isIncluded)
          .map { DefaultsChange(key: $0, oldValue: try ownValue(forKey: $0), newValue: nil) }
      )
    } unless: {
      try !ownKeys().contains(where: isIncluded)
    }
  }

  /// Runs a closure while no other thread of this process, and no other process, writes the store.
  ///
  /// The body may read and write this store, and calls may nest. Each write in it is committed at once. Others read
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - inMemory: Whether nobody reads meanwhile either. The body must then call no code of the program.
  ///   - body: The closure to run.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error if the store cannot be locked.
  package func exclusively<Result>(inMemory: Bool = false, _ body: () throws -> Result) throws -> Result {
    let context = context
    try beginExclusively(in: context, inMemory: inMemory)
    return try unlockingExclusively(in: context, inMemory: inMemory, after: body)
  }
}

extension PropertyListValue {
  /// Whether a store may keep the value in another form, as JSON has no data, and other files no fractions of a second.
  fileprivate var mayBeKeptInAnotherForm: Bool {
    switch self {
    case .bool, .integer, .unsignedInteger, .string: false
    case .double, .date, .data, .array, .dictionary: true
    }
  }
}

// The two halves of `exclusively`. A `_modify` coroutine needs them, because it cannot pass its body as a closure.
extension DefaultsStore {
  func lockExclusively() throws { try beginExclusively(in: context, inMemory: false) }

  func unlockExclusively() throws { try endExclusively(in: context, inMemory: false)?() }

  /// Takes the turn, and memory too where nobody reads meanwhile; begins exclusive access if it is the outermost.
  // Memory is locked where a requirement is called. A store that is made of others has none: who held its lock while one of
  // them waits for something would keep those from it who observe.
  @inline(__always)  // on the way of every write
  func beginExclusively(in context: DefaultsStoreContext, inMemory: Bool) throws {
    let isOutermost = try context.lock.acquireExclusively(for: lockTimeout)
    guard isOutermost || inMemory else { return }
    if context.hasMemory { context.lock.acquire() }
    do {
      if isOutermost { try beginExclusiveAccess() }
    } catch {
      if context.hasMemory { context.lock.release() }
      _ = context.lock.releaseExclusively {}
      throw error
    }
    if !inMemory, context.hasMemory { context.lock.release() }
  }

  /// Ends exclusive access, and returns the wait for the disk that the caller owes.
  @inline(__always)  // as above
  func endExclusively(in context: DefaultsStoreContext, inMemory: Bool) -> (() throws -> Void)? {
    let isLocked = inMemory && context.hasMemory
    return context.lock.releaseExclusively {
      if !isLocked, context.hasMemory { context.lock.acquire() }
      endExclusiveAccess()
      if !isLocked, context.hasMemory { context.lock.release() }
    } unlocking: {
      if isLocked { context.lock.release() }
    }
  }

  /// Runs a closure inside exclusive access that has begun, and ends that access.
  ///
  /// If the closure throws, that is the error. A wait for the disk that fails then is reported, because writes in the closure
  /// had returned, and are undone.
  @inline(__always)  // on the way of every write
  private func unlockingExclusively<Result>(
    in context: DefaultsStoreContext,
    inMemory: Bool,
    after body: () throws -> Result
  ) throws -> Result {
    let result: Result
    do {
      result = try body()
    } catch {
      do { try endExclusively(in: context, inMemory: inMemory)?() } catch { reportFailedWait(error) }
      throw error
    }
    try endExclusively(in: context, inMemory: inMemory)?()
    return result
  }

  private func reportFailedWait(_ error: any Error) {
    context.problems.problem(.failedWrite, key: nil, error: error).report()
  }

  /// Runs a body that reads several values, and returns what it read at one moment.
  ///
  /// The body may run several times.
  package func atOneMoment<Result>(_ read: () throws -> Result) rethrows -> Result {
    // Someone may write between two reads. What other processes have written is counted when the second read takes it in.
    for _ in 0..<100 {
      let before = context.changeCount
      let result = try read()
      if before == context.changeCount { return result }
    }
    // Against writers that never pause. A read of a store that cannot be locked gets what it can.
    return try (try? exclusively(read)) ?? read()
  }

  /// Runs a closure inside exclusive access; does nothing if the store cannot be locked, and need not be.
  ///
  /// Where nobody may write, a removal of what is not there succeeds.
  ///
  /// - Parameters:
  ///   - context: The store's context.
  ///   - inMemory: As above.
  ///   - body: The closure to run.
  ///   - isDone: A closure that returns whether there is nothing to write; an error means that there is.
  /// - Throws: The error of `body`, or an error if the store cannot be locked.
  func exclusively(
    in context: DefaultsStoreContext? = nil,
    inMemory: Bool = false,
    _ body: () throws -> Void,
    unless isDone: () throws -> Bool
  ) throws {
    let context = context ?? self.context
    do {
      try beginExclusively(in: context, inMemory: inMemory)
    } catch let error as DefaultsError where error.code == .lockTimeout {
      throw error
    } catch {
      // A program that only reads may have an old file open. `synchronize` finds the one that is at the path now.
      guard (try? synchronize()) != nil, (try? isDone()) == true else { throw error }
      return
    }
    try unlockingExclusively(in: context, inMemory: inMemory, after: body)
  }
}
