#if UserDefaults
  import Foundation

  /// The change source that finds what other code of this process and other processes write into a `UserDefaults`.
  ///
  /// Apple platforms post a notification after every change that this process makes in any `UserDefaults`. Other processes
  /// ring a bell. Neither says which value has changed, so the values of the observed keys are compared with the values
  /// known before. Only these are read, so an event costs what is observed and not what is stored.
  ///
  /// `@unchecked Sendable`: a lock guards what changes. A `NotificationCenter` may be used from any thread, but not every
  /// SDK declares it Sendable.
  final class UserDefaultsWatch: ChangeSource, @unchecked Sendable {
    private let center: NotificationCenter?
    private let bell: (any UserDefaultsBell)?
    private let contents: UserDefaultsContents
    // This lock is taken while the context's lock and that of its change hub are held, so neither may be taken under it.
    private let lock = Lock()
    /// The values of the observed keys, some of which may no longer be observed.
    private nonisolated(unsafe) var known: [String: PropertyListValue?] = [:]  // guarded by `lock`
    /// Whether ``known`` has every stored key, because every key is observed.
    private nonisolated(unsafe) var knowsAll = false  // guarded by `lock`
    private nonisolated(unsafe) var token: (any NSObjectProtocol)?  // guarded by `lock`

    init(center: NotificationCenter?, bell: (any UserDefaultsBell)?, contents: UserDefaultsContents) {
      self.center = center
      self.bell = bell
      self.contents = contents
    }

    deinit { stop() }

    func start(onEvent: @escaping @Sendable () -> Void) {
      lock.withLock {
        bell?.start(onRing: onEvent)
        guard token == nil else { return }
        token = center?.addObserver(
          forName: UserDefaults.didChangeNotification,
          object: nil,
          queue: nil
        ) { _ in onEvent() }
      }
    }

    func stop() {
      lock.withLock {
        bell?.stop()
        if let token { center?.removeObserver(token) }
        token = nil
        known = [:]
        knowsAll = false
      }
    }

    func willObserve(_ name: String?) {
      lock.withLock {
        if let name {
          bell?.listen(to: name)
          known[name] = .some(try? contents.value(forKey: name))
        } else {
          known = contents.values.mapValues { $0 }
          knowsAll = true
        }
      }
    }

    /// Records changes that the library commits, because it announces them itself.
    func record(_ changes: [DefaultsChange]) {
      lock.withLock {
        for change in changes where knowsAll || known[change.key] != nil {
          known[change.key] = .some(change.newValue)
        }
      }
    }

    /// Returns what other code has changed since the last call.
    ///
    /// - Parameter keys: The observed keys, or `nil` for all keys.
    /// - Returns: The changes.
    func changes(of keys: Set<String>?) -> [DefaultsChange] {
      lock.withLock {
        let stored: [String: PropertyListValue?]
        if let keys {
          stored = Dictionary(uniqueKeysWithValues: keys.map { ($0, try? contents.value(forKey: $0)) })
        } else {
          stored = contents.values.mapValues { $0 }
        }
        let changes = (keys ?? Set(stored.keys).union(known.keys)).compactMap { name -> DefaultsChange? in
          let (old, new) = (known[name] ?? nil, stored[name] ?? nil)
          return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
        }
        known = stored
        knowsAll = keys == nil
        return changes
      }
    }
  }
#endif
