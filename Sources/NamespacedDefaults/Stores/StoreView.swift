/// The values that a store shows in place of its own, because it is made of several stores.
///
/// The store's requirements are about its own values: those of the store that takes its writes. Reads of its users and
/// announcements go through the view.
package protocol StoreView: Sendable {
  /// Returns what a name shows.
  ///
  /// What is shown over a value that is shown already is that value.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - own: The store's own value, as stored or as a transaction has it.
  /// - Returns: The value, or `nil` if there is none.
  /// - Throws: An error if a store cannot be read.
  func value(_ name: String, over own: PropertyListValue?) throws -> PropertyListValue?

  /// Returns what a name shows now.
  ///
  /// - Throws: An error if a store cannot be read.
  func value(_ name: String) throws -> PropertyListValue?

  /// Returns the names that have a value.
  ///
  /// - Parameter own: The names of the store's own values.
  /// - Returns: The names, each once.
  /// - Throws: An error if a store cannot be read.
  func names(over own: [String]) throws -> [String]

  /// Commits changes of own values, and returns those of what is shown, which observers get.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - commit: The closure that commits them.
  /// - Returns: The changes for observers.
  /// - Throws: The error of `commit`.
  func changes(_ changes: [DefaultsChange], by commit: () throws -> Void) rethrows -> [DefaultsChange]
}

extension DefaultsStore {
  /// Returns the value that a reader gets; call this with the store locked.
  func shownValue(forKey name: String) throws -> PropertyListValue? {
    let own = try lockedValue(forKey: name)
    guard let view = context.view else { return own }
    return try view.value(name, over: own)
  }

  /// Returns the names of the store's own values, in a transaction with those that it wrote.
  func lockedKeys() throws -> [String] {
    let stored = try committedKeys()
    return context.lock.draft?.names(over: stored) ?? stored
  }

  /// Runs a body with the store locked.
  ///
  /// - Throws: The error of `body`, or ``DefaultsError/Code/lockTimeout``.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try context.lock.acquire(for: lockTimeout)
    defer { context.lock.release() }
    return try body()
  }
}

// What a store that is made of others needs of them, with its own lock held, and so theirs.
extension DefaultsStore {
  /// The store's own value of a name, in a transaction the one that it wrote.
  package func ownValue(forKey name: String) throws -> PropertyListValue? {
    try locked { try lockedValue(forKey: name) }
  }

  /// The names of the store's own values.
  package func ownKeys() throws -> [String] { try locked { try lockedKeys() } }

  /// Whether a transaction of the store runs on the current thread, which has locked it.
  package var isWrittenLater: Bool { context.lock.hasDraft }

  /// Begins an access for writing.
  ///
  /// - Throws: An error if the store cannot be locked.
  package func beginAccess() throws { try lockExclusively() }

  /// Ends an access for writing, whose wait for the disk becomes that of an access of another store.
  package func endAccess(inside outer: DefaultsStoreContext) {
    if let wait = context.lock.releaseExclusively({ endExclusiveAccess() }) { outer.lock.whenWritten(wait) }
  }
}
