import NamespacedDefaultsFoundation

extension KeyName {
  /// Returns what is stored under the name, or else under the previous name; throws the error of a store that cannot be read.
  package func stored(in store: any DefaultsStore) throws -> PropertyListValue? { try stored(in: store, store.parts) }

  /// Returns the same to who has the parts of the store, and perhaps its write lock.
  func stored(in store: any DefaultsStore, _ parts: StoreParts, isWriting: Bool = false) throws -> PropertyListValue? {
    if let view = parts.context.view { return try view.value(self, over: store.ownValue).get() }
    return try find(in: parts.context) { try parts.value(forKey: $0, isWriting: isWriting) }
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

  /// Returns the same to who has the parts of the store, and perhaps its write lock.
  func readableForm(
    in store: any DefaultsStore,
    _ parts: StoreParts,
    isWriting: Bool = false,
    to report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (form: PropertyListValue?, failure: (any Error)?) {
    let context = parts.context
    do {
      let form = try stored(in: store, parts, isWriting: isWriting)
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

extension DefaultsKey {
  /// Stores a value in its stored form.
  @inline(__always)  // on the way of every write
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore, _ parts: StoreParts) throws {
    if let member { return try member.write(value, store) }
    if let stored, stored.mayHaveMembers { return try writeObject(stored, in: store, parts) }
    try names.write(stored, in: store, parts)
  }

  @inline(never)  // so that the way of a number or a text stays short
  private func writeObject(_ stored: PropertyListValue, in store: any DefaultsStore, _ parts: StoreParts) throws {
    try store.exclusively(in: parts) {
      try names.write(keepingUnknownMembers(in: stored, in: parts), in: store, parts)
    }
  }

  /// Returns the form that is stored for a new one; call this with the store's write lock.
  ///
  /// Of a store that is made of others, only what the one that is written has can be lost.
  func keepingUnknownMembers(in new: PropertyListValue, in parts: StoreParts) -> PropertyListValue {
    // What cannot be read is overwritten.
    let stored = try? names.find { try parts.value(forKey: $0, isWriting: true) }
    return keepingUnknownMembers(of: stored, in: new, keptAs: parts.storage.storedForm)
  }

  /// Returns a new form with the members of the stored object that the type does not know.
  ///
  /// Members that the encoding of the old value has are known: what the new one lacks of them was removed. The others are of
  /// another release, or somebody's own, and stay if the result is the new value. Names are compared first, so that an
  /// object without any costs little.
  ///
  /// - Parameters:
  ///   - stored: The stored object.
  ///   - new: The new form.
  ///   - keptForm: A function that returns the form in which the store keeps another one.
  /// - Returns: The form to store.
  func keepingUnknownMembers(
    of stored: PropertyListValue?,
    in new: PropertyListValue,
    keptAs keptForm: (PropertyListValue) -> PropertyListValue
  ) -> PropertyListValue {
    guard let stored, case let kept = keptForm(new), stored.hasMembers(beyond: kept), !stored.isWrapper,
      let known = encodingOfValue(in: stored)
    else { return new }
    let result = stored.keepingMembers(in: kept, encoding: keptForm(known))
    return encodingOfValue(in: result) == new ? result : new
  }

  /// Returns the members of a stored object that the type does not read.
  package func unknownMembers(of stored: PropertyListValue) -> [UnknownMember] {
    guard let tree = stored.tree, tree.mayHaveMembers, !tree.isWrapper, let known = encodingOfValue(in: tree)
    else { return [] }
    let unknown = FormPart(tree).unknownMembers(encoding: FormPart(known), in: name)
    // A type may read a member under another name than it writes.
    let areUnread = unknown.isEmpty || encodingOfValue(in: tree.restricted(to: FormPart(known))) == known
    return areUnread ? unknown : []
  }

  /// Returns the form that the key stores for the value of a form; `nil` if it cannot read that.
  private func encodingOfValue(in stored: PropertyListValue) -> PropertyListValue? {
    (try? decode(stored, filling: defaultValue)).flatMap { try? bridge.encode($0) }
  }
}

extension PropertyListValue {
  /// What is in data or a text of JSON, or the value itself; `nil` for other data and texts.
  fileprivate var tree: Self? {
    switch self {
    case .data(let json): try? JSONReader.value(of: json)
    case .string(let json): try? JSONReader.value(of: Data(json.utf8))
    default: self
    }
  }

  /// The members of an object, also in data or a text of JSON; `nil` for anything else.
  package var object: [String: Self]? { tree?.dictionary }
}
