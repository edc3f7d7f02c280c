import Foundation

/// Notices what other code of this process writes straight into a `UserDefaults`.
///
/// Apple platforms post a notification after every change of any `UserDefaults`, which does not say what has changed;
/// so the values of the observed keys, and of no others, are compared with what they were. Not by key-value
/// observation: there a dot in a key is a path, and an observer of `Account.isUserLoggedIn` is never called.
final class UserDefaultsWatch: Sendable {
  private let center: NotificationCenter
  private let readAll: @Sendable () -> [String: PropertyListValue]
  // Taken inside the context's lock and inside that of its observers, so neither may be taken inside of this one.
  private let lock = Lock()
  private nonisolated(unsafe) var known: [String: PropertyListValue] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var isStale = true  // guarded by `lock`
  private nonisolated(unsafe) var token: (any NSObjectProtocol)?  // guarded by `lock`

  init(center: NotificationCenter, readAll: @escaping @Sendable () -> [String: PropertyListValue]) {
    self.center = center
    self.readAll = readAll
  }

  deinit {
    if let token { center.removeObserver(token) }
  }

  /// Notes what is stored, and begins to listen, where that has not been done.
  func start(onNotification: @escaping @Sendable () -> Void) {
    lock.withLock {
      if isStale { known = readAll() }
      isStale = false
      guard token == nil else { return }
      token = center.addObserver(
        forName: UserDefaults.didChangeNotification,
        object: nil,
        queue: nil
      ) { _ in onNotification() }
    }
  }

  /// Notes what the library writes itself, and announces itself.
  func note(_ changes: [DefaultsChange]) {
    lock.withLock {
      for change in changes { known[change.key] = change.newValue }
    }
  }

  /// What others have changed since it was last asked.
  ///
  /// - Parameters:
  ///   - keys: The observed ones, or `nil` for all.
  ///   - isObserved: Whether anybody observes; if not, what is stored is noted again before the next observation.
  /// - Returns: The changes.
  func changes(of keys: Set<String>?, isObserved: Bool) -> [DefaultsChange] {
    lock.withLock {
      guard isObserved else {
        isStale = true
        return []
      }
      let stored = readAll()
      let keys = keys ?? Set(stored.keys).union(known.keys)
      let changes = keys.map { DefaultsChange(key: $0, oldValue: known[$0], newValue: stored[$0]) }
        .filter { $0.oldValue != $0.newValue }
      known = stored
      return changes
    }
  }
}
