import NamespacedDefaultsFoundation

/// The calls of the Keychain that the store makes: `SecItemCopyMatching`, once for a value and once for the names,
/// `SecItemAdd`, `SecItemUpdate` and `SecItemDelete`.
///
/// Each returns the status of the call. They are called from any thread.
protocol KeychainItems: AnyObject, Sendable {
  func data(of item: KeychainItem) -> (KeychainStatus, Data?)
  func accounts(in place: KeychainPlace) -> (KeychainStatus, [String])
  func add(_ data: Data, as item: KeychainItem, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus
  func update(_ item: KeychainItem, to data: Data, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus
  func delete(_ item: KeychainItem) -> KeychainStatus
  /// Returns the system's words for a status.
  func message(for status: KeychainStatus) -> String?
}

/// Where the items of a store are.
struct KeychainPlace: Hashable, Sendable {
  let service: String
  let accessGroup: String?
  let isSynchronizable: Bool
}

/// What identifies a generic password.
struct KeychainItem: Hashable, Sendable {
  let place: KeychainPlace
  let account: String
}
