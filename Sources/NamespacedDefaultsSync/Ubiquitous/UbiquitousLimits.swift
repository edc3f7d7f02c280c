import NamespacedDefaults

/// The limits of iCloud's key-value storage, checked before a write.
///
/// Apple's reference of `NSUbiquitousKeyValueStore` and of its quota violation: 1,024 keys, 1 MB for all values, 1 MB for
/// one of them, and 64 bytes of UTF-8 for a key, where a longer one is an exception that ends the program. Sizes are
/// estimated, and a megabyte is taken for a million bytes. Other devices may have added values that are not here
/// yet, so the system may still refuse a write later.
struct UbiquitousLimits: Sendable {
  static let ofSystem = Self(keyCount: 1024, keySize: 64, valueSize: 1_000_000, totalSize: 1_000_000)

  var keyCount: Int
  var keySize: Int
  var valueSize: Int
  var totalSize: Int

  /// Throws an error if a change exceeds a limit by itself.
  func check(_ change: DefaultsChange) throws {
    let length = change.key.utf8.count
    guard length <= keySize else {
      throw DefaultsError.exceededQuota("the name \(change.key.debugDescription) has \(length) bytes of \(keySize)")
    }
    guard let size = change.newValue?.approximateSize, size > valueSize else { return }
    throw DefaultsError.exceededQuota("one value takes about \(size) bytes of \(valueSize)")
  }

  /// Throws an error if changes make the stored values exceed a limit; they may always make them fewer and smaller.
  func check(_ changes: [DefaultsChange], over stored: [String: PropertyListValue]) throws {
    var new = stored
    for change in changes { new[change.key] = change.newValue }
    guard new.count <= max(keyCount, stored.count) else {
      throw DefaultsError.exceededQuota("there would be \(new.count) keys of \(keyCount)")
    }
    let (before, after) = (Self.size(of: stored), Self.size(of: new))
    guard after <= max(totalSize, before) else {
      throw DefaultsError.exceededQuota("all values would take about \(after) bytes of \(totalSize)")
    }
  }

  // The names are left out, because they do not count against the app's quota.
  private static func size(of values: [String: PropertyListValue]) -> Int {
    values.values.reduce(0) { $0 + $1.approximateSize }
  }
}
