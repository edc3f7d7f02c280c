import NamespacedDefaults

/// The values that were announced to the observers of a ``UbiquitousStore``, so that a notice of the system becomes
/// changes.
///
/// A notice says which keys may have changed, but not from which value. It may come twice, late, or with fewer keys than
/// have changed since. So the store reads all values at each notice, and announces those that differ.
final class UbiquitousWatch: ChangeSource {
  private let read: @Sendable () -> [String: PropertyListValue]
  /// The announced values, or `nil` if nobody observes.
  // Taken while the context's lock and that of its change hub are held, so neither may be taken under it.
  private let announced = Guarded<[String: PropertyListValue]?>(nil)

  init(read: @escaping @Sendable () -> [String: PropertyListValue]) {
    self.read = read
  }

  // The store listens all the time, because it has handlers of another kind too.
  func start(onEvent: @escaping @Sendable () -> Void) {
    announced.withLock { $0 = read() }
  }

  func stop() {
    announced.withLock { $0 = nil }
  }

  /// Records changes that the library commits, because it announces them itself.
  func record(_ changes: [DefaultsChange]) {
    announced.withLock {
      for change in changes { $0?[change.key] = change.newValue }
    }
  }

  /// Returns what has changed since the last call and was not recorded, in the order of the names.
  func changes() -> [DefaultsChange] {
    announced.withLock { announced in
      guard let old = announced else { return [] }
      let new = read()
      announced = new
      return Set(old.keys).union(new.keys).sorted().compactMap { name in
        old[name] == new[name] ? nil : DefaultsChange(key: name, oldValue: old[name], newValue: new[name])
      }
    }
  }
}
