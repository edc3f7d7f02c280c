#if UserDefaults
  import Foundation

  /// The change source that finds what other code of this process and other processes write into a `UserDefaults`.
  ///
  /// Apple platforms post a notification after every change that this process makes in any `UserDefaults`. Other processes
  /// post a notification. Neither says which value has changed, so the values of the observed keys are compared with the values
  /// of before. Only these are read, so an event costs what is observed and not what is stored.
  ///
  /// What is registered stays registered: a view that tracks a key observes it anew after each change, and to stop and start
  /// each time would cost more than the events that nobody waits for.
  ///
  /// `@unchecked Sendable`: a `NotificationCenter` may be used from any thread, but not every
  /// SDK declares it Sendable.
  final class UserDefaultsWatch: ChangeSource, @unchecked Sendable {
    /// UIKit's `protectedDataDidBecomeAvailableNotification`, by its name: an extension has no such notification, and this
    /// module no UIKit.
    private static let didUnlockNotification = Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")

    private let center: NotificationCenter?
    private let notification: (any SuiteNotification)?
    private let contents: UserDefaultsContents
    // Its lock is taken while the context's lock and that of its change hub are held, so neither may be taken under it.
    private let state = Guarded(State())

    private struct State {
      /// The values of the observed keys, some of which may no longer be observed.
      var values: [String: PropertyListValue?] = [:]
      /// Whether ``values`` has every stored key, because every key is observed.
      var hasAllValues = false
      var isRegistered = false
      var tokens: [Token] = []
    }

    /// `@unchecked Sendable`: the object is only given back to the center.
    private struct Token: @unchecked Sendable { let object: any NSObjectProtocol }

    init(center: NotificationCenter?, notification: (any SuiteNotification)?, contents: UserDefaultsContents) {
      self.center = center
      self.notification = notification
      self.contents = contents
    }

    deinit {
      notification?.stop()
      for token in state.withLock({ $0.tokens }) { center?.removeObserver(token.object) }
    }

    func start(onEvent: @escaping @Sendable () -> Void) {
      state.withLock { state in
        guard !state.isRegistered else { return }
        state.isRegistered = true
        let contents = contents
        // A thread that writes searches once, when it has written all its changes.
        notification?.start { if !contents.isBeingWritten { onEvent() } }
        guard let center else { return }
        state.tokens = [UserDefaults.didChangeNotification, Self.didUnlockNotification].map { name in
          let object = center.addObserver(forName: name, object: nil, queue: nil) { _ in
            if !contents.countEvent() { onEvent() }
          }
          return Token(object: object)
        }
      }
    }

    func stop() {
      state.withLock { ($0.values, $0.hasAllValues) = ([:], false) }
    }

    func willObserve(_ name: String?) {
      state.withLock { state in
        if let name {
          notification?.observe(name)
          state.values[name] = .some(try? contents.value(forKey: name))
        } else {
          state.values = contents.values.mapValues { $0 }
          state.hasAllValues = true
        }
      }
    }

    /// Records changes that the library commits, because it announces them itself.
    func record(_ changes: [DefaultsChange]) {
      state.withLock { state in
        for change in changes where state.hasAllValues || state.values[change.key] != nil {
          state.values[change.key] = .some(change.newValue)
        }
      }
    }

    /// Returns what other code has changed since the last call.
    ///
    /// - Parameter keys: The observed keys, or `nil` for all keys.
    /// - Returns: The changes.
    func changes(of keys: Set<String>?) -> [DefaultsChange] {
      state.withLock { state in
        let stored =
          keys?.reduce(into: [String: PropertyListValue?]()) { $0[$1] = .some(try? contents.value(forKey: $1)) }
          ?? contents.values.mapValues { $0 }
        let changes = (keys ?? Set(stored.keys).union(state.values.keys)).compactMap { name -> DefaultsChange? in
          let (old, new) = (state.values[name] ?? nil, stored[name] ?? nil)
          return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
        }
        (state.values, state.hasAllValues) = (stored, keys == nil)
        return changes
      }
    }
  }
#endif
