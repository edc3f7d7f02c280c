import Foundation

/// The change source that finds what other code of this process writes directly into a `UserDefaults`.
///
/// Apple platforms post a notification after every change of any `UserDefaults`. It does not say which value has
/// changed, so the values of the observed keys are compared with the values known before. Key-value observation cannot
/// replace it. It takes a dot in a key for a key path, so an observer of `Account.isUserLoggedIn` is never called.
///
/// `@unchecked Sendable`: a lock guards what changes. A `NotificationCenter` may be used from any thread, but not every
/// SDK declares it Sendable.
final class UserDefaultsWatch: ChangeSource, @unchecked Sendable {
  private let center: NotificationCenter
  private let reader: UserDefaultsReader
  // This lock is taken while the context's lock and that of its change hub are held, so neither may be taken under it.
  private let lock = Lock()
  private nonisolated(unsafe) var known: [String: PropertyListValue] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var isStale = true  // guarded by `lock`
  private nonisolated(unsafe) var token: (any NSObjectProtocol)?  // guarded by `lock`

  init(center: NotificationCenter, reader: UserDefaultsReader) {
    self.center = center
    self.reader = reader
  }

  deinit {
    if let token { center.removeObserver(token) }
  }

  func start(onEvent: @escaping @Sendable () -> Void) {
    lock.withLock {
      if isStale { known = reader.storedValues }
      isStale = false
      guard token == nil else { return }
      token = center.addObserver(
        forName: UserDefaults.didChangeNotification,
        object: nil,
        queue: nil
      ) { _ in onEvent() }
    }
  }

  /// Does nothing; the first notification without an observer marks the known values as stale.
  func stop() {}

  /// Records changes that the library writes, because it announces them itself.
  func record(_ changes: [DefaultsChange]) {
    lock.withLock {
      for change in changes { known[change.key] = change.newValue }
    }
  }

  /// Returns what other code has changed since the last call.
  ///
  /// - Parameters:
  ///   - keys: The observed keys, or `nil` for all keys.
  ///   - isObserved: Whether there is an observer. If not, the stored values are read again when the next one starts.
  /// - Returns: The changes, or none if there is no observer.
  func changes(of keys: Set<String>?, isObserved: Bool) -> [DefaultsChange] {
    lock.withLock {
      guard isObserved else {
        isStale = true
        return []
      }
      let stored = reader.storedValues
      let keys = keys ?? Set(stored.keys).union(known.keys)
      let changes = keys.map { DefaultsChange(key: $0, oldValue: known[$0], newValue: stored[$0]) }
        .filter { $0.oldValue != $0.newValue }
      known = stored
      return changes
    }
  }
}
