/// What is checked of a key in a namespace when its name is first used in a store.
struct NamespaceChecks {
  let owner: any KeyNamespaceable.Type
  let namespace: String
  let name: String
  let context: DefaultsStoreContext

  /// Reports a name with a dot in it that no list has; a debug build without a problem handler stops.
  ///
  /// - Parameter keys: The key enum, of a settable type's key.
  func checkList(_ keys: Any.Type? = nil) {
    guard !(keys is any CaseIterable.Type), !Self.names(in: owner.keys).contains(name) else { return }
    reportUnlisted()
  }

  /// Reports a raw value with a dot in it that neither the type nor the instance has in its list.
  ///
  /// It is called where the key is made, because the instance may not go to another thread with the key. The list makes its
  /// keys anew.
  static func checkList<Instance: KeyNamespaceable>(
    of rawValue: String,
    in namespace: String,
    of instance: Instance,
    _ store: StoreChoice,
    _ keys: Any.Type? = nil
  ) {
    guard !isListing else { return }
    let name = String(namespace: namespace, rawValue: rawValue)
    Self(owner: type(of: instance), namespace: namespace, name: name, context: store.store.context)
      .checkList(of: instance, keys)
  }

  private func checkList(of instance: some KeyNamespaceable, _ keys: Any.Type?) {
    guard context.names.owners(ofName: name).isEmpty else { return }
    let listed = Self.$isListing.withValue(true) { Self.names(in: instance.keys) }
    if !listed.contains(name) { checkList(keys) }
  }

  @TaskLocal private static var isListing = false

  private static func names(in keys: Any) -> [String] { (keys as? [DefaultsKeys] ?? []).typed.map(\.name) }

  private func reportUnlisted() {
    let error = Refusal(
      """
      removeAll() of \(namespace.quoted) finds a name with a dot in it only in a list: make its key enum CaseIterable, \
      or list the key in keys
      """
    )
    context.problems.problem(.collision, key: name, error: error).reportMistake()
  }

  #if DEBUG
    /// How the keys of a type have been used in a store.
    private struct Uses {
      var ofType: String?
      var ofInstance: String?
      var isReported = false
      var hasChanged = false
    }

    private struct Place: Hashable { let owner: ObjectIdentifier, store: UInt }

    private static let uses = Guarded([Place: Uses]())

    private func withUses<Result>(_ body: (inout Uses) -> Result) -> Result {
      let place = Place(owner: ObjectIdentifier(owner), store: context.id)
      return Self.uses.withLock { body(&$0[place, default: Uses()]) }
    }

    /// Reports a type of which both the keys of the type and those of instances are used, once for each store.
    ///
    /// Whoever writes `User.set(…)` for `user.set(…)` gives all accounts one setting. A key in the type's list is meant.
    func checkSharing(isOfInstance: Bool) {
      guard isOfInstance ? namespace != owner.namespace : !Self.names(in: owner.keys).contains(name) else { return }
      let shared: (ofType: String, ofInstance: String)? = withUses { uses in
        if isOfInstance { uses.ofInstance = uses.ofInstance ?? namespace } else { uses.ofType = uses.ofType ?? name }
        guard !uses.isReported, let ofType = uses.ofType, let ofInstance = uses.ofInstance else { return nil }
        uses.isReported = true
        return (ofType, ofInstance)
      }
      guard let shared else { return }
      let error = Refusal(
        """
        it is one setting for all instances of \(owner), and \(shared.ofInstance.quoted) is the namespace of one: use the \
        key of the instance, or list it in the type's keys if all share it
        """
      )
      DefaultsProblem(.collision, key: shared.ofType, error: error).report()
    }

    /// Reports that the namespace of a type is not the one with which a key was made, once for each store.
    func reportChange() {
      let isNew = withUses { uses in
        defer { uses.hasChanged = true }
        return !uses.hasChanged
      }
      guard isNew else { return }
      let error = Refusal(
        """
        the namespace of \(owner) is \(owner.namespace.quoted) now, and its keys keep the one that they were made with: a \
        namespace that changes is one of an instance
        """
      )
      DefaultsProblem(.collision, key: name, error: error).report()
    }
  #endif
}
