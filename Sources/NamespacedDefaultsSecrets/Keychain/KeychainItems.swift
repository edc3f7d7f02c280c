import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The calls of the Keychain that the store makes: `SecItemCopyMatching`, once for a value and once for the attributes of all
/// items, `SecItemAdd`, `SecItemUpdate` and `SecItemDelete`.
///
/// Each returns the status of the call. They are called from any thread.
protocol KeychainItems: AnyObject, Sendable {
  /// What the process knows of the Keychain.
  var known: Guarded<KnownKeychain> { get }

  func data(of item: KeychainItem) -> (KeychainStatus, Data?)
  /// Returns the accounts of the items, each with its accessibility, `nil` for one that the library does not know.
  func accounts(in place: KeychainPlace) -> (KeychainStatus, [String: KeychainStore.Accessibility?])
  /// Adds an item, and returns the access group that it has got.
  func add(_ data: Data, as item: KeychainItem, _ accessibility: KeychainStore.Accessibility) -> (
    KeychainStatus, String?
  )
  /// Gives an item the accessibility, and the data if they are not `nil`.
  func update(_ item: KeychainItem, to data: Data?, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus
  func delete(_ item: KeychainItem) -> KeychainStatus
  /// Returns the system's words for a status.
  func message(for status: KeychainStatus) -> String?
}

/// What a process has found out about the Keychain.
struct KnownKeychain: Sendable {
  /// The program's first access group, which an item gets that is added without one.
  var firstGroup: String?
  /// The places whose items have got the accessibility of their store.
  var settled: Set<KeychainPlace> = []
}

/// Where the items of a store are.
struct KeychainPlace: Hashable, Sendable {
  let service: String
  /// The access group.
  ///
  /// Only a new item may have none: queries without one match the items of all groups.
  var accessGroup: String?
  let isSynchronizable: Bool
}

/// What identifies a generic password.
struct KeychainItem: Hashable, Sendable {
  let place: KeychainPlace
  let account: String
}
