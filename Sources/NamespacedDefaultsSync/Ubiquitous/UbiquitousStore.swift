public import NamespacedDefaults

/// A store over iCloud's key-value storage: the same keys on all devices of a person.
///
/// ```swift
/// let settings = UbiquitousStore.default
/// try settings.set("dark", forKey: "theme")
/// let observation = settings.observe("theme") { change in
///   apply(change.newValue)  // written by this device or another
/// }
/// ```
///
/// iCloud may deliver late, or never. Keep what an app needs in a local store, as Apple advises, and mirror it here with
/// `Defaults.mirror`; <doc:SameSettingsOnAllDevices> shows how. Nobody of the project has run this store on a device: its
/// logic is tested on Linux with a storage that behaves as Apple documents it.
///
/// - The program needs the capability iCloud with "Key-value storage".
/// - Of two devices that write a key at the same time, iCloud keeps one. An update is atomic among the threads of one
///   process, and not between devices.
/// - A write that exceeds a limit throws `DefaultsError.Code.exceededQuota` and changes nothing: 1,024 keys with names
///   of at most 64 bytes, and 1 MB of values. What other devices wrote meanwhile may exceed it together with this write.
///   The system then says so later, which is reported to `Defaults.problemHandler`.
/// - If no account is signed in, the store works on this device alone. The system reconciles the values at the next
///   sign-in.
/// - Passwords and other secrets belong in the keychain.
public final class UbiquitousStore: DefaultsStore {
  /// The store's lock and observers.
  public let context: DefaultsStoreContext
  private let keyValues: any UbiquitousKeyValues
  private let watch: UbiquitousWatch
  /// The handlers of external changes.
  private let handlers = Guarded((lastID: Int64(0), byID: [Int64: @Sendable (ExternalChange) -> Void]()))

  /// Creates a store over a storage of your own, as for the tests of a program.
  ///
  /// Use `UbiquitousStore.default`, on Apple platforms, for iCloud's.
  ///
  /// - Parameter keyValues: The storage, over which this must be the only store.
  public convenience init(_ keyValues: any UbiquitousKeyValues) {
    self.init(keyValues, limits: .ofSystem)
  }

  init(_ keyValues: any UbiquitousKeyValues, limits: UbiquitousLimits) {
    self.keyValues = keyValues
    watch = UbiquitousWatch { keyValues.storedValues }
    // Values that other code of the program writes are never announced, so nothing may be cached.
    context = DefaultsStoreContext(
      UbiquitousStorage(keyValues, limits, watch),
      announcesEveryChange: false,
      changeSource: watch
    )
    keyValues.onExternalChange { [weak self] in self?.take($0) }
    // Apple's rule for the start of a program: first listen, then ask for what has arrived while it did not run.
    _ = reportingErrors(as: .failedWrite) { try synchronize() }
  }

  /// Writes to the disk of this device what the system would write a moment later; the upload to iCloud follows.
  ///
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/missingEntitlement`` if the program has no
  ///   key-value storage in iCloud.
  public func synchronize() throws {
    guard keyValues.synchronize() else {
      throw DefaultsError(
        .missingEntitlement,
        "the program has no key-value storage in iCloud: add the capability iCloud with \"Key-value storage\""
      )
    }
  }

  /// Calls a handler with the reason of each external change.
  ///
  /// ```swift
  /// let settings = UbiquitousStore.default
  /// let observation = settings.observeExternalChanges { change in
  ///   if change.reason == .accountChange { showWelcome() }
  /// }
  /// ```
  ///
  /// The handler is called under no lock, after the system has changed the values and before the observers of the keys. It
  /// may be called several times for one change.
  ///
  /// - Parameter handler: The closure that gets each change.
  /// - Returns: The observation. Keep it: the handler is removed when it is released.
  public func observeExternalChanges(
    _ handler: @escaping @Sendable (ExternalChange) -> Void
  ) -> DefaultsObservation { observeExternalChanges(order: 0, handler) }

  /// Calls a handler before those of the program, whose order is 0, or after them.
  func observeExternalChanges(
    order: Int64,
    _ handler: @escaping @Sendable (ExternalChange) -> Void
  ) -> DefaultsObservation {
    let id = handlers.withLock {
      $0.lastID += 1
      let id = order << 32 + $0.lastID
      $0.byID[id] = handler
      return id
    }
    return DefaultsObservation { [weak self] in
      // Released outside the lock, because what the handler captures may be the program's.
      withExtendedLifetime(self?.handlers.withLock { $0.byID.removeValue(forKey: id) }) {}
    }
  }

  private func take(_ change: ExternalChange) {
    if change.reason == .quotaViolation {
      let error = DefaultsError.exceededQuota("the values of all devices together exceed the quota of the app")
      context.problems.problem(.failedWrite, key: nil, error: error).report()
    }
    for id in handlers.withLock({ $0.byID.keys.sorted() }) {
      // Another handler may have cancelled this one meanwhile.
      handlers.withLock { $0.byID[id] }?(change)
    }
    context.withLock { context.announce(watch.changes()) }
  }
}

extension UbiquitousKeyValues {
  /// All values that are property lists.
  var storedValues: [String: PropertyListValue] {
    dictionaryRepresentation.compactMapValues { try? PropertyListValue(propertyList: $0) }
  }
}
