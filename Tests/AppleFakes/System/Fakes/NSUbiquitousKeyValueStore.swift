import Foundation

let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"

/// iCloud's key-value storage: it posts what comes from elsewhere, with itself as the object, and nothing of its own.
///
/// `@unchecked Sendable`: a lock guards what changes.
final class NSUbiquitousKeyValueStore: NSObject, @unchecked Sendable {
  static let `default` = NSUbiquitousKeyValueStore()
  static let didChangeExternallyNotification = Notification.Name(
    "NSUbiquitousKeyValueStoreDidChangeExternallyNotification"
  )

  private let lock = NSRecursiveLock()
  private var values: [String: Any] = [:]
  private(set) var synchronizationCount = 0
  /// Whether the program has the entitlement.
  var isEntitled = true

  var dictionaryRepresentation: [String: Any] { lock.withLock { values } }

  func object(forKey name: String) -> Any? { lock.withLock { values[name] } }

  func set(_ object: Any?, forKey name: String) { lock.withLock { values[name] = object } }

  func removeObject(forKey name: String) { lock.withLock { values[name] = nil } }

  @discardableResult
  func synchronize() -> Bool {
    lock.withLock { synchronizationCount += 1 }
    return isEntitled
  }

  /// Takes a value from another device.
  func receive(_ value: Any?, forKey name: String, reason: Int) {
    set(value, forKey: name)
    post([
      NSUbiquitousKeyValueStoreChangeReasonKey: NSNumber(value: reason),
      NSUbiquitousKeyValueStoreChangedKeysKey: [name],
    ])
  }

  func post(_ details: [AnyHashable: Any]?) {
    NotificationCenter.default.post(name: Self.didChangeExternallyNotification, object: self, userInfo: details)
  }
}
