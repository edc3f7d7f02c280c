public import NamespacedDefaults

extension DefaultsError.Code {
  /// The code of a program that lacks the entitlement to iCloud's key-value storage.
  public static let missingEntitlement = Self(rawValue: "missingEntitlement")
}

extension DefaultsError {
  static func exceededQuota(_ reason: String) -> Self {
    Self(.exceededQuota, "iCloud's key-value storage does not hold this: \(reason)")
  }
}
