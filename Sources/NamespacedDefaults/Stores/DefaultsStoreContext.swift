package import Synchronization

/// What the library keeps in memory beside a store: a lock for its writers, who observes it, and who claims
/// which name.
///
/// Several stores that show the same values share one context, so that writers exclude and observers see each other.
public final class DefaultsStoreContext: @unchecked Sendable {  // `version` is atomic; for the rest see its comments
  enum Access { case outermost, nested }

  private let lock = Lock()
  // How many accesses of the owning thread are open, and how many of them are a writer's.
  private nonisolated(unsafe) var depth = 0  // guarded by `lock`
  private nonisolated(unsafe) var exclusiveDepth = 0  // guarded by `lock`
  private nonisolated(unsafe) var hasAnnounced = false  // guarded by `lock`
  let changes: ChangeHub
  let keyRegistry = KeyRegistry()
  let registered = RegisteredDefaults()
  /// The version by which cached values are known to hold; `nil` for a store that changes without announcing it.
  let version: UnsafePointer<StoreVersion>?  // allocated and freed with the context, atomic inside
  private let source: (any ChangeSource)?
  private let onForeignChange: ForeignChangeHandler

  /// Creates the context of a new store.
  ///
  /// - Parameter announcesEveryChange: Whether what the store holds changes only by ``DefaultsStore/commit(_:)`` and
  ///   by what it announces itself; if so, the library caches what it has read, and reads become much faster.
  public convenience init(announcesEveryChange: Bool = false) {
    self.init(announcesEveryChange: announcesEveryChange, changeSource: nil)
  }

  /// Creates the context of a store that others change too.
  ///
  /// - Parameters:
  ///   - announcesEveryChange: As for ``init(announcesEveryChange:)``.
  ///   - sharedVersion: A word that changes with every commit by anyone, or 0 while that cannot be told, for as long as
  ///     the context lives; `nil` where what this process announces is all there is.
  ///   - changeSource: The source of changes from elsewhere, which runs while the store is observed; see
  ///     ``onForeignChange(of:_:)``.
  package init(
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>? = nil,  // outlives the context, as said above
    changeSource: (any ChangeSource)?
  ) {
    let onForeignChange = ForeignChangeHandler()
    source = changeSource
    self.onForeignChange = onForeignChange
    changes = ChangeHub { isObserved in
      if isObserved { changeSource?.start { onForeignChange.call() } } else { changeSource?.stop() }
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
    guard let version else { return }
    UnsafeMutablePointer(mutating: version).deinitialize(count: 1)
    version.deallocate()
  }

  /// Sets what is done when the change source has an event: to look for changes and ``announce(_:)`` them.
  ///
  /// - Parameters:
  ///   - owner: What owns the context. It is not retained, and nothing is done once it is gone.
  ///   - body: Gets the owner, on any thread and under no lock.
  package func onForeignChange<Owner: AnyObject & Sendable>(
    of owner: Owner,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    onForeignChange.set { [weak owner] in if let owner { body(owner) } }
  }

  /// Runs a body under the store's lock, which is recursive; changes announced meanwhile are delivered after it.
  ///
  /// - Parameter body: What to do; it should be short and must not wait for another thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  /// Queues changes for the store's observers, in the order of the calls.
  ///
  /// Only a store that notices changes from elsewhere calls this, under ``withLock(_:)``; what is written through the
  /// library is announced by the library.
  ///
  /// - Parameter changes: What has been committed.
  public func announce(_ changes: [DefaultsChange]) {
    forgetReadings()
    self.changes.enqueue(changes)
    hasAnnounced = true
  }

  /// Makes readers ask the store again.
  func forgetReadings() {
    version?.pointee.advance()
  }

  /// Calls `handler` for each change of a key, or of every key, that is committed from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - first: Makes what to call before any change, with the store locked.
  ///   - handler: What to call for each change.
  /// - Returns: What keeps the handler registered.
  func observe(
    _ name: String?,
    first: () -> (@Sendable () -> Void)? = { nil },
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    withLock {
      let id = changes.addObserver(forKey: name, first: first(), handler)
      hasAnnounced = true
      return DefaultsObservation { [changes] in changes.removeObserver(id, forKey: name) }
    }
  }

  /// Begins a writer's access.
  func enter() -> Access {
    acquire()
    exclusiveDepth += 1
    return exclusiveDepth == 1 ? .outermost : .nested
  }

  /// Ends a writer's access, and then, where it was the outermost, calls `end` under the lock.
  func leave(_ end: () -> Void) {
    exclusiveDepth -= 1
    if exclusiveDepth == 0 { end() }
    release()
  }

  private func acquire() {
    lock.lock()
    depth += 1
  }

  private func release() {
    depth -= 1
    // Each thread delivers what it has announced itself: whoever writes alone has been heard when the write returns.
    let delivers = depth == 0 && hasAnnounced
    if delivers { hasAnnounced = false }
    lock.unlock()
    if delivers { changes.deliver() }
  }
}

/// What a context does at an event of its source.
///
/// The source, which the context owns, keeps this and not the context, so that no ring keeps a store alive.
private final class ForeignChangeHandler: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var body: @Sendable () -> Void = {}  // guarded by `lock`

  func set(_ body: @escaping @Sendable () -> Void) { lock.withLock { self.body = body } }

  func call() { lock.withLock { body }() }
}
