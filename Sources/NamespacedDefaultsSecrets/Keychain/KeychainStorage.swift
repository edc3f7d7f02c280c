import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The items of one service.
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
    let (status, data) = items.data(of: item(name))
    if status == .itemNotFound { return nil }
    try check(status, "SecItemCopyMatching")
    return try value(of: data ?? Data(), forKey: name)
  }

  func storedKeys() throws -> [String] {
    let (status, accounts) = items.accounts(in: place)
    if status == .itemNotFound { return [] }
    try check(status, "SecItemCopyMatching")
    return accounts
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
    let status = items.add(try data(of: value, forKey: name), as: item(name), accessibility)
    guard status == .duplicateItem else {
      try check(status, "SecItemAdd")
      return value
    }
    return try storedValue(forKey: name) ?? value
  }

  private func set(_ value: PropertyListValue?, forKey name: String) throws {
    let item = item(name)
    guard let value else {
      let status = items.delete(item)
      return status == .itemNotFound ? () : try check(status, "SecItemDelete")
    }
    let data = try data(of: value, forKey: name)
    var (call, status) = ("SecItemUpdate", items.update(item, to: data, accessibility))
    if status == .itemNotFound {
      (call, status) = ("SecItemAdd", items.add(data, as: item, accessibility))
      // Another process was first.
      if status == .duplicateItem { (call, status) = ("SecItemUpdate", items.update(item, to: data, accessibility)) }
    }
    try check(status, call)
  }

  private func item(_ name: String) -> KeychainItem { KeychainItem(place: place, account: name) }

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
