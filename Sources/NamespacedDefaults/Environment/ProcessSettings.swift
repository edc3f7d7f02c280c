import Synchronization

/// The store of the process.
final class ProcessSettings: Sendable {
  static let shared = ProcessSettings()

  private let lock = Lock()
  private nonisolated(unsafe) var chosenStore: (any DefaultsStore)?  // guarded by `lock`
  // Former stores are kept, because a reader may still use the version of a store that has just been replaced.
  private nonisolated(unsafe) var formerStores: [any DefaultsStore] = []  // guarded by `lock`

  /// The address of the store's version, or 0.
  private static let versionAddress = Atomic<UInt>(0)

  /// The version of the store; `nil` before the store is first used, and for a store without a version.
  static var storeVersion: UnsafePointer<StoreVersion>? {
    UnsafePointer(bitPattern: versionAddress.load(ordering: .acquiring))
  }

  var store: any DefaultsStore {
    get { lock.withLock { chosenStore ?? choose(makeDefaultStore()) } }
    set { lock.withLock { _ = choose(newValue) } }
  }

  // The default store is created at the first use, so that a program that sets its own store never opens it.
  private func choose(_ store: any DefaultsStore) -> any DefaultsStore {
    if let chosenStore { formerStores.append(chosenStore) }
    chosenStore = store
    Self.versionAddress.store(UInt(bitPattern: store.context.version), ordering: .releasing)
    return store
  }
}
