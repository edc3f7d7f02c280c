public import NamespacedDefaults

extension NamespaceAudit {
  /// Declares the keys in a store, as their first use does.
  ///
  /// ```swift
  /// let file = try JSONStore(name: "tool")
  /// settings.declare(in: file)
  /// try Defaults.migrate([.move(from: file)])
  /// ```
  ///
  /// An object in a JSON file may be one value or a namespace, and the file does not say which. Do this before such a file is
  /// copied, moved or exported as a whole, if the keys may not have been used yet.
  ///
  /// - Parameter store: The store; by default each key's own.
  public func declare(in store: (any DefaultsStore)? = nil) {
    for key in keys { (store ?? key.storeChoice.store).context.declare(DeclaredNames(key.names)) }
    for owner in owners { (store ?? owner.currentStore).context.declare(DeclaredNames(namespaces: [owner.namespace])) }
  }
}
