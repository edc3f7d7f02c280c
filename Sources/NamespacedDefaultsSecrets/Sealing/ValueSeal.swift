public import NamespacedDefaultsFoundation

/// A cipher with its key, which seals values so that only who has the key can open them, and nobody can change them unnoticed.
///
/// On Apple platforms use `AESGCMSeal`. Elsewhere the program brings the cipher; <doc:KeepingSecrets> has the ten lines for
/// swift-crypto.
///
/// The calls come from any thread, at the same time too.
public protocol ValueSeal: Sendable {
  /// The name of the key, which is stored beside each value and is no secret.
  ///
  /// It must be the same in every run, and each key needs its own. A part of a hash of the key is one.
  var id: String { get }

  /// Encrypts and authenticates bytes.
  ///
  /// Each call must take a nonce of its own, and return it with the result.
  ///
  /// - Parameters:
  ///   - value: The bytes.
  ///   - data: Bytes that are authenticated and not encrypted. They are given again when the result is opened.
  /// - Returns: What ``open(_:authenticating:)`` takes.
  /// - Throws: An error if the bytes cannot be sealed. Then nothing is stored.
  func seal(_ value: Data, authenticating data: Data) throws -> Data

  /// Returns the bytes that were sealed.
  ///
  /// - Parameters:
  ///   - sealed: What ``seal(_:authenticating:)`` has returned.
  ///   - data: The same bytes as then.
  /// - Returns: The bytes.
  /// - Throws: An error if a bit of either is another one, or if another key has sealed it.
  func open(_ sealed: Data, authenticating data: Data) throws -> Data
}
