package import Synchronization

/// The state that the library keeps in memory for a store: its lock, its observers, and the declarations of its names.
///
/// Several stores over the same values share one context. Then their writers exclude each other, and an observer of one
/// gets the changes made through all of them.
public final class DefaultsStoreContext: @unchecked Sendable {  // `version` is atomic; for the rest see its comments
  // Only the extension with the role "Locking" uses the following, except that others set `hasWork`.
  let lock = Lock(recursion: .isCounted)
  // The open accesses of the thread that holds the lock, and how many of them are for writing.
  nonisolated(unsafe) var depth = 0  // guarded by `lock`
  nonisolated(unsafe) var exclusiveDepth = 0  // guarded by `lock`
  /// Whether there are announcements or other work for the moment after the release.
  nonisolated(unsafe) var hasWork = false  // guarded by `lock`
  nonisolated(unsafe) var work: [() -> Void] = []  // guarded by `lock`
  nonisolated(unsafe) var thread: UnsafeMutablePointer<ThreadState>?  // guarded by `lock`; of the thread above
  let changes: ChangeHub
  let keyRegistry = KeyRegistry()
  let registered = RegisteredDefaults()
  package let problems = StoreProblems()
  let copies = CachedCopies()
  /// The version stamp that says whether a cached value is current.
  ///
  /// It is `nil` for a store that can change without an announcement.
  let version: UnsafePointer<StoreVersion>?  // allocated and freed with the context, atomic inside
  /// The check of cached values of a store without a version; `nil` if it has none, and then nothing is cached.
  let validator: CacheValidator?
  private let revisions = Atomic<UInt64>(0)  // of a store with neither
  /// Whether the version stays valid after the context, because readers may use it that do not retain the store.
  // Guarded by `lock`; the owner reads it without, at the end of its life.
  private(set) nonisolated(unsafe) var keepsVersion = false
  private let source: (any ChangeSource)?
  let onForeignChange: ForeignChangeHandler

  /// Creates the context of a new store.
  ///
  /// - Parameter announcesEveryChange: Whether the stored values change only by ``DefaultsStore/commit(_:)`` and by
  ///   changes that the store announces. If so, the library caches values, which makes reads much faster.
  public convenience init(announcesEveryChange: Bool = false) {
    self.init(announcesEveryChange: announcesEveryChange, changeSource: nil)
  }

  /// Creates the context of a store that other code or other processes change too.
  ///
  /// - Parameters:
  ///   - announcesEveryChange: As in ``init(announcesEveryChange:)``.
  ///   - sharedVersion: A number that changes with every commit of any process, or 0 while that is unknown. It must be
  ///     valid as long as the context lives. `nil` means that this process announces every change.
  ///   - changeSource: The source of changes from elsewhere. It runs while the store is observed; see
  ///     ``onForeignChange(of:_:)``.
  package convenience init(
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>? = nil,  // outlives the context, as said above
    changeSource: (any ChangeSource)?
  ) {
    self.init(
      announcesEveryChange: announcesEveryChange,
      sharedVersion: sharedVersion,
      validator: nil,
      changeSource: changeSource
    )
  }

  /// Creates the context of a store that has no version, but can validate what was cached.
  convenience init(validator: CacheValidator, changeSource: (any ChangeSource)?) {
    self.init(announcesEveryChange: false, sharedVersion: nil, validator: validator, changeSource: changeSource)
  }

  private init(
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>?,  // outlives the context, as said above
    validator: CacheValidator?,
    changeSource: (any ChangeSource)?
  ) {
    self.validator = validator
    let onForeignChange = ForeignChangeHandler()
    source = changeSource
    self.onForeignChange = onForeignChange
    changes = ChangeHub { isObserved in
      if isObserved { changeSource?.start { onForeignChange.call() } } else { changeSource?.stop() }
    } willObserve: {
      changeSource?.willObserve($0)
    }
    guard announcesEveryChange else {
      version = nil
      return
    }
    let version = UnsafeMutablePointer<StoreVersion>.allocate(capacity: 1)
    version.initialize(to: StoreVersion())
    if let sharedVersion { version.pointee.share(sharedVersion) }
    self.version = UnsafePointer(version)
  }

  deinit {
    source?.stop()
    guard let version, !keepsVersion else { return }
    UnsafeMutablePointer(mutating: version).deinitialize(count: 1)
    version.deallocate()
  }

  /// Keeps the version valid for ever, which costs a few bytes.
  func keepVersion() {
    withLock { keepsVersion = true }
  }

  /// Advances the version stamp, so that no cached value counts as current.
  func forgetReadings() {
    if let version {
      version.pointee.advance()
    } else if let validator {
      validator.revision.add(1, ordering: .releasing)
    } else {
      revisions.add(1, ordering: .releasing)
    }
  }

  /// Drops copies of values that keys cache, because the stored values were removed.
  func dropCopies(_ drop: (CachedCopies) -> Void) {
    // First, so that a copy which is about to be added is not kept. A validator has counted the change already.
    version?.pointee.recordRemoval()
    if version != nil || validator != nil { drop(copies) }
  }

  /// A number that changes with every change that is announced, before it is delivered.
  ///
  /// A store without a ``version`` may also change without an announcement.
  var revision: UInt64 {
    version?.pointee.revision ?? validator?.currentRevision ?? revisions.load(ordering: .acquiring)
  }
}
