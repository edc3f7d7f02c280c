import NamespacedDefaults

/// The result of a call of the Keychain, an `OSStatus`.
struct KeychainStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let success = Self(rawValue: 0)
  static let notAvailable = Self(rawValue: -25291)
  static let authFailed = Self(rawValue: -25293)
  static let duplicateItem = Self(rawValue: -25299)
  static let itemNotFound = Self(rawValue: -25300)
  static let interactionNotAllowed = Self(rawValue: -25308)
  static let missingEntitlement = Self(rawValue: -34018)

  /// The names of Security's header SecBase.h.
  private static let names: [Int32: String] = [
    0: "errSecSuccess", -4: "errSecUnimplemented", -34: "errSecDiskFull", -36: "errSecIO", -50: "errSecParam",
    -61: "errSecWrPerm", -108: "errSecAllocate", -128: "errSecUserCanceled", -909: "errSecBadReq",
    -25291: "errSecNotAvailable", -25292: "errSecReadOnly", -25293: "errSecAuthFailed", -25294: "errSecNoSuchKeychain",
    -25295: "errSecInvalidKeychain", -25299: "errSecDuplicateItem", -25300: "errSecItemNotFound",
    -25303: "errSecNoSuchAttr", -25308: "errSecInteractionNotAllowed", -25315: "errSecInteractionRequired",
    -26275: "errSecDecode", -34018: "errSecMissingEntitlement", -67585: "errSecMissingValue",
  ]

  /// The name, or the number of a status that has none here.
  var name: String { Self.names[rawValue] ?? "OSStatus \(rawValue)" }

  /// What a person can do about it, where the system's words do not say so.
  private var advice: String? {
    switch self {
    case .interactionNotAllowed: "the device is locked; the item is there, and can be read when it is unlocked"
    case .duplicateItem: "the item is there and cannot be read, as before the first unlocking after a restart"
    case .missingEntitlement:
      "the program is not entitled to the access group, or to any: sign it, and add the capability Keychain Sharing"
    case .notAvailable: "there is no keychain for this user"
    case .authFailed: "the keychain is locked, or the program may not use the item"
    default: nil
    }
  }

  /// Returns the error of a call that has returned the status.
  func error(_ call: String, _ place: KeychainPlace, words: String?) -> DefaultsError {
    let isLocked = self == .interactionNotAllowed || self == .duplicateItem
    let code: DefaultsError.Code = isLocked ? .notReadableYet : .failedSystemCall
    let reason = (advice ?? words).map { ": \($0)" } ?? ""
    return DefaultsError(code, "\(call) \(place.service.quoted): \(name)\(reason)", path: place.service)
  }
}
