import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaultsSecrets

/// What is left to do where a key is lost.
@Suite struct BeginAnewTests {
  private let directory: SecretsDirectory

  init() throws { directory = try SecretsDirectory() }

  enum Base: CaseIterable { case memory, file, json, keychain, layers }

  /// Returns a store that may be beneath a sealed one.
  private func make(_ base: Base) throws -> any DefaultsStore {
    switch base {
    case .memory: InMemoryStore()
    case .file: try FileStore(path: directory.file)
    case .json: try JSONStore(path: directory.path + "/secrets.json")
    case .keychain: FakeKeychain().store()
    case .layers: LayeredStore([InMemoryStore(), InMemoryStore()])
    }
  }

  @Test(arguments: Base.allCases) func everyStoreBeginsAnew(_ base: Base) throws {
    let base = try make(base)
    try SealedStore(over: base, seal: TestSeal("lost", key: 1)).set(["token": "secret", "other": 1])
    try base.set("plain", forKey: "plain")
    let store = SealedStore(over: base, seal: TestSeal("new", key: 2))
    #expect(code { try store.checkSeal() } == .unknownSeal)
    try store.removeAllAndBeginAnew()
    #expect(try base.keys() == ["plain"])
    try store.checkSeal()
    #expect(try store.value(forKey: "token") == nil)
    try store.set("new secret", forKey: "token")
    #expect(try SealedStore(over: base, seal: TestSeal("new", key: 2)).value(forKey: "token") == "new secret")
  }

  @Test(arguments: ["NamespacedDefaults.seal", "token"]) func whatALaterVersionOrADamageLeftGoesToo(name: String) throws
  {
    let base = InMemoryStore()
    let store = SealedStore(over: base, seal: TestSeal())
    try store.set(["token": "secret", "other": "another"])
    try base.set(.data(Data("NDS".utf8) + [2, 7]), forKey: name)
    try store.removeAllAndBeginAnew()
    #expect(base.keys() == [])
  }

  @Test func aStoreWithoutItsIDBeginsAnew() throws {
    let base = InMemoryStore()
    let store = SealedStore(over: base, seal: TestSeal())
    try store.set("secret", forKey: "token")
    try base.set(nil, forKey: "NamespacedDefaults.seal")
    #expect(code { try store.checkSeal() } == .brokenSeal)
    try store.removeAllAndBeginAnew()
    try store.set("new", forKey: "token")
    #expect(try store.value(forKey: "token") == "new")
  }

  @Test func aLayerThatIsNotWrittenLeavesEverythingAsItWas() throws {
    let (upper, lower) = (InMemoryStore(), InMemoryStore())
    try SealedStore(over: lower, seal: TestSeal("lost", key: 1)).set("secret", forKey: "token")
    try SealedStore(over: upper, seal: TestSeal("lost", key: 1)).set("secret", forKey: "other")
    let store = SealedStore(over: LayeredStore([upper, lower]), seal: TestSeal("new", key: 2))
    #expect(code { try store.removeAllAndBeginAnew() } == .unknownSeal)
    #expect(upper.keys().sorted() == ["NamespacedDefaults.seal", "other"])
  }

  @Test func theErrorNamesTheCall() throws {
    let base = InMemoryStore()
    try SealedStore(over: base, seal: TestSeal("lost", key: 1)).set("secret", forKey: "token")
    let error = try #require(throws: DefaultsError.self) {
      try SealedStore(over: base, seal: TestSeal("new", key: 2)).value(forKey: "token")
    }
    #expect(
      "\(error)"
        == "the id of the store was sealed by the key \"lost\", which the program has not given; if that key is "
        + "lost, removeAllAndBeginAnew() removes everything that is sealed"
    )
  }

  @Test func aDamagedKeyFileGetsNoNewKey() throws {
    let key = try SealingKey.stored(in: FileStore(path: directory.file))
    let sound = try Data(contentsOf: URL(fileURLWithPath: directory.file))
    var refused = 0
    for index in 0..<(2 * sound.count) {
      // First a byte is changed, then the end is cut off.
      var damaged = sound
      if index < sound.count { damaged[index] ^= 0x40 } else { damaged = sound.prefix(index - sound.count) }
      guard !damaged.isEmpty else { continue }
      let other = try SecretsDirectory()
      try damaged.write(to: URL(fileURLWithPath: other.file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other.file)
      for _ in 0..<2 {
        do {
          #expect(try SealingKey.stored(in: FileStore(path: other.file)).bytes == key.bytes, "\(index)")
        } catch let error as DefaultsError {
          refused += 1
          let codes: [DefaultsError.Code] = [.unusableKey, .unreadableFile]
          #expect(codes.contains(error.code), "\(index): \(error)")
        }
      }
    }
    #expect(refused > 0)
  }
}
