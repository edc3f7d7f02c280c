/// The name under which the value of a key is stored, and the one under which an older release stored it.
///
/// A previous name is one step of the search and one of the write: the value is found under either name, and the first
/// write moves it, both names in one commit.
package struct KeyName: Sendable {
  package let current: String
  package let previous: String?

  package init(_ current: String, previous: String? = nil) {
    self.current = current
    self.previous = previous == current ? nil : previous
  }

  /// Every name that the key claims.
  package var all: [String] { previous.map { [current, $0] } ?? [current] }

  /// Returns what `value` has for the current name, or else for the previous one.
  package func find(_ value: (String) throws -> PropertyListValue?) rethrows -> PropertyListValue? {
    if let found = try value(current) { return found }
    guard let previous else { return nil }
    // A writer may move the value between the two reads. Values move in one direction only.
    return try value(previous) ?? value(current)
  }

  /// Returns what a store has for one of the names, both as they are at one moment.
  @inline(__always)  // on the way of every first read
  package func find(
    in context: DefaultsStoreContext,
    _ value: (String) throws -> PropertyListValue?
  ) rethrows -> PropertyListValue? {
    try previous == nil ? value(current) : [context].atOneMoment { try find(value) }
  }

  package func write(_ new: PropertyListValue?, in store: any DefaultsStore) throws {
    try write(new, in: store, store.access)
  }

  /// Stores a value under the current name, or removes it with `nil`, and removes the previous name: both or neither.
  func write(_ new: PropertyListValue?, in store: any DefaultsStore, _ access: StoreAccess) throws {
    guard let previous else { return try store.set(new, forKey: current, in: access) }
    // What keeps one name from being read keeps the other one too.
    if new != nil { try access.context.view?.checkWrite(of: previous) }
    try store.exclusively(in: access) {
      let old = try store.value(forKey: current)
      guard let moved = try store.value(forKey: previous) else {
        return try store.set(new, forKey: current, in: access)
      }
      let new = new.map(access.storage.storedForm)
      let change = DefaultsChange(key: current, oldValue: old, newValue: new)
      let removal = DefaultsChange(key: previous, oldValue: moved, newValue: nil)
      // For observers of the key the old value is the moved one, even if that was never stored under the current name.
      let announced = DefaultsChange(key: current, oldValue: old ?? moved, newValue: new)
      try access.write([change, removal], announcedAs: [announced, removal])
    } unless: {
      try access.has(nil, forKey: previous) && access.has(new, forKey: current)
    }
  }
}

extension KeyName {
  /// Returns what is stored under the name, or else under the previous name; throws the error of a store that cannot be read.
  package func stored(in store: any DefaultsStore) throws -> PropertyListValue? { try stored(in: store, store.access) }

  /// Returns the same to who has an access to the store, and perhaps its write lock.
  func stored(
    in store: any DefaultsStore,
    _ access: StoreAccess,
    isWriting: Bool = false
  ) throws -> PropertyListValue? {
    if let view = access.context.view { return try view.value(self, over: store.ownValue).get() }
    return try find(in: access.context) { try access.value(forKey: $0, isWriting: isWriting) }
  }

  /// Returns what is stored, as far as the store can be read; an error is reported.
  ///
  /// A store that cannot be read counts as empty. Of a store that is made of others, those count that can be read.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - report: Gets the problem.
  /// - Returns: The stored form, and the error for which another one may be stored.
  package func readableForm(
    in store: any DefaultsStore,
    to report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (form: PropertyListValue?, failure: (any Error)?) {
    readableForm(in: store, store.access, to: report)
  }

  /// Returns the same to who has an access to the store, and perhaps its write lock.
  func readableForm(
    in store: any DefaultsStore,
    _ access: StoreAccess,
    isWriting: Bool = false,
    to report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (form: PropertyListValue?, failure: (any Error)?) {
    let context = access.context
    do {
      let form = try stored(in: store, access, isWriting: isWriting)
      context.problems.recordSuccess(.failedRead)
      return (form, nil)
    } catch {
      guard context.view != nil else {
        report(context.problems.problem(.failedRead, key: current, error: error))
        return (nil, error)
      }
      return (store.reading(of: self).reported(key: current, to: report), error)
    }
  }
}

/// The names under which the library stores data of its own.
///
/// They are not settings. `Defaults.removeAll()` leaves them, and no list of settings contains them.
package enum ReservedName {
  private static let migration = "NamespacedDefaults.migration."
  /// The name, and before a dot the beginning of names, whose values say what this very store mirrors.
  package static let mirror = "NamespacedDefaults.mirror"

  /// The name whose value says of which server, and up to where, this very store is a copy.
  package static let replica = "NamespacedDefaults.replica"

  /// The name whose value is the random id of the sealed values of a store.
  ///
  /// They cannot be opened without it, so a copy of the values takes it along.
  package static var seal: String { Names.nameOfID }

  /// Returns the name under which a store records a migration step.
  package static func migrationStep(_ id: String) -> String { migration + id }

  /// Returns the ID of the migration step that is recorded under a name; `nil` for all other names.
  package static func migrationStepID(_ name: String) -> String? {
    name.utf8.starts(with: migration.utf8) ? String(Substring(name.utf8.dropFirst(migration.utf8.count))) : nil
  }

  /// Returns whether names of the library begin with a name and a dot, and none of them is that name.
  static func isNamespace(_ name: String) -> Bool { name == "NamespacedDefaults" || "\(name)." == migration }

  package static func isReserved(_ name: String) -> Bool {
    name == seal || isRecord(name)
  }

  /// Returns whether a name is a record of what was done with a store: a migration step, or what is of this store alone.
  package static func isRecord(_ name: String) -> Bool { migrationStepID(name) != nil || isOfThisStore(name) }

  /// Returns whether a name is one of the records that are true of this very store alone: those of a mirror, which say when
  /// it was written, and that of a replica.
  ///
  /// A copy of the values elsewhere, such as an export, leaves them out.
  package static func isOfThisStore(_ name: String) -> Bool {
    name == mirror || name == replica || name.utf8.starts(with: "\(mirror).".utf8)
  }
}
