/// What an access to a store uses: its context, and its storage.
///
/// The storage is called with memory locked where it reads or applies, and with the write lock alone where it may wait. A store that
/// is made of others has no memory: who held its lock while one of them waits for something would keep those from it who
/// observe.
struct StoreParts {
  let context: DefaultsStoreContext
  let storage: any DefaultsStorage

  // MARK: The write lock

  /// Takes the write lock, among processes too if this is the outermost access for writing.
  @inline(__always)  // on the way of every write
  func begin(for limit: Duration) throws {
    guard try context.writeLock.begin(for: limit, of: context) else { return }
    do {
      try storage.beginWriting()
    } catch {
      context.writeLock.end {}
      throw error
    }
  }

  /// Releases the write lock.
  @inline(__always)  // as above
  func end() { context.writeLock.end { storage.endWriting() } }

  // MARK: Reading

  /// Returns the store's own value of a name, in a transaction of the current thread the one that it wrote.
  @inline(__always)  // on the way of every write
  func value(forKey name: String, isWriting: Bool = false) throws -> PropertyListValue? {
    if let written = context.writeLock.writeSet?.pointee[name] { return written }
    guard context.hasMemory else { return try storage.storedValue(forKey: name) }
    if isWriting { context.memory.acquireInWriting() } else { context.memory.acquire() }
    defer { context.memory.release() }
    try context.memory.requireContents()
    return try storage.storedValue(forKey: name)
  }

  /// Returns the names of the store's own values, in a transaction of the current thread with those that it wrote.
  func keys() throws -> [String] {
    let stored =
      try context.hasMemory
      ? context.withLock {
        try context.memory.requireContents()
        return try storage.storedKeys()
      } : storage.storedKeys()
    return context.writeLock.writeSet?.pointee.names(over: stored) ?? stored
  }

  // MARK: Writing

  /// Returns the change that a write makes; `nil` if the store has the value already, in the form in which it keeps it.
  ///
  /// A store with a view gets that change too, because what the view refuses does not depend on what is stored.
  @inline(__always)  // on the way of every write
  func change(forKey name: String, from old: PropertyListValue?, to new: PropertyListValue?) -> DefaultsChange? {
    guard old != new || !context.hasMemory else { return nil }
    guard let new, new.mayBeKeptInAnotherForm else { return DefaultsChange(key: name, oldValue: old, newValue: new) }
    let kept = storage.storedForm(of: new)
    return old == kept && context.hasMemory ? nil : DefaultsChange(key: name, oldValue: old, newValue: kept)
  }

  /// Returns whether a write of a value would change nothing.
  ///
  /// - Throws: The error of a name that cannot be given a value, or of a store that cannot be read.
  @inline(never)  // so that the way of a write stays short
  func has(_ value: PropertyListValue?, forKey name: String) throws -> Bool {
    if value != nil { try context.view?.checkWrite(of: name) }
    let old = try self.value(forKey: name)
    return change(forKey: name, from: old, to: value).map { $0.newValue == old } ?? true
  }

  /// Commits and announces a change, or records it in the transaction that runs on the current thread.
  ///
  /// Call this with the write lock.
  @inline(__always)  // as above
  func write(_ change: consuming DefaultsChange) throws {
    guard context.hasMemory else { return try write([change]) }
    if let writeSet = context.writeLock.writeSet { return writeSet.pointee.record(change) }
    try context.writeLock.withArray(of: change) { changes in
      try storage.persist(changes)
      try apply(changes, announcing: changes)
    }
  }

  /// Commits and announces changes, or records them in the transaction that runs on the current thread.
  ///
  /// Call this with the write lock.
  ///
  /// - Parameters:
  ///   - changes: The changes; those that change nothing are left out.
  ///   - announced: The same changes in the form in which observers get them.
  /// - Throws: The error that kept them from being committed.
  func write(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]? = nil) throws {
    try persist(changes, announcedAs: announced)?.apply()
  }

  /// Writes changes to where they last, or records them in the transaction that runs on the current thread.
  ///
  /// - Returns: The changes, for the caller to apply; `nil` if there is nothing to apply.
  func persist(_ all: [DefaultsChange], announcedAs announced: [DefaultsChange]? = nil) throws -> PersistedChanges? {
    // Also of a value that is stored already: what is refused does not depend on that.
    if let view = context.view {
      for change in all where change.newValue != nil { try view.checkWrite(of: change.key) }
    }
    let different = announced == nil && context.hasMemory ? all : all.filter { $0.oldValue != $0.newValue }
    let changes = announced == nil ? different : all
    if let writeSet = context.writeLock.writeSet {
      writeSet.pointee.record(changes, announcedAs: announced)
      return nil
    }
    guard !changes.isEmpty else { return nil }
    if !different.isEmpty { try storage.persist(different) }
    return PersistedChanges(self, different, announced ?? changes)
  }

  /// Lets readers see changes that were persisted, and announces them; call this with the write lock.
  ///
  /// Memory is locked for both, so that whoever registers meanwhile gets the change, or begins with its value, and not both.
  @inline(__always)  // as above
  fileprivate func apply(_ changes: [DefaultsChange], announcing announced: [DefaultsChange]) throws {
    context.memory.acquireInWriting()
    defer { context.memory.release() }
    if context.changes.isObserved, let view = context.view {
      return try view.announce(announced, in: context) { try apply(changes) }
    }
    try apply(changes)
    context.enqueue(announced)
  }

  @inline(__always)  // as above
  private func apply(_ changes: [DefaultsChange]) throws {
    guard !changes.isEmpty else { return }
    try storage.apply(changes)
    // Nobody reads from memory before that is done.
    if !context.raisesItself { context.raise(changes) }
    #if DEBUG
      context.recordWrite()
    #endif
  }
}

/// Changes that a store has written to where they last, and that nobody gets yet.
package struct PersistedChanges {
  private let parts: StoreParts
  private let changes: [DefaultsChange]
  private let announced: [DefaultsChange]

  fileprivate init(_ parts: StoreParts, _ changes: [DefaultsChange], _ announced: [DefaultsChange]) {
    (self.parts, self.changes, self.announced) = (parts, changes, announced)
  }

  /// Makes the changes those that readers get, and announces them; call this with the write lock with which they were persisted.
  package func apply() throws { try parts.apply(changes, announcing: announced) }
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
