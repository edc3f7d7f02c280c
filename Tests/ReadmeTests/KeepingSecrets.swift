// The code of the article on keeping secrets, and of the landing page of its module.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaultsSecrets

#if !canImport(CryptoKit)
  /// A stand-in where there is no CryptoKit.
  ///
  /// It keeps nothing secret; the examples have the one of swift-crypto.
  struct AESGCMSeal: ValueSeal {
    let id: String
    private let key: SealingKey

    init(_ key: SealingKey) {
      self.key = key
      id = Data(key.bytes.prefix(9)).base64EncodedString()
    }

    func seal(_ value: Data, authenticating data: Data) -> Data { key.bytes + value }

    func open(_ sealed: Data, authenticating data: Data) throws -> Data {
      guard sealed.starts(with: key.bytes) else { throw CocoaError(.coderInvalidValue) }
      return Data(sealed.dropFirst(key.bytes.count))
    }
  }
#endif

#if !canImport(Security)
  extension KeychainStore {
    /// A stand-in where there is no Keychain.
    convenience init(service: String) {
      self.init(
        LockedKeychain(),
        service: service,
        accessGroup: nil,
        accessibility: nil,
        isSynchronizable: false
      )
    }
  }

  /// The Keychain of a device that is locked.
  private final class LockedKeychain: KeychainItems {
    private let status = KeychainStatus.interactionNotAllowed

    func data(of item: KeychainItem) -> (KeychainStatus, Data?) { (status, nil) }
    let known = Guarded(KnownKeychain())
    func accounts(in place: KeychainPlace) -> (KeychainStatus, [String: KeychainStore.Accessibility?]) { (status, [:]) }
    func add(_ data: Data, as item: KeychainItem, _ a: KeychainStore.Accessibility) -> (KeychainStatus, String?) {
      (status, nil)
    }
    func update(_ item: KeychainItem, to data: Data?, _ a: KeychainStore.Accessibility) -> KeychainStatus { status }
    func delete(_ item: KeychainItem) -> KeychainStatus { status }
    func message(for status: KeychainStatus) -> String? { nil }
  }
#endif

private let secretFile = InMemoryStore()
private let secrets = SealedStore(over: secretFile, seal: AESGCMSeal(SealingKey()))

enum Credentials: StringDefaultSettable {
  enum StringKey: String, CaseIterable { case token }
  static let isSecret = true
  static var store: any DefaultsStore { secrets }
}

enum Login: StringDefaultSettable {
  enum StringKey: String, CaseIterable { case password }
  static let isSecret = true
  static let store: any DefaultsStore =
    KeychainStore(service: "org.example.Viewer")
}

func openSecrets() throws -> SealedStore {
  let keychain = KeychainStore(service: "org.example.Viewer")
  let seal = AESGCMSeal(try .stored(in: keychain))
  return SealedStore(over: try FileStore(name: "secrets"), seal: seal)
}

func openSecretsOfTool() throws -> SealedStore {
  // Made at the first use, with mode 0600; two processes get the same.
  let key = try SealingKey.stored(in: FileStore(name: "tool/key"))
  let file = try FileStore(name: "tool/secrets")
  return SealedStore(over: file, seal: AESGCMSeal(key))
}

func openSecretsOfService() throws -> SealedStore {
  // LoadCredentialEncrypted=tool.key in the unit.
  let key = try SealingKey.credential("tool.key")
  let file = try FileStore(name: "tool/secrets", in: .state)
  return SealedStore(over: file, seal: AESGCMSeal(key))
}

func rotate(_ keys: FileStore, over base: FileStore) throws {
  let old = AESGCMSeal(try .stored(in: keys))
  let new = AESGCMSeal(try .stored(as: "2027", in: keys))
  let store = SealedStore(over: base, seal: new, opening: [old])
  // All values or none, also while others write.
  try store.reseal()
  try base.compact()  // takes what the older key opens out of the file
}

@Suite(.isolatedDefaults)
struct KeepingSecretsTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "KeepingSecrets")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "KeepingSecrets.swift")
    try MarkdownFile(article: "NamespacedDefaultsSecrets").expectBlocks(in: "KeepingSecrets.swift")
  }

  @Test func aSettableKeepsASecret() {
    Credentials.set("my token", forKey: .token)
    #expect(Credentials.string(forKey: .token) == "my token")
    #expect(secretFile.keys().sorted() == ["Credentials.token", "NamespacedDefaults.seal"])
  }

  @Test func aToolKeepsItsKeyInAFileAndRotatesIt() throws {
    let store = try openSecretsOfTool()
    try store.set("my token", forKey: "token")
    let file = try FileStore(name: "tool/secrets")
    let keys = try FileStore(name: "tool/key")
    try rotate(keys, over: file)
    let reader = SealedStore(over: file, seal: AESGCMSeal(try .stored(as: "2027", in: keys)))
    #expect(try reader.value(forKey: "token") == "my token")
    #expect(throws: DefaultsError.self) { try openSecretsOfTool().value(forKey: "token") }
  }

  @Test func withoutACredentialAServiceDoesNotOpen() throws {
    let error = try #require(throws: DefaultsError.self) { try openSecretsOfService() }
    #expect(error.code == .unusableKey)
  }

  #if !canImport(Security)
    @Test func whileTheDeviceIsLockedThereIsNoKey() throws {
      let error = try #require(throws: DefaultsError.self) { try openSecrets() }
      #expect(error.code == .notReadableYet)
      #expect(throws: DefaultsError.self) { try Login.key(.password).read() }
    }
  #endif
}
