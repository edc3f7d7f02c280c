extension DefaultsStore {
  /// Runs a closure whose changes of this store count together or not at all.
  ///
  ///     try store.transaction {
  ///       try store.set(10, forKey: "balance")
  ///       Defaults.Account.set(true, forKey: .isPaid)  // if its store is this one
  ///     }
  ///
  /// Each write of this store by the current thread takes part, by every spelling. The closure reads what it has written.
  /// Other threads and processes get nothing of it before the end; then they get all of it at once, as one
  /// ``commit(_:)``, and observers get each changed key once. If the closure throws, nothing was changed. If a call in it
  /// that does not throw fails, such as an assignment of a value that cannot be encoded, that is reported as always, and
  /// the transaction throws that error at its end, with nothing changed.
  ///
  /// Transactions nest. The changes of an inner one become part of the outer one, or are undone if the inner one throws.
  /// Changes of other stores are not part of it, and count at once. A ``FileStore`` keeps all of this for every process, and
  /// if one is killed in the middle. A ``UserDefaultsStore`` keeps it for the threads of this process. If the closure forks,
  /// the parent alone commits; the child's end of the transaction throws. A thread that ends inside the closure, by
  /// `pthread_exit` or `pthread_cancel`, keeps the store locked for ever, as with any lock.
  ///
  /// - Parameter body: The closure to run. Keep it short, because all other writers of the store wait.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, of a write in it that failed, or of the commit; ``DefaultsError/Code/lockTimeout`` if
  ///   the store is locked for longer than ``lockTimeout``, or at once if two threads, each in a transaction of one store,
  ///   would wait for the store of the other: let all threads use several stores in one order. Nothing was changed then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try exclusively {
      let outer = context.lock.beginTransaction()
      let result: Result
      do {
        result = try body()
        if let failure = context.lock.draft?.failure { throw failure }
        if context.lock.draft?.isInherited == true { throw DefaultsError.forkedTransaction }
      } catch {
        context.lock.endTransaction(inside: outer)
        throw error
      }
      guard outer == nil, let draft = context.lock.draft else { return result }
      context.lock.endTransaction(inside: nil)
      try write(draft.changes, announcedAs: draft.announced)
      return result
    }
  }

  /// Commits and announces changes, or records them in the transaction that runs on the current thread.
  ///
  /// Call this inside exclusive access.
  ///
  /// - Parameters:
  ///   - changes: The changes; those that change nothing are left out.
  ///   - announced: The same changes in the form in which observers get them.
  ///   - inMemory: Whether memory is locked already.
  /// - Throws: The error that kept them from being committed.
  func write(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]? = nil, inMemory: Bool = false) throws
  {
    try write(changes, announcedAs: announced, in: context, inMemory: inMemory)
  }

  @inline(__always)  // on the way of every write
  func write(
    _ changes: [DefaultsChange],
    announcedAs announced: [DefaultsChange]? = nil,
    in context: DefaultsStoreContext,
    inMemory: Bool
  ) throws {
    guard context.hasMemory else { return try writeThroughView(changes, announcedAs: announced, in: context) }
    guard !context.lock.hasDraft else { return context.lock.record(changes, announcedAs: announced ?? changes) }
    guard !changes.isEmpty else { return }
    if !inMemory { context.lock.acquire() }
    defer { if !inMemory { context.lock.release() } }
    try commit(changes, areEqual: announced == nil, in: context)
    context.enqueue(announced ?? changes)
  }

  @inline(never)  // so that the writes of a store that is not made of others need not save registers for it
  private func writeThroughView(
    _ all: [DefaultsChange],
    announcedAs announced: [DefaultsChange]?,
    in context: DefaultsStoreContext
  ) throws {
    // Also of a value that is stored already: what is refused does not depend on that.
    for change in all where change.newValue != nil { try context.view?.checkWrite(of: change.key) }
    let changes = announced == nil ? all.filter { $0.oldValue != $0.newValue } : all
    guard !context.lock.hasDraft else { return context.lock.record(changes, announcedAs: announced ?? changes) }
    guard !changes.isEmpty else { return }
    // So that whoever registers meanwhile gets the change, or begins with its value, and not both.
    try context.withLock {
      guard context.changes.isObserved, let view = context.view else {
        return try commit(changes, areEqual: announced == nil, in: context)
      }
      try view.announce(announced ?? changes) { try commit(changes, areEqual: announced == nil, in: context) }
    }
  }

  @inline(__always)  // on the way of every write
  private func commit(_ changes: [DefaultsChange], areEqual: Bool, in context: DefaultsStoreContext) throws {
    try commit(areEqual ? changes : changes.filter { $0.oldValue != $0.newValue })
    // Nobody reads from memory before that is done.
    if !context.raisesItself { context.raise(changes) }
    #if DEBUG
      context.recordWrite()
    #endif
  }

  /// Whether a transaction of the store runs on the current thread.
  package var isInTransaction: Bool { context.lock.hasDraft }

  /// Runs a body whose error also fails the transaction that runs on the current thread, if there is one.
  func failingTransaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    do {
      return try body()
    } catch {
      failTransaction(error)
      throw error
    }
  }

  /// Lets the transaction that runs on the current thread fail, if there is one.
  func failTransaction(_ error: any Error) {
    guard ThreadState.current.pointee.transactionCount > 0, context.lock.hasTurn else { return }
    context.lock.failTransaction(error)
  }
}
