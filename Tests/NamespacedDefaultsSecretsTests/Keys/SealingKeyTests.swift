import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaultsSecrets

/// Where a key comes from.
@Suite struct SealingKeyTests {
  private let directory: SecretsDirectory

  init() throws { directory = try SecretsDirectory() }

  @Test func aFileKeepsTheKeyThatWasMadeAtTheFirstUse() throws {
    let key = try SealingKey.stored(in: FileStore(path: directory.file))
    #expect(key.bytes.count == 32)
    #expect(try SealingKey.stored(in: FileStore(path: directory.file)).bytes == key.bytes)
    #expect(try SealingKey.stored(as: "next", in: FileStore(path: directory.file)).bytes != key.bytes)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func ofProcessesThatBeginTogetherOneMakesTheKey() throws {
    let processes = try (0..<6).map { _ in try SecretsProcess(directory.file, "key") }
    let keys = Set(processes.map { $0.finish() })
    #expect(keys.count == 1)
    let key = try SealingKey.stored(in: FileStore(path: directory.file))
    #expect(keys == [key.bytes.base64EncodedString() + "\n"])
  }

  @Test func aKeyThatAnotherProgramMakesMeanwhileCounts() throws {
    let other = SealingKey().bytes
    let store = StoreWithARival(writing: .data(other))
    #expect(try SealingKey.stored(in: store).bytes == other)
    #expect(try store.value(forKey: "sealingKey") == .data(other))
  }

  @Test(arguments: [0o644, 0o640, 0o602]) func aFileThatOthersCanUseIsRefused(permissions: Int) throws {
    _ = try SealingKey.stored(in: FileStore(path: directory.file))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: directory.file)
    #expect(code { _ = try SealingKey.stored(in: FileStore(path: directory.file)) } == .unusableKey)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.file)
    #expect(code { _ = try SealingKey.stored(in: FileStore(path: directory.file)) } == nil)
  }

  @Test(arguments: [false, true]) func everyStoreWhoseFileOthersCanReadIsRefused(isLayered: Bool) throws {
    let store: any DefaultsStore =
      isLayered
      ? LayeredStore([InMemoryStore(), try FileStore(path: directory.file)]) : try JSONStore(path: directory.file)
    let key = SealingKey()
    try (isLayered ? FileStore(path: directory.file) : store).set(.data(key.bytes), forKey: "sealingKey")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory.file)
    #expect(code { _ = try SealingKey.stored(in: store) } == .unusableKey)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.file)
    #expect(try SealingKey.stored(in: store).bytes == key.bytes)
  }

  @Test(arguments: [0o666, 0o660, 0o602]) func aMountedFileThatOthersCanWriteIsRefused(permissions: Int) throws {
    let path = directory.path + "/tool.key"
    try SealingKey().bytes.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    #expect(code { _ = try SealingKey(contentsOf: URL(fileURLWithPath: path)) } == .unusableKey)
    let credential = try SecretsProcess(
      "",
      "credential",
      "tool.key",
      environment: ["CREDENTIALS_DIRECTORY": directory.path]
    )
    #expect(credential.finish() == "unusableKey\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(code { _ = try SealingKey(contentsOf: URL(fileURLWithPath: path)) } == nil)
  }

  @Test(arguments: ["a text", .data(Data(count: 31))] as [PropertyListValue])
  func whatIsNoKeyIsRefusedAndStays(_ value: PropertyListValue) throws {
    let store = InMemoryStore(["sealingKey": value])
    #expect(code { _ = try SealingKey.stored(in: store) } == .unusableKey)
    #expect(store.value(forKey: "sealingKey") == value)
  }

  @Test func theKeychainKeepsAKey() throws {
    let keychain = FakeKeychain()
    let key = try SealingKey.stored(in: keychain.store())
    #expect(keychain.calls == ["list", "read", "add"])
    #expect(try SealingKey.stored(in: keychain.store()).bytes == key.bytes)
  }

  @Test func theKeyOfWhoeverWasFirstInTheKeychainCounts() throws {
    let keychain = FakeKeychain()
    let other = FakeKeychain()
    let first = try SealingKey.stored(in: other.store())
    let items = other.state.value.items
    keychain.state.change { $0.beforeAdd = { $0 = items } }
    #expect(try SealingKey.stored(in: keychain.store()).bytes == first.bytes)
    #expect(keychain.state.value.items == items)
  }

  @Test func aLockedDeviceMakesNoKey() throws {
    let keychain = FakeKeychain()
    keychain.state.change { $0.failure = .interactionNotAllowed }
    #expect(code { _ = try SealingKey.stored(in: keychain.store()) } == .notReadableYet)
    #expect(keychain.accounts == [])
  }

  @Test func aKeyOfTheKeychainThatCannotBeReadYetIsNotMadeAgain() throws {
    let keychain = FakeKeychain()
    let key = try SealingKey.stored(in: keychain.store())
    keychain.state.change { $0.unfound = ["sealingKey"] }
    #expect(code { _ = try SealingKey.stored(in: keychain.store()) } == .notReadableYet)
    keychain.state.change { $0.unfound = [] }
    #expect(try SealingKey.stored(in: keychain.store()).bytes == key.bytes)
  }

  @Test func aMountedFileHasTheBytesOrTheirBase64() throws {
    let key = SealingKey()
    let url = URL(fileURLWithPath: directory.path + "/key")
    for contents in [key.bytes, Data((key.bytes.base64EncodedString() + "\n").utf8)] {
      try contents.write(to: url)
      #expect(try SealingKey(contentsOf: url).bytes == key.bytes)
    }
    for contents in [Data(), key.bytes.dropLast(), key.bytes + [0], Data("a password of 32 letters and more".utf8)] {
      try contents.write(to: url)
      #expect(code { _ = try SealingKey(contentsOf: url) } == .unusableKey, "\(contents.count) bytes")
    }
    #expect(code { _ = try SealingKey(contentsOf: URL(fileURLWithPath: "/nowhere/key")) } == .failedSystemCall)
  }

  @Test func aCredentialIsGivenByItsName() throws {
    let key = SealingKey()
    try key.bytes.write(to: URL(fileURLWithPath: directory.path + "/tool.key"))
    func credential(_ name: String, in directory: String? = nil) throws -> String {
      let environment = directory.map { ["CREDENTIALS_DIRECTORY": $0] } ?? [:]
      return try SecretsProcess("", "credential", name, environment: environment).finish()
    }
    let path = directory.path
    #expect(try credential("tool.key", in: path) == key.bytes.base64EncodedString() + "\n")
    #expect(try credential("other", in: path) == "failedSystemCall\n")
    #expect(try credential("tool.key") == "unusableKey\n")
    for name in ["../" + path.split(separator: "/").last! + "/tool.key", "", "..", "a/b"] {
      #expect(try credential(name, in: path) == "unusableKey\n", "\(name)")
    }
  }

  @Test func aKeyIsNotPrinted() throws {
    let key = SealingKey()
    var text = "\(key) \(String(reflecting: key))"
    dump(key, to: &text)
    #expect(!text.contains("bytes"))
    #expect(text.contains("SealingKey (256 bits)"))
    #expect(SealingKey().bytes != key.bytes)
    #expect(throws: DefaultsError.self) { try SealingKey(bytes: Data(count: 16)) }
  }
}

/// A store that another program writes to after the first read.
private final class StoreWithARival: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  private let (value, next): (Lockbox<PropertyListValue?>, PropertyListValue)

  /// Creates the store, which has nothing at the first read.
  init(writing next: PropertyListValue) { (value, self.next) = (Lockbox(nil), next) }

  func storedValue(forKey name: String) -> PropertyListValue? {
    let read = value.value
    if read == nil { value.change { [next] in $0 = next } }
    return read
  }

  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}
  func apply(_ changes: [DefaultsChange]) { value.change { $0 = changes[0].newValue } }
  func synchronize() {}
}
