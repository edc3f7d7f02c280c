#if canImport(Darwin)
  import Foundation

  extension UbiquitousStore {
    /// The store over the key-value storage that iCloud gives the app.
    ///
    /// Use it once at the start of the program, so that it listens when values arrive.
    public static let `default` = UbiquitousStore(SystemKeyValues())
  }

  /// iCloud's own storage.
  ///
  /// `@unchecked Sendable`: both objects may be used from any thread, but not every SDK declares them Sendable.
  private final class SystemKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private let store = NSUbiquitousKeyValueStore.default
    private let center = NotificationCenter.default

    var dictionaryRepresentation: [String: Any] { store.dictionaryRepresentation }

    func object(forKey name: String) -> Any? { store.object(forKey: name) }

    func set(_ object: Any?, forKey name: String) { store.set(object, forKey: name) }

    func removeObject(forKey name: String) { store.removeObject(forKey: name) }

    func synchronize() -> Bool { store.synchronize() }

    func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void) {
      let name = NSUbiquitousKeyValueStore.didChangeExternallyNotification
      // The token is not kept, because the one store over this object is never released.
      _ = center.addObserver(forName: name, object: store, queue: nil) { notification in
        let details = notification.userInfo ?? [:]
        // A notification without a reason means that something has changed.
        let reason = details[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
        handler(
          UbiquitousStore.ExternalChange(
            reason: reason.map(UbiquitousStore.Reason.init(rawValue:)) ?? .serverChange,
            keys: details[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
          )
        )
      }
    }
  }
#endif
