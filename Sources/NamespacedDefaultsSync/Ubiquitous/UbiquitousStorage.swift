import NamespacedDefaults

/// The values of iCloud, or of what stands for it.
final class UbiquitousStorage: DefaultsStorage {
  private let keyValues: any UbiquitousKeyValues
  private let limits: UbiquitousLimits
  private let watch: UbiquitousWatch

  init(_ keyValues: any UbiquitousKeyValues, _ limits: UbiquitousLimits, _ watch: UbiquitousWatch) {
    (self.keyValues, self.limits, self.watch) = (keyValues, limits, watch)
  }

  /// Returns the stored value of a key.
  ///
  /// - Throws: `notPropertyList` for an object that is not a property list.
  func storedValue(forKey name: String) throws -> PropertyListValue? {
    // A name that can never be stored is not passed on, because the system may end the program for it.
    guard name.utf8.count <= limits.keySize else { return nil }
    return try keyValues.object(forKey: name).map(PropertyListValue.init(propertyList:))
  }

  func storedKeys() -> [String] { Array(keyValues.dictionaryRepresentation.keys) }

  /// Checks what the system would refuse.
  ///
  /// - Throws: `DefaultsError.Code.exceededQuota`, and `unencodableValue` for more than 128 nested collections.
  func persist(_ changes: [DefaultsChange]) throws {
    for change in changes {
      try limits.check(change)
      // What cannot be read back, such as more than 128 nested collections, would be in the way of every later write.
      if let value = change.newValue { _ = try PropertyListValue(propertyList: value.propertyList) }
    }
    if changes.contains(where: { $0.newValue != nil }) { try limits.check(changes, over: keyValues.storedValues) }
  }

  func apply(_ changes: [DefaultsChange]) {
    for change in changes {
      if let value = change.newValue {
        keyValues.set(value.propertyList, forKey: change.key)
      } else {
        keyValues.removeObject(forKey: change.key)
      }
    }
    watch.record(changes)
  }
}
