extension DefaultsStore {
  /// Runs a closure whose changes of this store count together or not at all.
  ///
  /// ```swift
  /// try store.transaction {
  ///   try store.set(10, forKey: "balance")
  ///   Defaults.Account.set(true, forKey: .isPaid)  // if its store is this one
  /// }
  /// ```
  ///
  /// Each write of this store by the current thread takes part, through whichever API. The closure reads what it has written.
  /// Other threads and processes get nothing of it before the end; then they get all of it at once, as one
  /// commit, and observers get each changed key once. If the closure throws, nothing was changed. If a call in it
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
  ///   the store is locked for longer than ``lockTimeout``. Two threads, each in a transaction of one store, wait for each
  ///   other that long: let all threads use several stores in one order. Nothing was changed then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let access = access
    let context = access.context
    return try exclusively(in: access) {
      let (writeSet, outer) = context.writeLock.beginTransaction()
      let result: Result
      do {
        result = try body()
        if let failure = writeSet.pointee.failure { throw failure }
        if writeSet.pointee.isInherited { throw DefaultsError.forkedTransaction }
      } catch {
        context.writeLock.endTransaction(inside: outer)
        throw error
      }
      guard outer == nil else { return result }
      let (changes, silenced) = (writeSet.pointee.changes, writeSet.pointee.silenced)
      context.writeLock.endTransaction(inside: nil)
      try HandlerID.silencing(silenced) { try access.write(changes.committed, announcedAs: changes.announced) }
      return result
    }
  }

  /// Runs a body in a transaction that is undone at its end; nothing is written, and no other process waits or is waited for.
  ///
  /// - Throws: The error of `body`, or ``DefaultsError/Code/lockTimeout`` as a write does.
  package func undoing<Result>(_ body: () throws -> Result) throws -> Result {
    let context = context
    // Not that of the storage, which is for what is written.
    _ = try context.writeLock.begin(for: lockTimeout, of: context)
    defer { context.writeLock.end {} }
    let (_, outer) = context.writeLock.beginTransaction()
    defer { context.writeLock.endTransaction(inside: outer) }
    return try body()
  }

  /// Whether a transaction of the store runs on the current thread.
  package var isInTransaction: Bool { context.writeLock.writeSet != nil }

  /// Lets the transaction that runs on the current thread fail, if there is one.
  package func failTransaction(_ error: any Error) {
    guard ThreadState.current.pointee.transactionCount > 0 else { return }
    context.writeLock.writeSet?.pointee.fail(error)
  }
}

extension StoreAccess {
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
}

/// Changes that a store has written to where they last, and that nobody gets yet.
package struct PersistedChanges {
  private let access: StoreAccess
  private let changes: [DefaultsChange]
  private let announced: [DefaultsChange]

  fileprivate init(_ access: StoreAccess, _ changes: [DefaultsChange], _ announced: [DefaultsChange]) {
    (self.access, self.changes, self.announced) = (access, changes, announced)
  }

  /// Makes the changes those that readers get, and announces them; call this with the write lock with which they were persisted.
  package func apply() throws { try access.apply(changes, announcing: announced) }
}
