import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The form of a sealed value in the store beneath.
///
/// It is data:
///
///     4 bytes   "NDS", and the version of the format, 1
///     string    the id of the key
///     data      what the seal has returned
///
/// Sealed are two values: the name, as a string, and the value itself. The name is not among the bytes that are authenticated
/// beside it, because names that are equal can differ in their bytes, as `é` does. Those bytes are the first two parts of the
/// form, and then the id of the store as data. Strings, data and values have the form that they have in the file of a
/// `FileStore`.
///
/// The id of the store, 16 random bytes as data, is sealed the same way under ``ReservedName/seal``, with no bytes in the place
/// of the id.
struct SealedForm {
  private static let prefix = PropertyListValue.sealPrefix + [1]

  let keyID: String
  let sealed: Data

  init(keyID: String, sealed: Data) { (self.keyID, self.sealed) = (keyID, sealed) }

  /// Creates the form of what is stored; `nil` for what is not sealed, or not by this version of the format.
  init?(_ stored: PropertyListValue) {
    guard let (keyID, bytes) = stored.sealed else { return nil }
    self.init(keyID: keyID, sealed: bytes)
  }

  var stored: PropertyListValue { .data(Self.bytes(keyID, sealed)) }

  /// Returns the bytes that a seal authenticates beside a value.
  static func authenticated(keyID: String, storeID: Data) -> Data { bytes(keyID, storeID) }

  private static func bytes(_ keyID: String, _ data: Data) -> Data {
    // Neither nests.
    prefix + (PropertyListValue.bytes(of: [.string(keyID), .data(data)]) ?? Data())
  }
}
