import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

@Suite struct FileStoreTests {
  @Test func valuesAreThereForTheNextStore() throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.string("red"), forKey: "color")
      try store.set(["a": .bool(true), "b": .integer(2), "color": nil])
      try store.set(.integer(3), forKey: "b")
    }
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "a") == .bool(true))
    #expect(try store.value(forKey: "b") == .integer(3))
    #expect(try store.value(forKey: "color") == nil)
    #expect(try store.keys().sorted() == ["a", "b"])
  }

  @Test func readingCreatesNothing() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.path + "/a/b/test.defaults")
    #expect(try store.value(forKey: "a") == nil)
    #expect(try store.keys() == [])
    try store.synchronize()
    #expect(try directory.names() == [])
  }

  @Test func theFirstWriteCreatesPrivateDirectoriesAndAPrivateFile() throws {
    let directory = try TemporaryDirectory()
    try FileStore(path: directory.path + "/a/b/test.defaults").set(.bool(true), forKey: "a")
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: directory.path + path)[.posixPermissions] as? Int
    }
    #expect(try mode("/a") == 0o700)
    #expect(try mode("/a/b") == 0o700)
    #expect(try mode("/a/b/test.defaults") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/a/b") == ["test.defaults"])
  }

  @Test(arguments: [0o600, 0o660]) func aDirectoryIsForTheGroupOfTheOneAbove(permissions: Int) throws {
    let directory = try TemporaryDirectory()
    try #require(chmod(directory.path, 0o2770) == 0)
    try FileStore(path: directory.path + "/a/b/test.defaults", permissions: permissions).set(1, forKey: "a")
    for path in ["/a", "/a/b"] {
      var status = stat()
      try #require(stat(directory.path + path, &status) == 0)
      #expect(status.st_mode & 0o7777 == (permissions == 0o660 ? 0o2770 : 0o2700), "\(path)")
    }
  }

  @Test func anotherUserMayEnterADirectoryFromTheMomentItIsMade() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.path + "/shared/test.defaults", permissions: 0o644)
    let modes = Collector<Int>()
    try FileSystemChange.observe { change in
      guard case .directoryCreation = change.kind, change.path == directory.path + "/shared" else { return }
      var status = stat()
      if stat(change.path, &status) == 0 { modes.append(Int(status.st_mode & 0o777)) }
    } during: {
      try store.set(1, forKey: "a")
    }
    #expect(modes.all == [0o755])
  }

  @Test func aRepeatedValueIsNotWrittenAgain() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.double(.nan), forKey: "a")
    let before = try bytes(ofFile: directory.file())
    try store.set(.double(.nan), forKey: "a")
    #expect(try bytes(ofFile: directory.file()) == before)
  }

  @Test func aDateThatIsNoNumberIsNotWrittenAgain() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let value = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    try store.set(value, forKey: "a")
    let before = try bytes(ofFile: directory.file())
    try store.set(value, forKey: "a")
    #expect(try bytes(ofFile: directory.file()) == before)
  }

  @Test func anotherUnicodeFormInAValueIsWritten() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.dictionary(["\u{e9}": 1]), forKey: "a")
    try store.set(.dictionary(["e\u{301}": 1]), forKey: "a")
    guard case .dictionary(let stored) = try store.value(forKey: "a") else { throw POSIXError(.EINVAL) }
    #expect(stored.keys.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
  }

  @Test func aNameIsOneInEachUnicodeForm() throws {
    let directory = try TemporaryDirectory()
    try FileStore(path: directory.file()).set(.integer(1), forKey: "\u{e9}")
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "e\u{301}") == .integer(1))
    try store.set(.integer(2), forKey: "e\u{301}")
    #expect(try store.keys().count == 1)
    let reopened = try LockedFile(path: store.path)
    #expect(try reopened.value(forKey: "\u{e9}") == .integer(2))
    #expect(try reopened.keys().count == 1)
  }

  @Test func storesOfOnePathShareOneFile() throws {
    let directory = try TemporaryDirectory()
    let first = try FileStore(path: directory.file())
    let second = try FileStore(path: directory.path + "/./test.defaults", durability: .powerLoss)
    #expect(first.context === second.context)
    try second.set(.integer(1), forKey: "a")
    #expect(try first.value(forKey: "a") == .integer(1))
    #expect(try FileStore(path: directory.file("other")).context !== first.context)
  }

  @Test func anEmptyFileIsAnEmptyStore() throws {
    let directory = try TemporaryDirectory()
    try write([], toFile: directory.file())
    let store = try FileStore(path: directory.file())
    #expect(try store.keys() == [])
    try store.set(.integer(1), forKey: "a")
    #expect(try LogReport(path: directory.file()).keyCount == 1)
  }

  @Test func aValueOfSeveralMegabytesComesBack() throws {
    let directory = try TemporaryDirectory()
    let value = PropertyListValue.data(Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }))
    do {
      try FileStore(path: directory.file()).set(value, forKey: "large")
    }
    #expect(try FileStore(path: directory.file()).value(forKey: "large") == value)
  }

  @Test func aValueThatCannotBeStoredIsAClearErrorAndChangesNothing() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let deep = (0..<200).reduce(PropertyListValue.bool(true)) { value, _ in .array([value]) }
    let large = PropertyListValue.data(Data(count: 64 << 20))
    #expect(
      throws: DefaultsError.notEncodable(type: "the value for \"a\"", reason: "it nests deeper than 128 levels")
    ) { try store.set(["a": deep, "b": .integer(2)]) }
    #expect(
      throws: DefaultsError.notEncodable(type: "the value for \"a\"", reason: "with its key it takes more than 64 MiB")
    ) { try store.set(large, forKey: "a") }
    #expect(try store.value(forKey: "a") == .integer(1))
    #expect(try store.value(forKey: "b") == nil)
    try store.set(.integer(3), forKey: "b")
    #expect(try LogReport(path: directory.file()).damage == [])
  }

  @Test func aThrowingUpdateWritesNothing() throws {
    struct Stop: Error {}
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    #expect(throws: Stop.self) {
      try store.update("a") { value in
        value = .integer(2)
        throw Stop()
      }
    }
    #expect(try store.value(forKey: "a") == .integer(1))
  }

  @Test func threadsMixReadsAndWritesAndEveryIncrementCounts() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let failures = Collector<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        for round in 0..<4_000 * faultRounds {
          switch round % 5 {
          case 0:
            try store.update("counter") { value in
              if case .integer(let old) = value { value = .integer(old + 1) } else { value = .integer(1) }
            }
          case 1: try store.set(.integer(Int64(round)), forKey: "own.\(thread)")
          case 2:
            guard try store.value(forKey: "own.\(thread)") == .integer(Int64(round - 1)) else {
              return failures.append("thread \(thread) does not see its own write of round \(round)")
            }
          case 3: try store.set(["x.\(thread)": .integer(Int64(round)), "y.\(thread)": .integer(Int64(round))])
          default: _ = try store.keys()
          }
        }
      } catch {
        failures.append("\(error)")
      }
    }
    #expect(failures.all == [])
    #expect(try store.value(forKey: "counter") == .integer(Int64(6_400 * faultRounds)))
    #expect(try LogReport(path: directory.file()).damage == [])
  }

  @Test func synchronizingWaitsForTheDiskOnlyWhenSomethingWasWritten() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    #expect(try synchronizationCount(of: store.path) { try store.synchronize() } == 1)
    #expect(try synchronizationCount(of: store.path) { try store.synchronize() } == 0)
    try store.set(.integer(2), forKey: "a")
    #expect(try synchronizationCount(of: store.path) { try store.synchronize() } == 1)
  }

  @Test func powerLossDurabilityWaitsForTheDiskOncePerBatch() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    let first = try synchronizationCount(of: store.path) { try store.set(.integer(1), forKey: "a") }
    #expect(first == 2, "the header is on the disk before the first record")
    let batch = Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", PropertyListValue?.some(.integer($0))) })
    #expect(try synchronizationCount(of: store.path) { try store.set(batch) } == 1)
    #expect(try synchronizationCount(of: store.path) { try store.synchronize() } == 0)
  }

  @Test func theDefaultStoreIsAFileNamedAfterTheProcess() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      "default",
      "set",
      "a",
      "1",
      "get",
      "a",
      environment: ["XDG_CONFIG_HOME": directory.path]
    )
    #if canImport(Darwin)
      #expect(lines == ["ok", "1"])
    #else
      #expect(lines == ["ok", "1"])
      #expect(try directory.names() == ["StoreProcess.defaults"])
    #endif
  }

  #if !canImport(Darwin)
    @Test func theDefaultStoreIsNamedAfterTheProgramsFileNotAfterALinkToIt() throws {
      let directory = try TemporaryDirectory()
      let link = directory.file("link")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: HelperProcess.executable.path)
      let shell = try Process.run(
        URL(filePath: "/bin/sh"),
        arguments: ["-c", "XDG_CONFIG_HOME='\(directory.path)' exec '\(link)' default set a 1 > /dev/null"]
      )
      shell.waitUntilExit()
      #expect(try directory.names() == ["StoreProcess.defaults", "link"])
    }

    /// The home of a path is that of a value too.
    @Test(arguments: ["~/x", "~"]) func aURLThatBeginsWithTheHomeIsBelowHOME(text: String) throws {
      let directory = try TemporaryDirectory()
      try FileStore(path: directory.file("d")).set(.string(text), forKey: "url")
      let lines = try HelperProcess.run("open", "~/d", "get-path", "url", environment: ["HOME": directory.path])
      #expect(lines == [directory.path + text.dropFirst()])
    }

    @Test func withoutHOMEAUsersDirectoryIsTheOneInTheUserDatabase() throws {
      let lines = try HelperProcess.run("default", "get", "a", environment: [:])
      #expect(lines == ["none"])
    }

    @Test(arguments: ["relative", "a/b", "~"])
    func aHomeThatIsNoAbsolutePathIsAnError(_ home: String) throws {
      let lines = try HelperProcess.run("default", "set", "a", "1", environment: ["HOME": home])
      #expect(lines == ["error: HOME is no absolute path: set it to one"])
    }

    @Test func aHomeThatIsNotUTF8IsAnError() throws {
      let directory = try TemporaryDirectory()
      let script = """
        HOME="$(printf '%s/\\377' '\(directory.path)')" exec '\(HelperProcess.executable.path)' default set a 1 > \
        '\(directory.file("output"))'
        """
      try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script]).waitUntilExit()
      let output = try String(contentsOfFile: directory.file("output"), encoding: .utf8)
      #expect(output == "error: the environment variable HOME is not UTF-8: set it to an absolute path\n")
      #expect(try directory.names() == ["output"])
    }

    // Only root may become a user that no database has.
    @Test(.enabled(if: getuid() == 0)) func aUserWithoutAHomeGetsAClearErrorForEveryCall() throws {
      let message =
        "error: there is no directory for settings: the user has no home; set HOME, or XDG_CONFIG_HOME to an absolute path"
      let lines = try HelperProcess.run(
        "user",
        "54321",
        "default",
        "set",
        "a",
        "1",
        "get",
        "a",
        "keys",
        environment: [:]
      )
      #expect(lines == [message, message, message])
    }
  #endif

  @Test func aFileHasThePermissionsThatAreAskedForWhateverTheUmask() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.path + "/service/settings.defaults", permissions: 0o644)
    try store.set(1, forKey: "a")
    try store.compact()
    #expect(try permissions(store.path) == 0o644)
    #expect(try permissions(directory.path + "/service") == 0o755)
    let own = try FileStore(path: directory.path + "/own/settings.defaults")
    try own.set(1, forKey: "a")
    #expect(try permissions(own.path) == 0o600)
    #expect(try permissions(directory.path + "/own") == 0o700)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func compactingTakesWhatWasRemovedOutOfTheFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set("hunter2", forKey: "token")
    try store.set(1, forKey: "kept")
    try store.set(nil, forKey: "token")
    let secret = Data("hunter2".utf8)
    #expect(Data(try bytes(ofFile: directory.file())).range(of: secret) != nil)
    try store.compact()
    #expect(Data(try bytes(ofFile: directory.file())).range(of: secret) == nil)
    #expect(try store.value(forKey: "kept") == 1)
    #expect(try directory.names() == ["test.defaults"])
  }

  @Test func anErrorHasItsWordsInAnAlertToo() {
    let error: any Error = DefaultsError.noHomeDirectory
    #expect(
      error.localizedDescription
        == "there is no directory for settings: the user has no home; set HOME, or XDG_CONFIG_HOME to an absolute path"
    )
  }
}
