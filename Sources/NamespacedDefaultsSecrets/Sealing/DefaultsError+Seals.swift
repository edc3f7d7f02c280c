public import NamespacedDefaults

extension DefaultsError.Code {
  /// The code of a value that stands unsealed in the store beneath a ``SealedStore``, or in a form that this version of the
  /// library does not know.
  public static let notSealed = Self(rawValue: "notSealed")
  /// The code of a value, or of a whole store, that a key has sealed which the program has not given.
  public static let unknownSeal = Self(rawValue: "unknownSeal")
  /// The code of a value that does not open: it was changed, or comes from another name or store.
  public static let brokenSeal = Self(rawValue: "brokenSeal")
}

extension DefaultsError {
  /// Returns the same error as one about a single value.
  fileprivate func ofOneValue(_ isOfOneValue: Bool) -> Self {
    var error = self
    error.isOfOneValue = isOfOneValue
    return error
  }

  /// What a message calls what does not open: a value, or the id of the store without which no value opens.
  private static func subject(_ name: String) -> String {
    name == ReservedName.seal ? "the id of the store" : "the value of \(name.quoted)"
  }

  static func notSealed(_ name: String) -> Self {
    Self(.notSealed, "\(subject(name)) is not sealed, or by a later version of the library; it was left as it is")
      .ofOneValue(name != ReservedName.seal)
  }

  static func unknownSeal(_ name: String, keyID: String) -> Self {
    let advice = name == ReservedName.seal ? "; if that key is lost, \(beginAnew)" : ""
    let reason = "was sealed by the key \(keyID.quoted), which the program has not given"
    return Self(.unknownSeal, "\(subject(name)) \(reason)\(advice)").ofOneValue(name != ReservedName.seal)
  }

  static func brokenSeal(_ name: String, keyID: String) -> Self {
    let reason = "it was changed, or comes from another name or store, or another key has the same id"
    let advice = name == ReservedName.seal ? "; if it cannot be brought back, \(beginAnew)" : ""
    return Self(.brokenSeal, "\(subject(name)) does not open with the key \(keyID.quoted): \(reason)\(advice)")
      .ofOneValue(name != ReservedName.seal)
  }

  static func sealedAlready(_ name: String) -> Self {
    Self(
      .unencodableValue,
      "the value of \(name.quoted) is sealed already; take it from the SealedStore over the store where it is"
    )
  }

  private static let beginAnew = "removeAllAndBeginAnew() removes everything that is sealed"

  static let missingStoreID = Self(
    .brokenSeal,
    "there are sealed values, but the id of their store, \(ReservedName.seal), was removed; they open only with it; "
      + "if it cannot be brought back, \(beginAnew)"
  )

  static let reservedSealName = Self(
    .unencodableValue,
    "\(ReservedName.seal) is the library's own record, and no setting"
  )
}
