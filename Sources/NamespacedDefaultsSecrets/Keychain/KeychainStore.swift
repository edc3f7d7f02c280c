public import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The generic passwords of one service in the Keychain as a store.
///
/// ```swift
/// enum Credentials: StringDefaultSettable {
///   enum StringKey: String { case token }
///   static let isSecret = true
///   static let store: any DefaultsStore = KeychainStore(service: "Tool")
/// }
/// ```
///
/// Nobody of the project has run this store on a device. The code is compiled for every Apple platform, and its logic is tested
/// on Linux with a Keychain that behaves as Apple documents it.
///
/// - Without an access group it is the program's first one, and no other: what stands in a shared group under the same service
///   is another store's.
/// - A device that is locked, or was not unlocked since a restart, is an error, `notReadableYet`, and not a missing value.
///   Nothing is written over what cannot be read.
/// - Errors have the names of Security, as `errSecMissingEntitlement`.
/// - Each read asks the Keychain, which takes about a millisecond, because other programs of the access group, and iCloud, may
///   have changed an item. Secrets that are read often belong in a ``SealedStore``, whose key is here.
/// - The Keychain has no transactions: several changes count together for the threads of this process, and are taken back if one
///   fails. Another process can read some of them before the others, and a kill can leave some of them.
/// - An update is atomic among the threads of this process, and not between processes.
/// - Changes by other programs are not announced.
/// - An item of another program is read as data, its `kSecAttrAccount` being the name.
/// - The items outlive the app: they are there when it is installed again.
/// - On macOS this is the data protection keychain, for which a program must be signed with an entitlement.
public final class KeychainStore: DefaultsStore {
  /// When the items can be read, and whether they leave the device in a backup.
  public enum Accessibility: String, Sendable {
    /// From the first unlocking after a restart on, and on this device only.
    case afterFirstUnlockThisDeviceOnly
    /// From the first unlocking after a restart on.
    case afterFirstUnlock
    /// While the device is unlocked, and on this device only.
    case whenUnlockedThisDeviceOnly
    /// While the device is unlocked.
    case whenUnlocked
    /// While a device that has a passcode is unlocked, and on this device only; without the passcode the items are deleted.
    case whenPasscodeSetThisDeviceOnly

    var isOfThisDeviceOnly: Bool { rawValue.hasSuffix("ThisDeviceOnly") }
  }

  /// The store's lock and observers.
  public let context: DefaultsStoreContext
  private let items: KeychainStorage

  /// Where the values lie.
  public var _storage: any DefaultsStorage { items }

  /// The contexts in use: all stores of one place share one.
  private static let contexts = WeakTable()

  init(
    _ keychain: any KeychainItems,
    service: String,
    accessGroup: String?,
    accessibility: Accessibility?,
    isSynchronizable: Bool
  ) {
    let accessibility = accessibility ?? (isSynchronizable ? .afterFirstUnlock : .afterFirstUnlockThisDeviceOnly)
    precondition(
      !isSynchronizable || !accessibility.isOfThisDeviceOnly,
      "NamespacedDefaults: items that only this device has cannot be synchronized"
    )
    let place = KeychainPlace(service: service, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
    items = KeychainStorage(keychain, place, accessibility)
    // A store that names the first group is that of the program without a group. The group is in the middle, and no part of it
    // is empty.
    let isFirst = accessGroup != nil && (try? items.firstGroup()) == accessGroup
    let group = isFirst ? "" : accessGroup ?? ""
    let parts = ["\(ObjectIdentifier(keychain))", service, group, "\(isSynchronizable)"]
    context = Self.contexts.value(for: parts.joined(separator: "\0"), life: \.problems) {
      // Other programs, and other devices, change items without a word, so nothing may be remembered.
      DefaultsStoreContext(announcesEveryChange: false, changeSource: nil)
    }
  }

  /// The name of the type, and the service.
  public var label: String { "KeychainStore \(items.place.service.quoted)" }

  /// Does nothing, because the Keychain writes at once.
  public func synchronize() {}

  /// Stores a value where there is none, for all programs at once, and returns the one that is stored then.
  func addIfAbsent(_ value: PropertyListValue, forKey name: String) throws -> PropertyListValue {
    try context.withLock { try items.addIfAbsent(value, forKey: name) }
  }
}
