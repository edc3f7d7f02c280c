import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

@Suite struct JSONStoreTests {
  @Test(arguments: StoreBattery.allCases) func theStoreKeepsThePromisesOfEveryStore(_ promise: StoreBattery) throws {
    let directory = try JSONDirectory()
    try promise.check(
      reopening: { try directory.store() },
      whileFailing: { body in
        // In place of the lock there is something that cannot be locked.
        let lock = directory.path + "/.tool.json.lock"
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: ".")
        defer { try? FileManager.default.removeItem(atPath: lock) }
        try body()
      }
    )
  }

  @Test(arguments: StoreBattery.allCases) func layersOfSuchFilesKeepThemToo(_ promise: StoreBattery) throws {
    let directory = try JSONDirectory()
    try promise.check(reopening: {
      LayeredStore([
        Layer(EnvironmentStore(prefix: "T", environment: [:])), Layer(try directory.store()),
        Layer(try JSONStore(path: directory.path + "/machine.json"), isReadOnly: true),
      ])
    })
  }

  @Test func aReadCreatesNothing() throws {
    let directory = try JSONDirectory()
    let store = try JSONStore(path: directory.path + "/new/tool.json")
    #expect(try store.value(forKey: "a") == nil)
    #expect(try store.keys() == [])
    try store.synchronize()
    #expect(try directory.names == [])
  }

  @Test func theSchemaOfTheFileIsNoSetting() throws {
    let directory = try JSONDirectory()
    let path = directory.path + "/tool.json"
    try Data(#"{"$schema": "./tool.schema.json", "a": 1, "n": {"$schema": 2}}"#.utf8).write(to: URL(filePath: path))
    let store = try JSONStore(path: path)
    #expect(try store.keys().sorted() == ["a", "n.$schema"])
    #expect(try store.value(forKey: "$schema") == nil)
    let export = String(decoding: try store.export(as: .json, includingNested: true), as: UTF8.self)
    #expect(!export.contains("schema.json"))
    let audit = NamespaceAudit(keys: [DefaultsKey("n.$schema", defaultValue: 0, store: store)])
    #expect(audit.undeclaredKeys == ["a"])
    #expect(try audit.validate().count == 1)
    #expect(throws: DefaultsError.self) { try store.set("b", forKey: "$schema") }
    try store.removeAll()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == #"{"$schema": "./tool.schema.json"}"#)
  }

  @Test func theFirstWriteCreatesTheFileForItsOwnerAlone() throws {
    let directory = try JSONDirectory()
    let store = try JSONStore(path: directory.path + "/a/b/tool.json")
    try store.set(1, forKey: "n.a")
    #expect(try mode(store.path) == 0o600)
    #expect(try mode(directory.path + "/a") == 0o700)
    #expect(try mode(directory.path + "/a/b") == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path + "/a/b").sorted() == [
        ".tool.json.lock", "tool.json",
      ]
    )
    #expect(try String(contentsOfFile: store.path, encoding: .utf8) == "{\n  \"n\": {\n    \"a\": 1\n  }\n}\n")
  }

  @Test func otherPermissionsAreThoseOfTheFileAndItsDirectories() throws {
    let directory = try JSONDirectory()
    let store = try JSONStore(path: directory.path + "/a/tool.json", permissions: 0o644)
    try store.set(1, forKey: "a")
    #expect(try mode(store.path) == 0o644)
    #expect(try mode(directory.path + "/a") == 0o755)
  }

  @Test func aWriteKeepsThePermissions() throws {
    let directory = try JSONDirectory()
    try directory.write("{}")
    #expect(chmod(directory.file, 0o640) == 0)
    let former = try attribute(.systemFileNumber, of: directory.file)
    try directory.store().set(1, forKey: "a")
    #expect(try attribute(.systemFileNumber, of: directory.file) != former, "it is another file")
    #expect(try mode(directory.file) == 0o640)
  }

  private func mode(_ path: String) throws -> Int? { try attribute(.posixPermissions, of: path) }

  private func attribute(_ key: FileAttributeKey, of path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[key] as? NSNumber)?.intValue
  }

  @Test func aLinkStaysALink() throws {
    let directory = try JSONDirectory()
    try FileManager.default.createDirectory(atPath: directory.path + "/dotfiles", withIntermediateDirectories: false)
    try Data("{\"a\": 1}".utf8).write(to: URL(fileURLWithPath: directory.path + "/dotfiles/it.json"))
    try FileManager.default.createSymbolicLink(atPath: directory.file, withDestinationPath: "dotfiles/it.json")
    let store = try directory.store()
    try store.set(2, forKey: "a")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.file) == "dotfiles/it.json")
    #expect(try directory.text() == "{\"a\": 2}")
    #expect(try directory.names == ["dotfiles", "tool.json"])
  }

  @Test func storesOfOneFileShareTheirContents() throws {
    let directory = try JSONDirectory()
    let stores = try [directory.file, directory.path + "/./tool.json", directory.path + "//tool.json"].map {
      try JSONStore(path: $0)
    }
    #expect(stores.allSatisfy { $0.context === stores[0].context })
    #expect(try JSONStore(path: directory.path + "/other.json").context !== stores[0].context)
  }

  @Test func storesOfOneFileGoApartWhereTheirLinksDo() throws {
    let directory = try JSONDirectory()
    let links = ["one.json", "other.json"].map { directory.path + "/" + $0 }
    try directory.write("{\"a\": 1}")
    try "{\"a\": 2}".write(toFile: directory.path + "/second.json", atomically: false, encoding: .utf8)
    for link in links { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "tool.json") }
    let stores = try links.map { try JSONStore(path: $0) }
    let error = #expect(throws: DefaultsError.self) {
      try stores[0].update("a") { _ in try stores[1].set(.integer(5), forKey: "b") }
    }
    #expect(error?.code == .lockTimeout, "it would wait for itself")
    #expect(error?.message.contains("one.json") == true, "it waits for another process")
    try FileManager.default.removeItem(atPath: links[1])
    try FileManager.default.createSymbolicLink(atPath: links[1], withDestinationPath: "second.json")
    for store in stores { try store.synchronize() }
    #expect(try stores.map { try $0.value(forKey: "a") } == [.integer(1), .integer(2)])
  }

  /// Changes of an object, of which a deeper member is remembered.
  @Test(arguments: ["by another program", "of the object", "of the object around it", "removal", "removal of all"])
  func aMemberOfAnObjectIsReadAgainAfterAChange(_ change: String) throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"Server": {"tls": {"enabled": true}}}"#)
    let store = try directory.store()
    let key = DefaultsKey("Server.tls.enabled", defaultValue: false, store: store)
    for _ in 1...100 { #expect(key.value) }
    switch change {
    case "by another program":
      try directory.replace(by: #"{"Server": {"tls": {"enabled": false}}}"#)
      try store.synchronize()
    case "of the object": try store.set(["enabled": false], forKey: "Server.tls")
    case "of the object around it": try store.set(["tls": ["enabled": false]], forKey: "Server")
    case "removal": try store.removeAll { $0 == "Server.tls.enabled" }
    default: try store.removeAll()
    }
    #expect(!key.value)
  }

  @Test func aFileThatHasLongGoneIsEmptyAtTheFirstRead() async throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    #expect(try store.value(forKey: "a") == 1)
    try FileManager.default.removeItem(atPath: directory.file)
    try await Task.sleep(for: .milliseconds(300))
    #expect(try store.value(forKey: "a") == nil)
  }

  @Test func aMemberMayGetItsNameInAnotherUnicodeForm() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"A\": {\"p\": {\"e\u{301}\": 1}}}")
    let store = try directory.store()
    try store.set(["\u{e9}": 1], forKey: "A.p")
    #expect(try store.value(forKey: "A.p") == ["\u{e9}": 1])
  }

  @Test(arguments: ["0x1FFFFFFFFFFFFFFFF", "-0xFFFFFFFFFFFFFFFF"])
  func aHexadecimalNumberThatNothingFitsIsItsText(number: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"id\": \(number), \"port\": 80}")
    let store = try directory.store()
    #expect(try store.value(forKey: "id") == .string(number))
    #expect(try store.value(forKey: "port") == 80)
  }

  #if os(Linux)
    @Test func aFileOnANetworkIsReportedOnce() throws {
      let directory = try JSONDirectory()
      let problems = Lockbox<[String]>([])
      try LinuxCalls.$fileSystemType.withValue(0x6969) {
        try Defaults.withProblemHandler({ problem in problems.change { $0.append(problem.kind.rawValue) } }) {
          let store = try JSONStore(path: directory.file)
          try store.set(.integer(1), forKey: "a")
          #expect(try store.value(forKey: "a") == .integer(1))
          try store.synchronize()
        }
      }
      #expect(problems.value == ["networkFile"])
    }
  #endif

  @Test func aDirectoryThatHasGoneIsAnError() throws {
    let directory = try JSONDirectory()
    let store = try JSONStore(path: directory.path + "/d/tool.json")
    try store.set(.integer(1), forKey: "a")
    try FileManager.default.removeItem(atPath: directory.path + "/d")
    #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
    #expect(try directory.names == [])
  }

  /// As in a container with a file of the host, which the host replaces.
  @Test(.enabled(if: getuid() == 0, "only root can mount"))
  func whatIsWrittenIntoAFileThatIsMountedAloneIsAnError() throws {
    let directory = try JSONDirectory()
    let mounted = directory.path + "/mounted.json"
    try directory.write("{\"a\": 1}")
    try "".write(toFile: mounted, atomically: false, encoding: .utf8)
    guard run("mount", "--bind", directory.file, mounted) else { return }
    defer { #expect(run("umount", mounted)) }
    let store = try JSONStore(path: mounted)
    let busy = #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
    #expect(busy?.message.hasSuffix("(where the file alone is mounted, mount its directory)") == true)
    try "{\"a\": 3}".write(toFile: directory.file, atomically: true, encoding: .utf8)
    let nameless = #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
    #expect(nameless?.code == .overwrittenFile)
  }

  @Test(arguments: ["", ".", "../a", "a//b", "a\0"]) func aNameLeadsNowhereElse(_ name: String) {
    let error = #expect(throws: DefaultsError.self) { try JSONStore(name: name) }
    #expect(error?.code == .invalidStoreName)
  }

  @Test func aNameIsAFileInThePlace() throws {
    #expect(try JSONStore(name: "json-tests/tool").path == FileStore.directory(of: .config) + "/json-tests/tool.json")
    #expect(try JSONStore(name: "tool").label == "JSONStore \"tool.json\"")
    #expect(try JSONStore(url: URL(fileURLWithPath: "/no/such/~/tool.json")).path == "/no/such/~/tool.json")
    #expect(throws: DefaultsError.self) { try JSONStore(url: URL(string: "https://a.example/tool.json")!) }
  }

  @Test func whatOnlyChangesItsFormIsNotWritten() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"n\": {\"a\": {\"x\": 1}}}")
    let store = try directory.store()
    let before = try FileManager.default.attributesOfItem(atPath: directory.file)[.systemFileNumber] as? NSNumber
    try store.set(.data(Data("{\"x\":1}".utf8)), forKey: "n.a")
    #expect(try FileManager.default.attributesOfItem(atPath: directory.file)[.systemFileNumber] as? NSNumber == before)
  }

  @Test func aNameBelowAnObjectIsAnnouncedWithTheObject() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"profile\": {\"name\": \"Ann\"}}")
    let store = try directory.store()
    let heard = Collector<DefaultsChange>()
    let observation = DefaultsAdapter(store: store)["profile"].key(as: PropertyListValue.self).observe { _ in
      heard.append(DefaultsChange(key: "profile", oldValue: nil, newValue: try? store.value(forKey: "profile")))
    }
    try store.set("Bob", forKey: "profile.name")
    #expect(heard.all == [DefaultsChange(key: "profile", oldValue: nil, newValue: ["name": "Bob"])])
    withExtendedLifetime(observation) {}
  }
}
