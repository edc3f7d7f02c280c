extension KeyName {
  /// Returns what is stored under the name, or else under the previous name; throws the error of a store that cannot be read.
  package func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    let stored = try find { try store.value(forKey: $0) }
    store.context.problems.recordStored(stored, forKey: current)
    return stored
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
    do {
      let form = try stored(in: store)
      store.context.problems.recordSuccess(.failedRead)
      return (form, nil)
    } catch {
      guard store.context.view != nil else {
        report(store.context.problems.problem(.failedRead, key: current, error: error))
        return (nil, error)
      }
      return (find { store.reading(ofKey: $0).reported(key: current, to: report) }, error)
    }
  }
}

extension DefaultsKey {
  /// Stores a value in its stored form.
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore) throws {
    if let member { return try member.write(value, store) }
    try names.write(stored, in: store)
  }
}
