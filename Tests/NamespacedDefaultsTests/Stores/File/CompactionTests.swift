import Foundation
import Synchronization
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
    let report = try FileStore.verify(path: directory.file())
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

  @Test func theCommittedWordKeepsItsAddress() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let address = store.engine.committed
    #expect(address.pointee.load(ordering: .acquiring) == 0)
    try churn(store)
    #expect(store.engine.committed == address)
    let word = CommitPointer(rawValue: address.pointee.load(ordering: .acquiring))
    #expect(word.length == (try FileStatus(path: store.path))?.size)
    #expect(store.engine.seenPointer == word)
    try FileManager.default.removeItem(atPath: directory.file())
    try store.synchronize()
    #expect(address.pointee.load(ordering: .acquiring) == 0)
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
    #expect(!store.engine.mappedHeader.load().isSuperseded)
  }

  @Test func whatAKilledCompactionLeftIsTakenAway() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try write(Array("half a file".utf8), toFile: directory.file() + ".new")
    try churn(store)
    #expect(try directory.names() == ["test.defaults"])
    #expect(try FileStatus(path: store.path)?.size ?? 0 <= 256 << 10)
  }

  @Test func aNewFileThatSomeoneElseHoldsIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let other = try OpenFile.createLocked(path: store.path + ".new")
    try churn(store)
    #expect(try FileStatus(path: other.path)?.identity == other.identity)
    #expect(try FileStatus(path: store.path)?.size ?? 0 > 500_000)
  }
}
