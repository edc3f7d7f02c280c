import Foundation

/// Notices what other code of this process writes straight into a `UserDefaults`.
///
/// Apple platforms post a notification after every change of any `UserDefaults`, which does not say what has changed;
/// so the values of the observed keys, and of no others, are compared with what they were. Not by key-value
/// observation: there a dot in a key is a path, and an observer of `Account.isUserLoggedIn` is never called.
final class UserDefaultsWatch: ChangeSource {
  private let center: NotificationCenter
  private let reader: UserDefaultsReader
  // Taken inside the context's lock and inside that of its observers, so neither may be taken inside of this one.
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

  /// Nothing: the first notification that nobody wants makes what is known stale.
  func stop() {}

  /// Records what the library writes itself, and announces itself.
  func record(_ changes: [DefaultsChange]) {
    lock.withLock {
      for change in changes { known[change.key] = change.newValue }
    }
  }

  /// What others have changed since it was last asked.
  ///
  /// - Parameters:
  ///   - keys: The observed ones, or `nil` for all.
  ///   - isObserved: Whether anybody observes; if not, what is stored is read again before the next observation.
  /// - Returns: The changes.
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
