import NamespacedDefaults

/// The key-value storage that a ``UbiquitousStore`` writes, in the shape of Apple's `NSUbiquitousKeyValueStore`.
///
/// `UbiquitousStore.default` has the one of iCloud. Write another one for the tests of your program: a dictionary behind a
/// lock, and a call of the handler for what other devices change.
///
/// The requirements are called from any thread, and all but ``onExternalChange(_:)`` with the store's lock held.
public protocol UbiquitousKeyValues: AnyObject, Sendable {
  /// All keys and their values, which are objects of a property list.
  var dictionaryRepresentation: [String: Any] { get }

  /// Returns the value of a key, or `nil` if there is none.
  func object(forKey name: String) -> Any?

  /// Sets the value of a key, an object of a property list.
  func set(_ object: Any?, forKey name: String)

  /// Removes the value of a key.
  func removeObject(forKey name: String)

  /// Writes what was set to the disk.
  ///
  /// - Returns: Whether the storage can be used. Apple's returns `false` if the app lacks the entitlement.
  func synchronize() -> Bool

  /// Sets the handler that is called after the values were changed by anything but this object.
  ///
  /// The store calls this once. The handler may be called on any thread that holds no lock of this object.
  func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void)
}
