#if canImport(CryptoKit)
  import CryptoKit
  public import Foundation

  /// The seal of Apple platforms: AES-GCM with 256 bits, of CryptoKit, with a random nonce for each value.
  ///
  /// Nobody of the project has run this on a device; the same lines over swift-crypto are tested on Linux. What either has
  /// sealed the other one opens.
  ///
  /// One key may seal some four thousand million values: NIST SP 800-38D allows 2³² random nonces. Rotate it long before.
  public struct AESGCMSeal: ValueSeal {
    /// A part of the key's SHA-256.
    public let id: String
    private let key: SymmetricKey

    /// Creates a seal with a key.
    public init(_ key: SealingKey) {
      self.key = SymmetricKey(data: key.bytes)
      id = Data(SHA256.hash(data: key.bytes).prefix(9)).base64EncodedString()
    }

    /// Returns the nonce, the encrypted bytes and the tag.
    public func seal(_ value: Data, authenticating data: Data) throws -> Data {
      let box = try AES.GCM.seal(value, using: key, authenticating: data)
      return box.nonce + box.ciphertext + box.tag
    }

    /// Returns the bytes that were sealed, or throws CryptoKit's error.
    public func open(_ sealed: Data, authenticating data: Data) throws -> Data {
      try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: data)
    }
  }
#endif
