extension DefaultsKey {
  /// Returns what is stored under the name, or else under the previous name.
  func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    let stored = try names.find { try store.value(forKey: $0) }
    store.context.problems.recordStored(stored, forKey: name)
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
  func readableForm(
    in store: any DefaultsStore,
    to report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (form: PropertyListValue?, failure: (any Error)?) {
    do {
      let form = try stored(in: store)
      store.context.problems.recordSuccess(.failedRead)
      return (form, nil)
    } catch {
      // Where the lock is not to be had, nothing can be read.
      guard store.context.view != nil, (error as? DefaultsError)?.code != .lockTimeout else {
        report(store.context.problems.problem(.failedRead, key: name, error: error))
        return (nil, error)
      }
      return (names.find { store.reading(ofKey: $0).reported(key: name, to: report) }, error)
    }
  }

  /// Stores a value in its stored form, unless the store has the value in another order, as sets have it.
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore) throws {
    if let member { return try member.write(value, store) }
    guard names.previous == nil, let stored, stored.mayHaveOrders else { return try names.write(stored, in: store) }
    try store.update(name) { present in
      try store.context.view?.checkWrite(of: name)
      if let present, present.isReordering(of: stored), isEqual(value, present) { return }
      present = stored
    }
  }

  /// Returns whether a value equals a stored one; `false` for a type that is not `Equatable`.
  private func isEqual(_ value: Value, _ stored: PropertyListValue) -> Bool {
    func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { left == right as? Left }
    guard let value = value as? any Equatable, let stored = try? bridge.decode(stored) else { return false }
    return isEqual(value, stored)
  }
}
