import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The items of one service, in one access group.
///
/// Each query names the group, for one without a group matches the items of all groups of the program. And none is made before
/// an item could be added: until the first unlocking after a restart the Keychain says of items that they are not there.
///
/// An item's data are "NDK", the version of the format, 1, and the value as it is in the file of a `FileStore`.
final class KeychainStorage: DefaultsStorage {
  private static let prefix = Data("NDK".utf8) + [1]

  let place: KeychainPlace
  private let accessibility: KeychainStore.Accessibility
  private let items: any KeychainItems

  init(_ items: any KeychainItems, _ place: KeychainPlace, _ accessibility: KeychainStore.Accessibility) {
    (self.items, self.place, self.accessibility) = (items, place, accessibility)
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    let (status, data) = items.data(of: try item(name))
    if status == .itemNotFound { return nil }
    try check(status, "SecItemCopyMatching")
    return try value(of: data ?? Data(), forKey: name)
  }

  func storedKeys() throws -> [String] {
    let (status, accounts) = items.accounts(in: try settledPlace())
    if status == .itemNotFound { return [] }
    try check(status, "SecItemCopyMatching")
    return Array(accounts.keys)
  }

  /// Checks what cannot be stored; the Keychain itself is written by ``apply(_:)``, because everybody sees that at once.
  func persist(_ changes: [DefaultsChange]) throws {
    for change in changes { _ = try change.newValue.map { try data(of: $0, forKey: change.key) } }
  }

  func apply(_ changes: [DefaultsChange]) throws {
    var count = 0
    do {
      for change in changes {
        try set(change.newValue, forKey: change.key)
        count += 1
      }
    } catch {
      // The Keychain has no transactions. What another error leaves is what the first one has interrupted.
      for change in changes[..<count].reversed() { try? set(change.oldValue, forKey: change.key) }
      throw error
    }
  }

  /// Stores a value where there is none, and returns the one that is stored then: that of whoever was first.
  func addIfAbsent(_ value: PropertyListValue, forKey name: String) throws -> PropertyListValue {
    let (status, _) = items.add(try data(of: value, forKey: name), as: try item(name), accessibility)
    if status == .duplicateItem, let stored = try storedValue(forKey: name) { return stored }
    try check(status, "SecItemAdd")
    return value
  }

  private func set(_ value: PropertyListValue?, forKey name: String) throws {
    let item = try item(name)
    guard let value else {
      let status = items.delete(item)
      return status == .itemNotFound ? () : try check(status, "SecItemDelete")
    }
    let data = try data(of: value, forKey: name)
    var (call, status) = ("SecItemUpdate", items.update(item, to: data, accessibility))
    if status == .itemNotFound {
      (call, status) = ("SecItemAdd", items.add(data, as: item, accessibility).0)
      // Another process was first, or the item cannot be read yet.
      if status == .duplicateItem {
        let again = items.update(item, to: data, accessibility)
        if again != .itemNotFound { (call, status) = ("SecItemUpdate", again) }
      }
    }
    try check(status, call)
  }

  private func item(_ name: String) throws -> KeychainItem { KeychainItem(place: try settledPlace(), account: name) }

  /// Returns the place with its access group; the first time its items get the accessibility of the store.
  private func settledPlace() throws -> KeychainPlace {
    let first = try firstGroup()
    var place = place
    place.accessGroup = place.accessGroup ?? first
    if items.known.withLock({ $0.settled.contains(place) }) { return place }
    let (_, accounts) = items.accounts(in: place)
    let isLocked = accounts.contains { account, accessibility in
      accessibility != self.accessibility
        && items.update(KeychainItem(place: place, account: account), to: nil, self.accessibility)
          == .interactionNotAllowed
    }
    // What else fails, a write of that item says.
    if !isLocked { items.known.withLock { _ = $0.settled.insert(place) } }
    return place
  }

  /// Returns the program's first access group: that of an item which is added without one, and removed.
  func firstGroup() throws -> String? {
    if let group = items.known.withLock({ $0.firstGroup }) { return group }
    var place = KeychainPlace(service: "NamespacedDefaults.firstGroup", accessGroup: nil, isSynchronizable: false)
    let account = Data.random(count: 16).base64EncodedString()
    let (status, group) = items.add(
      Data(),
      as: KeychainItem(place: place, account: account),
      .afterFirstUnlockThisDeviceOnly
    )
    try check(status, "SecItemAdd")
    place.accessGroup = group
    _ = items.delete(KeychainItem(place: place, account: account))
    items.known.withLock { $0.firstGroup = group }
    return group
  }

  private func check(_ status: KeychainStatus, _ call: String) throws {
    if status != .success { throw status.error(call, place, words: items.message(for: status)) }
  }

  private func data(of value: PropertyListValue, forKey name: String) throws -> Data {
    guard let bytes = PropertyListValue.bytes(of: [value]) else {
      throw DefaultsError.notEncodable(type: "the value of \(name.quoted)", reason: "it nests too deep")
    }
    return Self.prefix + bytes
  }

  /// Returns the value of an item; what another program has stored is data.
  private func value(of data: Data, forKey name: String) throws -> PropertyListValue {
    guard data.starts(with: Self.prefix) else { return .data(data) }
    let values = PropertyListValue.values(in: data.dropFirst(Self.prefix.count))
    guard let values, values.count == 1 else {
      var error = DefaultsError(
        .unreadableFile,
        "the item \(name.quoted) of \(place.service.quoted) is damaged; it was left as it is"
      )
      error.isOfOneValue = true
      throw error
    }
    return values[0]
  }
}
