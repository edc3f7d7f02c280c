#if canImport(Security)
  import Foundation
  import NamespacedDefaults
  import Security

  extension KeychainStore {
    /// Creates a store over the Keychain of the system.
    ///
    /// - Parameters:
    ///   - service: The service of the items (`kSecAttrService`): a name of your program.
    ///   - accessGroup: The group of programs that share the items; `nil` for the first one of the program,
    ///     and no other.
    ///   - accessibility: When the items can be read. By default that is from the first unlocking after a restart on, on this
    ///     device only, or, if they are synchronized, on others too. The items that are there get it at the first call of a
    ///     process, and each write gives it to the item; so a service has one accessibility.
    ///   - isSynchronizable: Whether iCloud brings the items to the person's other devices. `accessibility` must then not be
    ///     one of this device only. Items that are synchronized, and those that are not, are apart.
    public convenience init(
      service: String,
      accessGroup: String? = nil,
      accessibility: Accessibility? = nil,
      isSynchronizable: Bool = false
    ) {
      self.init(
        SystemKeychain.shared,
        service: service,
        accessGroup: accessGroup,
        accessibility: accessibility,
        isSynchronizable: isSynchronizable
      )
    }
  }

  /// The Keychain of the system.
  private final class SystemKeychain: KeychainItems {
    static let shared = SystemKeychain()
    let known = Guarded(KnownKeychain())

    func data(of item: KeychainItem) -> (KeychainStatus, Data?) {
      var result: CFTypeRef?
      let query = query(item).merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
      let status = KeychainStatus(rawValue: SecItemCopyMatching(dictionary(query), &result))
      return (status, result as? Data)
    }

    func accounts(in place: KeychainPlace) -> (KeychainStatus, [String: KeychainStore.Accessibility?]) {
      var result: CFTypeRef?
      let query = query(place).merging([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]) { $1 }
      let status = KeychainStatus(rawValue: SecItemCopyMatching(dictionary(query), &result))
      let found = (result as? [[String: Any]] ?? []).compactMap { attributes in
        (attributes[kSecAttrAccount as String] as? String).map { account in
          let accessibility = attributes[kSecAttrAccessible as String] as? String
          return (account, KeychainStore.Accessibility.all.first { $0.attribute as String == accessibility })
        }
      }
      return (status, Dictionary(found) { $1 })
    }

    func add(
      _ data: Data,
      as item: KeychainItem,
      _ accessibility: KeychainStore.Accessibility
    ) -> (KeychainStatus, String?) {
      var result: CFTypeRef?
      let attributes = attributes(data, accessibility).merging([kSecReturnAttributes: true]) { $1 }
      let status = SecItemAdd(dictionary(query(item).merging(attributes) { $1 }), &result)
      return (KeychainStatus(rawValue: status), (result as? [String: Any])?[kSecAttrAccessGroup as String] as? String)
    }

    func update(_ item: KeychainItem, to data: Data?, _ accessibility: KeychainStore.Accessibility) -> KeychainStatus {
      let status = SecItemUpdate(dictionary(query(item)), dictionary(attributes(data, accessibility)))
      return KeychainStatus(rawValue: status)
    }

    func delete(_ item: KeychainItem) -> KeychainStatus {
      KeychainStatus(rawValue: SecItemDelete(dictionary(query(item))))
    }

    func message(for status: KeychainStatus) -> String? {
      SecCopyErrorMessageString(status.rawValue, nil) as String?
    }

    private func query(_ place: KeychainPlace) -> [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: place.service,
        kSecAttrSynchronizable: place.isSynchronizable,
        // Without it macOS takes the file-based keychain, which knows neither groups nor accessibility.
        kSecUseDataProtectionKeychain: true,
      ]
      query[kSecAttrAccessGroup] = place.accessGroup
      return query
    }

    private func query(_ item: KeychainItem) -> [CFString: Any] {
      query(item.place).merging([kSecAttrAccount: item.account]) { $1 }
    }

    private func attributes(_ data: Data?, _ accessibility: KeychainStore.Accessibility) -> [CFString: Any] {
      var attributes: [CFString: Any] = [kSecAttrAccessible: accessibility.attribute]
      attributes[kSecValueData] = data
      return attributes
    }

    private func dictionary(_ query: [CFString: Any]) -> CFDictionary { query as CFDictionary }
  }

  extension KeychainStore.Accessibility {
    fileprivate static let all: [Self] = [
      .afterFirstUnlockThisDeviceOnly, .afterFirstUnlock, .whenUnlockedThisDeviceOnly, .whenUnlocked,
      .whenPasscodeSetThisDeviceOnly,
    ]

    fileprivate var attribute: CFString {
      switch self {
      case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }
#endif
