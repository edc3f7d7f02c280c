import NamespacedDefaultsFoundation

extension DefaultsKey {
  /// Returns the form that is stored for a new one; call this with the store's write lock.
  ///
  /// Of a store that is made of others, only what the one that is written has can be lost.
  func keepingUnknownMembers(in new: PropertyListValue, in access: StoreAccess) -> PropertyListValue {
    // What cannot be read is overwritten.
    let stored = try? names.find { try access.value(forKey: $0, isWriting: true) }
    return keepingUnknownMembers(of: stored, in: new, keptAs: access.storage.storedForm)
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
