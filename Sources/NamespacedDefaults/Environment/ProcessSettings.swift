import Synchronization

/// The store of the process.
final class ProcessSettings: Sendable {
  static let shared = ProcessSettings()

  private let lock = Lock()
  private nonisolated(unsafe) var chosenStore: (any DefaultsStore)?  // guarded by `lock`
  private nonisolated(unsafe) var isIsolating = false  // guarded by `lock`

  /// The address of the store's version, or 0.
  private static let versionAddress = Atomic<UInt>(0)

  /// The version of the store; `nil` before the store is first used, and for a store without a version.
  static var storeVersion: UnsafePointer<StoreVersion>? {
    UnsafePointer(bitPattern: versionAddress.load(ordering: .acquiring))
  }

  /// The address of the store's validator, or 0.
  private static let validatorAddress = Atomic<UInt>(0)
  /// The validators of all stores that have been the process's, because a reader may still use one of them.
  private nonisolated(unsafe) var keptValidators: [CacheValidator] = []  // guarded by `lock`

  /// The validator of the store; `nil` before the store is first used, and for a store without a validator.
  ///
  /// It is kept, as said above, so a read need not retain it.
  static var storeValidator: Unmanaged<CacheValidator>? {
    UnsafeRawPointer(bitPattern: validatorAddress.load(ordering: .acquiring)).map(Unmanaged.fromOpaque)
  }

  var store: any DefaultsStore {
    get {
      let (store, isUnisolated) = lock.withLock { () -> (any DefaultsStore, Bool) in
        if let chosenStore { return (chosenStore, false) }
        return (choose(isIsolating ? InMemoryStore() : makeDefaultStore()), isIsolating)
      }
      // Outside of the lock, because the handler is the program's code.
      if isUnisolated { DefaultsProblem(.unisolatedAccess, error: UnisolatedAccess()).report() }
      return store
    }
    set { lock.withLock { _ = choose(newValue) } }
  }

  /// Keeps the accesses that no isolation covers from the settings of the person who runs the tests.
  ///
  /// From the first call on the process's store is one in memory, until the process sets another. The first access is
  /// reported. Named stores that are opened from then on are in a temporary directory.
  func isolate() {
    lock.withLock {
      guard !isIsolating else { return }
      isIsolating = true
      IsolatedPlaces.begin()
      chosenStore = nil
      Self.versionAddress.store(0, ordering: .releasing)
      Self.validatorAddress.store(0, ordering: .releasing)
    }
  }

  // The default store is created at the first use, so that a program that sets its own store never opens it.
  private func choose(_ store: any DefaultsStore) -> any DefaultsStore {
    // A reader may still use the version of a store that has just been replaced.
    store.context.keepVersion()
    chosenStore = store
    Self.versionAddress.store(UInt(bitPattern: store.context.version), ordering: .releasing)
    let validator = store.context.validator
    if let validator, !keptValidators.contains(where: { $0 === validator }) { keptValidators.append(validator) }
    let address = validator.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    Self.validatorAddress.store(address, ordering: .releasing)
    return store
  }
}

/// The error of an access to the process's store in a process whose tests are isolated.
struct UnisolatedAccess: Error, CustomStringConvertible {
  var description: String {
    """
    a setting was used outside of any isolation, by a detached task, a thread or a test without the trait \
    .isolatedDefaults; such accesses share a store in memory
    """
  }
}
