import Synchronization

/// The store of the process.
final class ProcessSettings: Sendable {
  static let shared = ProcessSettings()

  private struct State {
    var store: (any DefaultsStore)?
    /// Whether the store is the one of a program that sets none.
    var isDefault = false
    var isIsolating = false

    /// Chooses a store, and returns the former one, which the caller releases outside the lock.
    mutating func choose(_ new: any DefaultsStore) -> (any DefaultsStore)? {
      let context = new.context
      // A reader may still use the head of a store that has just been replaced.
      context.names.keepMemory()
      let former = store
      store = new
      isDefault = false
      headAddress.store(UInt(bitPattern: context.head), ordering: .releasing)
      return former
    }
  }

  private let state = Guarded(State())

  /// The address of the store's head, or 0.
  // Acquire and release, so that who finds the address finds the head.
  private static let headAddress = Atomic<UInt>(0)

  /// The head of the store, which is never freed; `nil` before the store is first used, and if nothing of it is cached.
  static var head: UnsafePointer<StoreHead>? {
    UnsafePointer(bitPattern: headAddress.load(ordering: .acquiring))
  }

  var store: any DefaultsStore {
    get {
      if let known = state.withLock({ $0.store }) { return known }
      let isIsolating = state.withLock { $0.isIsolating }
      // At the first use, so that a program that sets its own store never opens this one. And outside of the lock, because
      // the problem handler, which is the program's code, may be called.
      let new = isIsolating ? InMemoryStore() : makeDefaultStore()
      let isChosen = state.withLock { state in
        // Another thread may have been first, or have begun to isolate.
        guard state.store == nil, state.isIsolating == isIsolating else { return false }
        _ = state.choose(new)
        state.isDefault = !isIsolating
        return true
      }
      guard isChosen else { return self.store }
      guard isIsolating else { return new }
      let reason = Refusal(
        """
        a setting was used outside of any isolation, by a detached task, a thread or a test without the trait \
        .isolatedDefaults; such accesses share a store in memory
        """
      )
      DefaultsProblem(.unchosenStore, error: reason).report()
      return new
    }
    set {
      Isolation.ofProcess?.keep(newValue.context, .set)
      let (former, wasDefault) = state.withLock { state in
        let wasDefault = state.isDefault
        return (state.choose(newValue), wasDefault)
      }
      #if DEBUG
        // Only after a write. A store over the default one reads it, and a program may look before it chooses.
        if wasDefault, let former, former.context.isWritten, former.context !== newValue.context {
          let reason = Refusal(
            """
            Defaults.store was set after a setting had been stored in the default store, \(former.label), where it stays; \
            set it before the first setting is used
            """
          )
          DefaultsProblem(.unchosenStore, error: reason).report()
        }
      #endif
      withExtendedLifetime(former) {}
    }
  }

  /// Whether a store was set or used.
  var hasStore: Bool { state.withLock { $0.store != nil } }

  /// Keeps the accesses that no isolation covers from the settings of the person who runs the tests.
  ///
  /// From the first call on the process's store is one in memory, until the process sets another. The first access is
  /// reported. Named stores that are opened from then on are in a temporary directory.
  func isolate() {
    let former = state.withLock { state -> (any DefaultsStore)? in
      guard !state.isIsolating else { return nil }
      state.isIsolating = true
      IsolatedPlaces.begin()
      Self.headAddress.store(0, ordering: .relaxed)
      defer { state.store = nil }
      return state.store
    }
    withExtendedLifetime(former) {}
  }
}
