extension KeyName {
  /// Returns what is stored under the name, or else under the previous name; throws the error of a store that cannot be read.
  package func stored(in store: any DefaultsStore) throws -> PropertyListValue? { try stored(in: store, store.parts) }

  /// Returns the same to who has the parts of the store, and perhaps its turn.
  func stored(in store: any DefaultsStore, _ parts: StoreParts, isInTurn: Bool = false) throws -> PropertyListValue? {
    let stored = try find(in: parts.context) { name in
      try parts.context.view == nil ? parts.value(forKey: name, isInTurn: isInTurn) : store.value(forKey: name)
    }
    parts.context.problems.recordStored(stored, forKey: current)
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
    readableForm(in: store, store.parts, to: report)
  }

  /// Returns the same to who has the parts of the store, and perhaps its turn.
  func readableForm(
    in store: any DefaultsStore,
    _ parts: StoreParts,
    isInTurn: Bool = false,
    to report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (form: PropertyListValue?, failure: (any Error)?) {
    let context = parts.context
    do {
      let form = try stored(in: store, parts, isInTurn: isInTurn)
      context.problems.recordSuccess(.failedRead)
      return (form, nil)
    } catch {
      guard context.view != nil else {
        report(context.problems.problem(.failedRead, key: current, error: error))
        return (nil, error)
      }
      return (find(in: context) { store.reading(ofKey: $0).reported(key: current, to: report) }, error)
    }
  }
}

extension DefaultsKey {
  /// Stores a value in its stored form.
  @inline(__always)  // on the way of every write
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore, _ parts: StoreParts) throws {
    if let member { return try member.write(value, store) }
    try names.write(stored, in: store, parts)
  }
}
