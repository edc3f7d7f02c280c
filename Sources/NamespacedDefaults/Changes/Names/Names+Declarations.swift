// Who declares names and namespaces, by which the library finds two declarations that share one.
extension Names {
  /// The number of names, and of namespaces, whose declarations are recorded.
  ///
  /// The namespaces of instances may be as many as a program has users.
  static let declaredLimit = 2_048

  /// Records something of the declarations of a name.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - record: A closure that records it. Of a name that is one too many nothing is kept.
  /// - Returns: The result of `record`.
  func declare<Result>(_ name: String, _ record: (inout NameDeclarations) -> sending Result) -> Result {
    state.withLock { state in
      if let known = state.entry(of: name), !known.details.declarations.isEmpty {
        return record(&known.details.declarations)
      }
      var new = NameDeclarations()
      let result = record(&new)
      if !new.isEmpty, state.declaredCount < Self.declaredLimit {
        entry(of: name, &state).details.declarations = new
        state.declaredCount += 1
      }
      return result
    }
  }

  /// Records that a type uses a namespace.
  ///
  /// - Returns: The type that used the namespace first, if this is a different one and was not recorded before.
  func record(_ owner: Any.Type, asOwnerOf namespace: String) -> Any.Type? {
    state.withLock { state in
      let known = state.owners[namespace] ?? []
      guard !known.contains(where: { $0 == owner }), !known.isEmpty || state.owners.count < Self.declaredLimit else {
        return nil
      }
      state.owners[namespace] = known + [owner]
      return known.first
    }
  }

  /// Returns the types that have used a namespace.
  func owners(ofNamespace namespace: String) -> [Any.Type] { state.withLock { $0.owners[namespace] ?? [] } }

  /// The names that keys have used, but for those that are only previous ones.
  var used: [String] {
    state.withLock { state in
      state.entries.filter { $1.details.declarations.all.contains { $0.currentName == nil } }.map(\.key)
    }
  }

  /// Returns the names that the keys of a namespace have used, previous ones too.
  func used(in namespace: String) -> [String] {
    state.withLock { state in
      state.entries.filter { $1.details.declarations.namespaces(of: $0).contains(namespace) }.map(\.key)
    }
  }

  /// Returns whether no key of another namespace has used a name.
  func isUsed(_ name: String, onlyIn namespace: String) -> Bool {
    state.withLock { $0.entries[name]?.details.declarations.namespaces(of: name) ?? [] }
      .allSatisfy { $0 == namespace }
  }

  /// Returns the types whose keys have used a name.
  func owners(ofName name: String) -> [Any.Type] {
    state.withLock { $0.entries[name]?.details.declarations.all ?? [] }.compactMap(\.owner)
  }
}
