package import NamespacedDefaults

extension InMemoryStore {
  /// Changes what is stored without an announcement, for a store over this one.
  package func commit(_ changes: [DefaultsChange]) {
    context.withLock { try? _storage.apply(changes) }
  }
}
