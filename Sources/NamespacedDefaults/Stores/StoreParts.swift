/// What an access to a store uses: its context, and its storage.
///
/// The storage is called with memory locked where it reads or applies, and in the turn alone where it may wait. A store that
/// is made of others has no memory: who held its lock while one of them waits for something would keep those from it who
/// observe.
struct StoreParts {
  let context: DefaultsStoreContext
  let storage: any DefaultsStorage

  // MARK: The turn

  /// Takes the turn, among processes too if this is the outermost access for writing.
  @inline(__always)  // on the way of every write
  func begin(for limit: Duration) throws {
    guard try context.lock.acquireExclusively(for: limit) else { return }
    do {
      try storage.beginTurn()
    } catch {
      context.lock.releaseExclusively {}
      throw error
    }
  }

  /// Ends the turn.
  @inline(__always)  // as above
  func end() { context.lock.releaseExclusively { storage.endTurn() } }

  // MARK: Reading

  /// Returns the store's own value of a name, in a transaction of the current thread the one that it wrote.
  @inline(__always)  // on the way of every write
  func value(forKey name: String, isInTurn: Bool = false) throws -> PropertyListValue? {
    if let written = context.lock.turn.draft?.pointee[name] { return written }
    guard context.hasMemory else { return try storage.storedValue(forKey: name) }
    if isInTurn { context.lock.acquireInTurn() } else { context.lock.acquire() }
    defer { context.lock.release() }
    return try storage.storedValue(forKey: name)
  }

  /// Returns the names of the store's own values, in a transaction of the current thread with those that it wrote.
  func keys() throws -> [String] {
    let stored = context.hasMemory ? try context.withLock { try storage.storedKeys() } : try storage.storedKeys()
    return context.lock.turn.draft?.pointee.names(over: stored) ?? stored
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

  /// Commits and announces a change, or records it in the transaction that runs on the current thread.
  ///
  /// Call this in the turn.
  @inline(__always)  // as above
  func write(_ change: consuming DefaultsChange) throws {
    guard context.hasMemory else { return try writeThroughView([change], announcedAs: nil) }
    if let draft = context.lock.turn.draft { return draft.pointee.record(change) }
    try context.lock.turn.withArray(of: change) { try commit($0, announcedAs: nil) }
  }

  /// Commits and announces changes, or records them in the transaction that runs on the current thread.
  ///
  /// Call this in the turn.
  ///
  /// - Parameters:
  ///   - changes: The changes; those that change nothing are left out.
  ///   - announced: The same changes in the form in which observers get them.
  /// - Throws: The error that kept them from being committed.
  @inline(__always)  // as above
  func write(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]? = nil) throws {
    guard context.hasMemory else { return try writeThroughView(changes, announcedAs: announced) }
    if let draft = context.lock.turn.draft { return draft.pointee.record(changes, announcedAs: announced) }
    if !changes.isEmpty { try commit(changes, announcedAs: announced) }
  }

  @inline(__always)  // as above
  private func commit(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]?) throws {
    let different = announced == nil ? changes : changes.filter { $0.oldValue != $0.newValue }
    if !different.isEmpty { try storage.persist(different) }
    context.lock.acquireInTurn()
    defer { context.lock.release() }
    if !different.isEmpty { try apply(different) }
    // What was only moved from a previous name is no change to its observers.
    context.enqueue(announced?.filter { $0.oldValue != $0.newValue } ?? changes)
  }

  /// Lets readers see changes that were persisted; call this with memory locked.
  @inline(__always)  // as above
  private func apply(_ changes: [DefaultsChange]) throws {
    try storage.apply(changes)
    // Nobody reads from memory before that is done.
    if !context.raisesItself { context.raise(changes) }
    #if DEBUG
      context.recordWrite()
    #endif
  }

  @inline(never)  // so that the writes of a store that is not made of others need not save registers for it
  private func writeThroughView(_ all: [DefaultsChange], announcedAs announced: [DefaultsChange]?) throws {
    // Also of a value that is stored already: what is refused does not depend on that.
    for change in all where change.newValue != nil { try context.view?.checkWrite(of: change.key) }
    let changes = announced == nil ? all.filter { $0.oldValue != $0.newValue } : all
    if let draft = context.lock.turn.draft { return draft.pointee.record(changes, announcedAs: announced) }
    guard !changes.isEmpty else { return }
    // So that whoever registers meanwhile gets the change, or begins with its value, and not both.
    try context.withLock {
      guard context.changes.isObserved, let view = context.view else { return try persist(changes) }
      try view.announce(announced ?? changes) { try persist(changes) }
    }
  }

  private func persist(_ changes: [DefaultsChange]) throws {
    let different = changes.filter { $0.oldValue != $0.newValue }
    guard !different.isEmpty else { return }
    try storage.persist(different)
    try apply(different)
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
