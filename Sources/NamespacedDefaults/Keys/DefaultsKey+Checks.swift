import Synchronization

// What is checked of a declaration when it is first used.
extension DefaultsKey {
  /// Reports other declarations of the key's names, once for each store.
  ///
  /// Debug builds also report a typed key that another file declares, a default value that the key's own rule does not
  /// allow, and one that differs from that of another key of the same name and type.
  @inline(never)  // so that later accesses need not save registers for it
  func check(_ declaration: KeyDeclaration, in context: DefaultsStoreContext) {
    checkedContext.store(context.id, ordering: .relaxed)
    let length = details.namespaceLength
    let isNew = KeyCollision.check(
      declaration,
      of: owner(of: declaration),
      namespaceLength: length,
      forName: name,
      in: context
    )
    if isNew, let namespace, let owner = owner(of: declaration) {
      let checks = NamespaceChecks(owner: owner, namespace: namespace, name: name, context: context)
      if details.hasDot, !details.isOfInstance { checks.checkList(settable?.keys) }
      #if DEBUG
        checks.checkSharing(isOfInstance: details.isOfInstance)
      #endif
    }
    if let previous = names.previous {
      KeyCollision.check(.renamed(to: name), namespaceLength: length, forName: previous, in: context)
    }
    #if DEBUG
      checkTypedKey(of: declaration, in: context)
    #endif
  }

  #if DEBUG
    private func checkTypedKey(of declaration: KeyDeclaration, in context: DefaultsStoreContext) {
      guard case .typedKey(_, _, let file) = declaration else { return }
      if let other = context.names.declare(name, { $0.record(file, of: Value.self) }) {
        let error = DefaultsError(
          .invalidValue,
          """
          \(other.id) and \(file.id) each declare a key of \(writtenName(of: Value.self)); declare one, and use it in \
          both, or rename one
          """
        )
        return context.problems.problem(.collision, key: name, error: error).report()
      }
      guard makeDefault.isFixed else { return }
      let defaultValue = defaultValue
      let form = try? bridge.encode(defaultValue)
      switch context.names.declare(name, { $0.record(default: form, of: Value.self) }) {
      case .isNew:
        guard let validity = bridge.validity, !validity.allows(defaultValue) else { return }
        let error = DefaultsError(.invalidValue, "the default value breaks the rule \(validity.rule)")
        DefaultsProblem(.invalidValue, key: name, error: error).report()
      case .differs:
        let error = DefaultsError(
          .invalidValue,
          """
          two keys of \(writtenName(of: Value.self)) have different default values; a default that varies is computed: \
          DefaultsKey("…") { … }
          """
        )
        context.problems.problem(.collision, key: name, error: error).report()
      case .isRecorded: break
      }
    }
  #endif
}
