import Crypto
import Foundation
import NamespacedDefaultsSecrets

struct AESGCMSeal: ValueSeal {
  let id: String
  private let key: SymmetricKey

  init(_ key: SealingKey) {
    self.key = SymmetricKey(data: key.bytes)
    let hash = Data(SHA256.hash(data: key.bytes).prefix(9))
    id = hash.base64EncodedString()
  }

  func seal(_ value: Data, authenticating data: Data) throws -> Data {
    let box = try AES.GCM.seal(value, using: key, authenticating: data)
    return box.nonce + box.ciphertext + box.tag
  }

  func open(_ sealed: Data, authenticating data: Data) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: sealed)
    return try AES.GCM.open(box, using: key, authenticating: data)
  }
}
