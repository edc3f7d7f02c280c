import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Removing values, and writing where some were removed, on a disk that takes not one byte more.
@Suite struct RemovalTests {
  private let directory: TemporaryDirectory
  private let store: FileStore
  private let size: Int

  init() throws {
    directory = try TemporaryDirectory()
    store = try FileStore(path: directory.file())
    for name in ["a", "b", "c"] { try store.set(.integer(1), forKey: name) }
    size = try #require(try FileStatus(path: store.path)).size
  }

  /// Runs a body while no file can be longer than it is, or than there is room for, and while something else may fail, too.
  private func onFullDisk(
    withRoomFor room: Int? = nil,
    failing fails: @escaping @Sendable (FileSystemChange) -> Int32? = { _ in nil },
    _ body: () throws -> Void
  ) rethrows {
    let (path, size) = (store.path, size)
    let parent = parentDirectory(of: path)
    try FileSystemChange.observe { change throws(DefaultsError) in
      // Other tests change files at the same time.
      guard change.path.hasPrefix(parent) else { return }
      if let code = fails(change) { throw .system(operation: "call", path: change.path, code: code) }
      guard case .write(_, let bytes, let offset) = change.kind else { return }
      guard offset + bytes.count > room ?? (change.path == path ? size : 0) else { return }
      throw .system(operation: "pwrite", path: change.path, code: ENOSPC)
    } during: {
      try body()
    }
  }

  @Test func allValuesCanBeRemoved() throws {
    try onFullDisk {
      #expect(throws: DefaultsError.self) { try store.set(.integer(1), forKey: "d") }
      try store.removeAll()
    }
    #expect(try store.keys() == [])
    #expect(try directory.names() == ["test.defaults"])
    #expect(try FileStatus(path: store.path)?.size == 128)
    #expect(try LogReport(path: store.path).damage == [])
    try store.set(.integer(1), forKey: "e")
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "e") == ["1", "1"])
  }

  @Test func anotherProcessSeesThatAllValuesWereRemoved() throws {
    let go = directory.file("go")
    let reader = try HelperProcess(["open", store.path, "keys", "await-file", go, "keys", "set", "e", "1", "keys"])
    #expect(reader.nextLine() == "3")
    try onFullDisk { try store.removeAll() }
    try write([], toFile: go)
    #expect(try reader.finish() == ["0", "ok", "1"])
    #expect(try store.keys() == ["e"])
  }

  /// There would have to be room for the others.
  @Test func someValuesAreAllStillThere() throws {
    onFullDisk {
      #expect(throws: DefaultsError.self) { try store.removeAll { $0 != "a" } }
    }
    #expect(try store.keys().sorted() == ["a", "b", "c"])
    #expect(try HelperProcess.run("open", store.path, "keys") == ["3"])
  }

  @Test func aWriteAfterTheRemovalOfAllHasTheirRoom() throws {
    try store.removeAll()
    try onFullDisk { try store.set(.integer(2), forKey: "d") }
    #expect(try FileStatus(path: store.path)?.size == 160)
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "d") == ["1", "2"])
  }

  @Test func aWriteHasTheRoomOfWhatWasRemoved() throws {
    try store.removeAll { $0 != "a" }
    let size = try #require(try FileStatus(path: store.path)).size
    try onFullDisk(withRoomFor: size) { try store.set(.data(Data(count: 60)), forKey: "d") }
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "a") == ["2", "1"])
    #expect(try store.value(forKey: "d") == .data(Data(count: 60)))
  }

  /// There is room in a new file, which a loss of power could take.
  @Test func aWriteThatWaitsIsNotStoredWhereTheFileWithItsRoomHasNoName() throws {
    let waiting = try FileStore(path: store.path, durability: .powerLoss)
    try waiting.removeAll { $0 != "a" }
    let size = try #require(try FileStatus(path: store.path)).size
    onFullDisk(withRoomFor: size) { change in
      if case .directorySynchronization = change.kind { EIO } else { nil }
    } _: {
      #expect(throws: DefaultsError.self) { try waiting.set(.data(Data(count: 60)), forKey: "d") }
    }
    #expect(try waiting.value(forKey: "d") == nil)
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "a") == ["1", "1"])
  }

  @Test func aKillBeforeTheRecordsAreCutOffBringsNoneBack() throws {
    let path = store.path
    try onFullDisk { change in
      // The record of the removal, which does not fit, is cut first.
      if case .truncation(_, size: 128) = change.kind { EIO } else { nil }
    } _: {
      try store.removeAll()
    }
    #expect(try FileStatus(path: path)?.size == size)
    #expect(try store.keys() == [])
    #expect(try HelperProcess.run("open", path, "keys", "set", "e", "1", "keys") == ["0", "ok", "1"])
    #expect(try FileStatus(path: path)?.size ?? 0 < size)
    try store.set(.integer(2), forKey: "f")
    #expect(try store.keys().sorted() == ["e", "f"])
    #expect(try LogReport(path: path).damage == [])
  }

  @Test func whereTheDiskFailsToKeepTheRemovalNothingIsRemoved() throws {
    let isHeaderWritten = Collector<Bool>()
    onFullDisk { change in
      if case .write(_, _, offset: 0) = change.kind { isHeaderWritten.append(true) }
      if case .synchronization = change.kind, !isHeaderWritten.all.isEmpty { return EIO }
      return nil
    } _: {
      #expect(throws: DefaultsError.self) { try store.removeAll() }
    }
    #expect(try store.keys().sorted() == ["a", "b", "c"])
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "a") == ["3", "1"])
  }
}
