// The code of the article on keeping secrets, and of the landing page of its module.

import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults
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
        DeviceKeychain.shared,
        service: service,
        accessGroup: nil,
        accessibility: nil,
        isSynchronizable: false
      )
    }
  }

  /// The Keychain of a device, which is locked at first.
  private final class DeviceKeychain: KeychainItems {
    static let shared = DeviceKeychain()
    /// The data by the accounts of one service; `nil` while the device is locked.
    let items = Guarded<[String: Data]?>(nil)
    let known = Guarded(KnownKeychain())

    private func call(_ body: (inout [String: Data]) -> KeychainStatus) -> KeychainStatus {
      items.withLock { items in
        guard var unlocked = items else { return .interactionNotAllowed }
        defer { items = unlocked }
        return body(&unlocked)
      }
    }

    func data(of item: KeychainItem) -> (KeychainStatus, Data?) {
      let data = items.withLock { $0?[item.account] }
      return (call { _ in data == nil ? .itemNotFound : .success }, data)
    }

    func accounts(in place: KeychainPlace) -> (KeychainStatus, [String: KeychainStore.Accessibility?]) {
      (call { $0.isEmpty ? .itemNotFound : .success }, [:])
    }

    func add(_ data: Data, as item: KeychainItem, _ a: KeychainStore.Accessibility) -> (KeychainStatus, String?) {
      let status = call { items in
        guard items[item.account] == nil else { return .duplicateItem }
        items[item.account] = data
        return .success
      }
      return (status, "TEAM.org.example.Viewer")
    }

    func update(_ item: KeychainItem, to data: Data?, _ a: KeychainStore.Accessibility) -> KeychainStatus {
      call { items in
        guard items[item.account] != nil else { return .itemNotFound }
        items[item.account] = data ?? items[item.account]
        return .success
      }
    }

    func delete(_ item: KeychainItem) -> KeychainStatus {
      call { $0.removeValue(forKey: item.account) == nil ? .itemNotFound : .success }
    }

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

func openSecrets(beginAnew: () -> Bool) throws -> SealedStore {
  let keychain = KeychainStore(service: "org.example.Viewer")
  let seal = AESGCMSeal(try .stored(in: keychain))
  let file = try FileStore(name: "secrets")
  let secrets = SealedStore(over: file, seal: seal)
  do {
    try secrets.checkSeal()
  } catch let error as DefaultsError
    where error.code == .unknownSeal && beginAnew()
  {
    try secrets.removeAllAndBeginAnew()
  }
  return secrets
}

func openSecretsOfTool() throws -> SealedStore {
  // Each key is made at its first use, with mode 0600. The last one
  // seals, and all of them open.
  let keys = try FileStore(name: "tool/keys")
  let names = try keys.keys().sorted {
    $0.compare($1, options: .numeric) == .orderedAscending
  }
  let seals = try (names.isEmpty ? ["2026"] : names).map {
    AESGCMSeal(try .stored(as: $0, in: keys))
  }
  let file = try FileStore(name: "tool/secrets")
  return SealedStore(over: file, seal: seals.last!, opening: seals)
}

func openSecretsOfService() throws -> SealedStore {
  // LoadCredentialEncrypted=tool.key in the unit.
  let key = try SealingKey.credential("tool.key")
  let file = try FileStore(name: "tool/secrets", in: .state)
  return SealedStore(over: file, seal: AESGCMSeal(key))
}

func rotate(to name: String) throws {
  _ = try SealingKey.stored(as: name, in: FileStore(name: "tool/keys"))
  // All values or none, also while others write.
  try openSecretsOfTool().reseal()
  // Takes what the older key opens out of the file.
  try FileStore(name: "tool/secrets").compact()
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
    Defaults.withStore(Credentials.store) {
      Credentials.set("my token", forKey: .token)
      #expect(Credentials.string(forKey: .token) == "my token")
    }
    #expect(secretFile.keys().sorted() == ["Credentials.token", "NamespacedDefaults.seal"])
  }

  @Test func withoutACredentialAServiceDoesNotOpen() throws {
    let error = try #require(throws: DefaultsError.self) { try openSecretsOfService() }
    #expect(error.code == .unusableKey)
  }

  // Only a process of its own may change its environment.
  #if os(Linux) || os(macOS)
    @Test func aServiceOpensWithItsCredential() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        try FileManager.default.createDirectory(atPath: directory.url.path, withIntermediateDirectories: true)
        for variable in ["CREDENTIALS_DIRECTORY", "STATE_DIRECTORY", "HOME"] { setenv(variable, directory.url.path, 1) }
        let key = SealingKey().bytes.base64EncodedString() + "\n"
        try Data(key.utf8).write(to: directory.url.appending(path: "tool.key"))
        chmod(directory.url.path + "/tool.key", 0o400)
        try openSecretsOfService().set("my token", forKey: "token")
        #expect(try openSecretsOfService().value(forKey: "token") == "my token")
      }
    }

    @Test func aToolThatIsKilledAtAnyStepOfItsFirstUseBeginsAgain() async {
      await #expect(processExitsWith: .success) {
        let home = try Home()
        try home.killedAtEachStep {
          try openSecretsOfTool().set("my token", forKey: "token")
        } then: {
          let token = try openSecretsOfTool().value(forKey: "token")
          #expect(token == nil || token == "my token")
          try openSecretsOfTool().set("another", forKey: "token")
          #expect(try openSecretsOfTool().value(forKey: "token") == "another")
        }
      }
    }

    @Test func theKeyOfTheLatestRotationSeals() async {
      await #expect(processExitsWith: .success) {
        let home = try Home()
        try openSecretsOfTool().set("my token", forKey: "token")
        for name in ["2026-9", "2026-10"] { try rotate(to: name) }
        let keys = try FileStore(name: "tool/keys")
        try keys.set(["2026": nil, "2026-9": nil])
        #expect(try openSecretsOfTool().value(forKey: "token") == "my token")
        withExtendedLifetime(home) {}
      }
    }

    @Test func aToolThatIsKilledAtAnyStepOfARotationKeepsItsSecrets() async {
      await #expect(processExitsWith: .success) {
        let home = try Home()
        try openSecretsOfTool().set("my token", forKey: "token")
        try home.killedAtEachStep {
          try rotate(to: "2027")
        } then: {
          #expect(try openSecretsOfTool().value(forKey: "token") == "my token")
          try rotate(to: "2027")
          let keys = try FileStore(name: "tool/keys")
          try keys.set(nil, forKey: "2026")
          #expect(try openSecretsOfTool().value(forKey: "token") == "my token")
        }
      }
    }
  #endif

  #if !canImport(Security)
    @Test func whileTheDeviceIsLockedThereIsNoKey() throws {
      let error = try #require(throws: DefaultsError.self) { try openSecrets { true } }
      #expect(error.code == .notReadableYet)
      #expect(throws: DefaultsError.self) { try Defaults.withStore(Login.store) { try Login.key(.password).read() } }
    }

    @Test func onANewPhoneAPersonSignsInAgain() async {
      await #expect(processExitsWith: .success) {
        let home = try Home()
        DeviceKeychain.shared.items.withLock { $0 = [:] }
        try openSecrets { false }.set("my token", forKey: "token")
        do {
          let secrets = try openSecrets { false }
          #expect(try secrets.value(forKey: "token") == "my token")
        }
        // A backup has brought the file, and not the key.
        DeviceKeychain.shared.items.withLock { $0 = [:] }
        let error = #expect(throws: DefaultsError.self) { try openSecrets { false } }
        #expect(error?.code == .unknownSeal)
        try home.killedAtEachStep {
          let secrets = try openSecrets { true }
          #expect(try secrets.value(forKey: "token") == nil)
        } then: {
          try openSecrets { true }.set("a new token", forKey: "token")
          let secrets = try openSecrets { false }
          #expect(try secrets.value(forKey: "token") == "a new token")
        }
      }
    }
  #endif
}

/// A home directory of this process.
private struct Home {
  private let directory = TemporaryFile()
  private var path: String { directory.url.path + "/home" }

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for variable in ["HOME", "XDG_CONFIG_HOME"] { setenv(variable, path, 1) }
  }

  /// Runs a closure, and another one for each state of the home in which a kill would have left it.
  func killedAtEachStep(_ body: () throws -> Void, then check: () throws -> Void) throws {
    let states = Guarded(0)
    let (path, copies) = (path, directory.url.path + "/copies")
    try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
    try FileSystemChange.observe(callsToo: true) { change in
      guard change.path.hasPrefix(path) else { return }
      states.withLock { count in
        try? FileManager.default.copyItem(atPath: path, toPath: "\(copies)/\(count)")
        count += 1
      }
    } during: {
      try body()
    }
    let count = states.withLock { $0 }
    #expect(count > 5)
    for index in 0..<count {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: "\(copies)/\(index)", toPath: path)
      try check()
    }
    try FileManager.default.removeItem(atPath: copies)
  }
}
