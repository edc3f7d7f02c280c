import Crypto
import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets
import Testing

@testable import Secrets

/// The cipher of the guide to keeping secrets.
@Suite struct AESGCMSealTests {
  /// A known answer: what AES-GCM makes of a text.
  struct Answer: Sendable {
    let (key, nonce, text, data, sealed, tag): (String, String, String, String, String, String)

    init(_ key: String, _ nonce: String, _ text: String, _ data: String, _ sealed: String, _ tag: String) {
      (self.key, self.nonce, self.text, self.data, self.sealed, self.tag) = (key, nonce, text, data, sealed, tag)
    }
  }

  /// From NIST's CAVP, gcmEncryptExtIV256.rsp: the first of some groups; then test cases 13, 14 and 16 of "The Galois/Counter
  /// Mode of Operation" by McGrew and Viega.
  static let answers = [
    Answer(
      "b52c505a37d78eda5dd34f20c22540ea1b58963cf8e5bf8ffa85f9f2492505b4",
      "516c33929df5a3284ff463d7",
      "",
      "",
      "",
      "bdc1ac884d332457a1d2664f168c76f0"
    ),
    Answer(
      "78dc4e0aaf52d935c3c01eea57428f00ca1fd475f5da86a49c8dd73d68c8e223",
      "d79cf22d504cc793c3fb6c8a",
      "",
      "b96baa8c1c75a671bfb2d08d06be5f36",
      "",
      "3e5d486aa2e30b22e040b85723a06e76"
    ),
    Answer(
      "31bdadd96698c204aa9ce1448ea94ae1fb4a9a0b3c9d773b51bb1822666b8f22",
      "0d18e06c7c725ac9e362e1ce",
      "2db5168e932556f8089a0622981d017d",
      "",
      "fa4362189661d163fcd6a56d8bf0405a",
      "d636ac1bbedd5cc3ee727dc2ab4a9489"
    ),
    Answer(
      "92e11dcdaa866f5ce790fd24501f92509aacf4cb8b1339d50c9c1240935dd08b",
      "ac93a1a6145299bde902f21a",
      "2d71bcfa914e4ac045b2aa60955fad24",
      "1e0889016f67601c8ebea4943bc23ad6",
      "8995ae2e6df3dbf96fac7b7137bae67f",
      "eca5aa77d51d4a0a14d9c51e1da474ab"
    ),
    Answer(
      String(repeating: "00", count: 32),
      String(repeating: "00", count: 12),
      "",
      "",
      "",
      "530f8afbc74536b9a963b4f1c4cb738b"
    ),
    Answer(
      String(repeating: "00", count: 32),
      String(repeating: "00", count: 12),
      String(repeating: "00", count: 16),
      "",
      "cea7403d4d606b6e074ec5d3baf39d18",
      "d0d1c8a799996bf0265b98b5d48ab919"
    ),
    Answer(
      "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
        + "b16aedf5aa0de657ba637b39",
      "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f662",
      "76fc6ece0f4e1768cddf8853bb2d551b"
    ),
  ]

  @Test(arguments: answers) func theKnownAnswersAreOpened(_ answer: Answer) throws {
    let seal = AESGCMSeal(try SealingKey(bytes: bytes(answer.key)))
    let sealed = bytes(answer.nonce) + bytes(answer.sealed) + bytes(answer.tag)
    #expect(try seal.open(sealed, authenticating: bytes(answer.data)) == bytes(answer.text))
    let nonce = try AES.GCM.Nonce(data: bytes(answer.nonce))
    let box = try AES.GCM.seal(
      bytes(answer.text),
      using: SymmetricKey(data: bytes(answer.key)),
      nonce: nonce,
      authenticating: bytes(answer.data)
    )
    #expect(box.ciphertext == bytes(answer.sealed))
    #expect(box.tag == bytes(answer.tag))
  }

  @Test func everyFlippedBitIsNoticed() throws {
    let seal = AESGCMSeal(SealingKey())
    let (text, data) = (Data("secret".utf8), Data("data".utf8))
    let sealed = try seal.seal(text, authenticating: data)
    #expect(sealed.count == 12 + text.count + 16)
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: (any Error).self) { try seal.open(changed, authenticating: data) }
    }
    for bit in 0..<data.count * 8 {
      var changed = data
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: (any Error).self) { try seal.open(sealed, authenticating: changed) }
    }
    #expect(throws: (any Error).self) { try AESGCMSeal(SealingKey()).open(sealed, authenticating: data) }
    #expect(try seal.open(sealed, authenticating: data) == text)
  }

  @Test func everyFlippedByteOfAStoredValueIsNoticed() throws {
    let base = InMemoryStore()
    let seal = AESGCMSeal(SealingKey())
    try SealedStore(over: base, seal: seal).set("secret", forKey: "token")
    guard case .data(let stored)? = base.value(forKey: "token") else { throw DefaultsError(.typeMismatch, "no data") }
    for index in stored.indices {
      var changed = stored
      changed[index] ^= 1
      try base.set(.data(changed), forKey: "token")
      #expect(throws: DefaultsError.self) { try SealedStore(over: base, seal: seal).value(forKey: "token") }
    }
    try base.set(.data(stored), forKey: "token")
    #expect(try SealedStore(over: base, seal: seal).value(forKey: "token") == "secret")
  }

  @Test func eachValueHasANonceOfItsOwn() throws {
    let seal = AESGCMSeal(SealingKey())
    let sealed = try (0..<100).map { _ in try seal.seal(Data("same".utf8), authenticating: Data()) }
    #expect(Set(sealed.map { $0.prefix(12) }).count == 100)
  }

  /// So that what was sealed once is opened for ever, here and with CryptoKit.
  @Test func aStoreOfThisFormatIsOpened() throws {
    let key = try SealingKey(bytes: Data(0..<32))
    #expect(AESGCMSeal(key).id == "Yw3NKWbEM2aR")
    let base = InMemoryStore([
      "NamespacedDefaults.seal": .data(try #require(Data(base64Encoded: Self.storedID))),
      "token": .data(try #require(Data(base64Encoded: Self.storedToken))),
    ])
    #expect(try SealedStore(over: base, seal: AESGCMSeal(key)).value(forKey: "token") == ["secret": 1])
  }

  private static let storedID =
    "TkRTAQUMWXczTktXYkVNMmFSB0cAAAAAAAAAAAAAAAALq/u/2EnwzWnLzFFcSff4py8iIAbyBU7smaPnoJk6Pic1jdBHnNd2"
    + "QrECSUSVVPqO6PT6DGYoeewlbg=="
  private static let storedToken =
    "TkRTAQUMWXczTktXYkVNMmFSBzUAAQIDBAUGBwgJCgtCB6J0roCsEoxH5O7Smx0ZgdeHNPB7X3w44YRQX4Ey8YQFBuv/30Bo"
    + "YQ=="

  @Test func theGuideHasTheseLines() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let guide = try text("Sources/NamespacedDefaultsSecrets/NamespacedDefaultsSecrets.docc/KeepingSecrets.md")
    #expect(guide.contains("```swift\n" + (try text("Examples/Sources/Secrets/AESGCMSeal.swift")) + "```\n"))
  }

  private func bytes(_ hexadecimal: String) -> Data {
    var rest = Substring(hexadecimal)
    var bytes = Data()
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
