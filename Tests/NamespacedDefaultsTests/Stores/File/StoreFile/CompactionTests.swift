import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

@Suite struct CompactionTests {
  /// Writes until the file has been compacted at least twice.
  private func churn(_ store: FileStore) throws {
    for index in 0..<600 { try store.set(.data(Data(repeating: UInt8(index & 0xFF), count: 1000)), forKey: "churn") }
  }

  @Test func theFileStaysSmallAndKeepsEveryLiveValue() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    for index in 0..<100 { try store.set(.integer(Int64(index)), forKey: "k\(index)") }
    try store.set(nil, forKey: "k7")
    try churn(store)
    let report = try LogReport(path: directory.file())
    #expect(report.fileSize <= 256 << 10)
    #expect(report.keyCount == 100)
    #expect(report.damage == [])
    let names = ["get", "k0", "get", "k7", "get", "k99", "keys"]
    #expect(try HelperProcess.run(arguments: ["open", directory.file()] + names) == ["0", "none", "99", "100"])
    #expect(try directory.names() == ["test.defaults"])
  }

  @Test func permissionsAreKept() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file())
    try churn(store)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file())
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  /// A kill in between would leave readers of the old file that never look at the path again.
  @Test func theOldFileIsMarkedBeforeAnotherOneTakesItsPlace() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let isMarked = Lockbox<[Bool]>([])
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard case .rename(store.path) = change.kind else { return }
      let isSuperseded = try OpenFile(path: store.path, for: .reading).readPointer()?.isSuperseded ?? false
      isMarked.change { $0.append(isSuperseded) }
    } during: {
      try store.compact()
    }
    #expect(isMarked.value == [true])
  }

  @Test func aCompactionKeepsTheOwner() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    // Only the superuser may give a file away.
    let owner = getuid() == 0 ? 12_345 : getuid()
    #expect(chown(store.path, owner, getgid()) == 0)
    try store.compact()
    #expect(try FileStatus(path: store.path)?.owner == owner)
  }

  @Test func theCommittedWordKeepsItsAddress() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let address = store.locked.word
    #expect(address.pointee.load(ordering: .acquiring) == 0)
    try churn(store)
    #expect(store.locked.word == address)
    let word = CommitPointer(rawValue: address.pointee.load(ordering: .acquiring))
    #expect(word.length == (try FileStatus(path: store.path))?.size)
    #expect(store.locked.withLock { $0.log?.pointer } == word)
    try FileManager.default.removeItem(atPath: directory.file())
    try store.synchronize()
    #expect(address.pointee.load(ordering: .acquiring) == 0)
  }

  @Test func aFileIsCompactedWhenMoreThanHalfOfItIsDead() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.data(Data(count: 150_000)), forKey: "ballast")
    var largest = 0
    for index in 0..<400 {
      try store.set(.data(Data(repeating: UInt8(index & 0xFF), count: 1000)), forKey: "a")
      largest = max(largest, store.locked.pointer.length)
    }
    #expect(largest > 300_000)
    #expect(largest < 305_000)
  }

  /// Readers that find the mark read the file again each time.
  @Test func aFileWhoseReplacementFailsIsNotMarkedAnyMore() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let failure = DefaultsError.system(operation: "rename", path: store.path, code: SystemCode.inputOutput)
    #expect(throws: failure) {
      try FileSystemChange.observe { change throws(DefaultsError) in
        if case .rename(store.path) = change.kind { throw failure }
      } during: {
        try store.compact()
      }
    }
    #expect(!store.locked.pointer.isSuperseded)
    #expect(try directory.names() == ["test.defaults"])
    #expect(try HelperProcess.run("open", store.path, "get", "a") == ["1"])
  }

  @Test func aFileThatWasMarkedByAKilledCompactionIsReadAndWrittenOn() throws {
    let directory = try TemporaryDirectory()
    do {
      try FileStore(path: directory.file()).set(.integer(1), forKey: "a")
    }
    let file = try OpenFile(path: directory.file(), for: .reading)
    let size = try file.status().size
    try file.publish(CommitPointer(length: size, generation: 5, isSuperseded: true))
    let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
    #expect(problems.isEmpty)
    #expect(try store.value(forKey: "a") == .integer(1))
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "set", "b", "2") == ["1", "ok"])
    #expect(try store.value(forKey: "b") == .integer(2))
    #expect(!store.locked.pointer.isSuperseded)
  }

  @Test func whatAKilledCompactionLeftIsTakenAway() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try write(Array("half a file".utf8), toFile: store.locked.newPath)
    try churn(store)
    #expect(try directory.names() == ["test.defaults"])
    #expect(try FileStatus(path: store.path)?.size ?? 0 <= 256 << 10)
  }

  @Test func aNewFileThatSomeoneElseHoldsIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let other = try OpenFile.createLocked(path: store.locked.newPath, .userAndRoot)
    try churn(store)
    #expect(try FileStatus(path: other.path)?.identity == other.identity)
    #expect(try FileStatus(path: store.path)?.size ?? 0 > 500_000)
  }

  @Test func aStoreBesidesIsNeverTakenForWhatACompactionLeft() throws {
    let directory = try TemporaryDirectory()
    let names = ["test.defaults", "test.defaults.new", "test.defaults.damaged-1"]
    for name in names { try FileStore(path: directory.file(name)).set(.integer(1), forKey: "a") }
    let store = try FileStore(path: directory.file())
    try churn(store)
    try store.compact()
    #expect(try directory.names() == names.sorted())
    for name in names { #expect(try FileStore(path: directory.file(name)).value(forKey: "a") == .integer(1)) }
  }

  @Test(arguments: ["n", "ä", "👩‍👩‍👧"])
  func aFileWithTheLongestNameIsCompactedAndRepaired(character: String) throws {
    let directory = try TemporaryDirectory()
    let count = 255 / character.utf8.count
    let name =
      String(repeating: character, count: count) + String(repeating: "x", count: 255 - count * character.utf8.count)
    do {
      let store = try FileStore(path: directory.file(name))
      try store.set(.integer(1), forKey: "a")
      try store.compact()
      #expect(try directory.names() == [name])
    }
    var damaged = try bytes(ofFile: directory.file(name))
    damaged[30] ^= 1
    try write(damaged, toFile: directory.file(name))
    try catchingProblems { try FileStore(path: directory.file(name)).set(.integer(2), forKey: "b") }.0
    let copies = try directory.names().filter { $0 != name }
    #expect(copies.count == 1)
    #expect(copies.first?.hasSuffix(".damaged-1") == true)
    #expect(try FileStore(path: directory.file(name)).value(forKey: "a") == .integer(1))
  }

  @Test func filesBesidesLongNamesThatDifferAtTheEndAreApart() {
    let beginning = "/d/" + String(repeating: "é", count: 127)
    let paths = ["a", "b"].map { siblingPath(of: beginning + $0, suffix: ".lock") }
    #expect(paths[0] != paths[1])
    for path in paths {
      #expect(path.utf8.count <= 3 + 255)
      #expect(path.hasPrefix("/d/éé") && path.hasSuffix(".lock"))
    }
    let fitting = "/d/" + String(repeating: "a", count: 250)
    #expect(siblingPath(of: fitting, suffix: ".lock") == fitting + ".lock")
  }

  /// If it is, a compaction does not read what is in the records again.
  @Test func afterAnyWriteTheChecksumInMemoryIsThatOfTheFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    func expectTheSame(_ location: SourceLocation = #_sourceLocation) throws {
      let sums = try store.locked.withLock { engine in
        try engine.refresh()
        let log = try #require(engine.log)
        let range = FileHeader.size..<log.end
        return (engine.contents.checksum, try LogScan.checksum(of: log.file, in: range, seed: log.seed))
      }
      #expect(sums.0 != 0, sourceLocation: location)
      #expect(sums.0 == sums.1, sourceLocation: location)
    }
    try store.set(1, forKey: "a")
    try expectTheSame()
    try store.set(["a": 2, "b": "text", "c": nil])
    try store.set(nil, forKey: "b")
    try expectTheSame()
    _ = try HelperProcess.run("open", directory.file(), "set", "d", "5", "set", "a", "6")
    try expectTheSame()
    try store.compact()
    try expectTheSame()
    try store.set(7, forKey: "a")
    try expectTheSame()
    #expect(try store.keys().sorted() == ["a", "d"])
  }

  @Test func aCompactionPutsAFileAsideWhoseHeaderWasDamagedMeanwhile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(1, forKey: "a")
    try OpenFile(path: directory.file(), for: .reading).write([0xFF], at: 41)
    let (_, problems) = try catchingProblems { try store.compact() }
    #expect(problems.map(\.kind) == [.damagedFile])
    #expect(try directory.names() == ["test.defaults", "test.defaults.damaged-1"])
    #expect(try store.value(forKey: "a") == 1)
  }
}
