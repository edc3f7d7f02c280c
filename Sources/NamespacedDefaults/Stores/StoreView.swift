/// The values that a store shows in place of its own, because it is made of several stores.
///
/// The store's requirements are about its own values: those of the store that takes its writes. Reads of its users and
/// announcements go through the view.
package protocol StoreView: AnyObject, Sendable {
  /// Returns what a key's name, or its previous one, shows.
  ///
  /// What is shown over a value that is shown already is that value.
  ///
  /// - Parameters:
  ///   - names: The stored names.
  ///   - own: Returns the store's own value of a name, as stored or as a transaction has it.
  /// - Returns: The value, or `nil` if there is none.
  func value(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> PartialReading<PropertyListValue?>

  /// Returns what a key's name, or its previous one, shows now.
  func value(_ names: KeyName) -> PartialReading<PropertyListValue?>

  /// Whether what one value hides may be shown where a key cannot read that.
  var isLayered: Bool { get }

  /// Returns the values that show one beneath the other, the first of which is what shows.
  func values(_ names: KeyName, over own: (String) throws -> PropertyListValue?) -> [PropertyListValue]

  /// Returns the names that have a value.
  ///
  /// - Parameter own: Returns the names of the store's own values.
  /// - Returns: The names, each once.
  func names(over own: () throws -> [String]) -> PartialReading<[String]>

  /// Throws the error of a name that cannot be given a value, whatever the value is.
  func checkWrite(of name: String) throws

  /// Applies changes of own values, and announces those of what is shown; called with the store's memory locked.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - context: The context of the store.
  ///   - apply: The closure that applies them.
  /// - Throws: The error of `apply`.
  func announce(_ changes: [DefaultsChange], in context: DefaultsStoreContext, by apply: () throws -> Void) rethrows

  /// Begins to announce what a name shows from now on, or every name if it is `nil`; called with the store's memory locked.
  ///
  /// What shows now and was not announced yet is announced first, so that who begins with it does not get it again.
  func follow(_ name: String?, in context: DefaultsStoreContext)
}

extension StoreView {
  package var isLayered: Bool { false }

  package func values(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> [PropertyListValue] { value(names, over: own).value.map { [$0] } ?? [] }
}

/// What is read of several stores, some of which may fail.
package struct PartialReading<Value> {
  /// What those have that can be read.
  package var value: Value
  /// The stores on which the answer depends and that cannot be read, with their errors.
  package var failures: [(store: any DefaultsStore, error: any Error)] = []

  package init(_ value: Value) { self.value = value }

  /// Creates the reading of one store; `empty` if that fails.
  package init(of store: any DefaultsStore, or empty: Value, _ read: () throws -> Value) {
    do {
      value = try read()
      store.context.problems.recordSuccess(.failedRead)
    } catch {
      value = empty
      failures = [(store, error)]
    }
  }

  package func map<Other>(_ transform: (Value) -> Other) -> PartialReading<Other> {
    var other = PartialReading<Other>(transform(value))
    other.failures = failures
    return other
  }

  /// Returns the value if it depends on no store that cannot be read.
  ///
  /// - Throws: The error of the first store that cannot be read.
  package func get() throws -> Value {
    if let failure = failures.first { throw failure.error }
    return value
  }

  /// Returns the value, and reports each failure as one of its own store, once for its cause.
  package func reported(key: String?, to report: (DefaultsProblem) -> Void = { $0.report() }) -> Value {
    for (store, error) in failures { report(store.context.problems.problem(.failedRead, key: key, error: error)) }
    return value
  }
}

extension DefaultsStore {
  /// Returns the value that a reader gets, as far as the store can be read.
  package func reading(of names: KeyName) -> PartialReading<PropertyListValue?> {
    guard let view = context.view else {
      return PartialReading(of: self, or: nil) { try names.find(in: context, ownValue) }
    }
    return view.value(names, over: ownValue)
  }

  /// Returns the values of which each would show without those before it, as far as the store can be read.
  package func readableValues(of names: KeyName) -> [PropertyListValue] {
    context.view?.values(names, over: ownValue) ?? reading(of: names).value.map { [$0] } ?? []
  }

  /// Returns the names of all values, as far as the store can be read.
  package func readingOfKeys() -> PartialReading<[String]> {
    guard let view = context.view else { return PartialReading(of: self, or: [], ownKeys) }
    return view.names(over: ownKeys)
  }

  /// Returns the store's own value of a name, in a transaction of the current thread the one that it wrote.
  package func ownValue(forKey name: String) throws -> PropertyListValue? {
    try parts.value(forKey: name)
  }

  /// Returns the form in which the store keeps a value.
  package func keptForm(of value: PropertyListValue) -> PropertyListValue { _storage.storage.storedForm(of: value) }

  /// Returns the names of the store's own values, in a transaction of the current thread with those that it wrote.
  package func ownKeys() throws -> [String] { try parts.keys() }
}

// What a store that is made of others needs of them.
extension DefaultsStore {
  /// Writes several values to where they last, or records them in a transaction of the store; call this with its write lock.
  ///
  /// - Parameter newValues: The new stored values by their names. `nil` removes the stored value.
  /// - Returns: The changes, for the caller to apply; `nil` if there is nothing to apply.
  /// - Throws: An error if the values cannot be written. In that case every old value is still stored.
  package func persisted(_ newValues: [String: PropertyListValue?]) throws -> PersistedChanges? {
    let parts = parts
    return try parts.persist(
      newValues.compactMap { try parts.change(forKey: $0, from: parts.value(forKey: $0), to: $1) }
    )
  }

  /// Begins an access for writing.
  ///
  /// - Throws: An error if the store cannot be locked.
  package func beginAccess() throws { try parts.begin(for: lockTimeout) }

  /// Ends an access for writing.
  package func endAccess() { parts.end() }
}
