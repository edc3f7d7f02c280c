import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// A file stays whose it is, and as many names as it has.
@Suite struct JSONOwnershipTests {
  private static let isRoot = geteuid() == 0

  private func status(_ path: String) -> stat {
    var status = stat()
    stat(path, &status)
    return status
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func aFileThatMayNotBeWrittenIsNotReplaced() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    try #require(chmod(directory.path, 0o777) == 0 && chmod(directory.file, 0o644) == 0)
    let lines = try JSONProcess(["user", "65534", "open-json", directory.file, "set", "a", "2", "get", "a"]).finish()
    #expect(lines.first?.hasPrefix("error: access \(directory.file): Permission denied") == true, "\(lines)")
    #expect(lines.last == "1")
    #expect(try directory.text() == "{\"a\": 1}")
    #expect(status(directory.file).st_uid == 0)
    #expect(try directory.names == ["tool.json"])
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func aFileThatOthersMayWriteKeepsItsOwner() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1, \"b\": [1, 2, 3]}")
    try #require(chmod(directory.path, 0o777) == 0 && chmod(directory.file, 0o666) == 0)
    try #require(chown(directory.file, 12345, 12346) == 0)
    for (user, value) in [("65534", "2"), ("12345", "3"), ("65533", "4")] {
      let commands = ["open-json-of-anyone", directory.file, "set", "a", value, "remove", "b"]
      #expect(try JSONProcess(["user", user] + commands).finish() == ["ok", "ok"])
      #expect(try directory.text() == "{\"a\": \(value)}")
      let (file, lock) = (status(directory.file), status(directory.path + "/.tool.json.lock"))
      #expect([file.st_uid, file.st_gid, file.st_mode & 0o777] == [12345, 12346, 0o666])
      #expect([lock.st_uid, lock.st_mode & 0o777] == [65534, 0o666])
    }
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func rootLeavesALockThatTheOwnerCanUse() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    try #require(chown(directory.path, 12345, 12345) == 0 && chown(directory.file, 12345, 12345) == 0)
    try JSONStore(path: directory.file, owners: .anyone).set(2, forKey: "a")
    let lines = try JSONProcess(["user", "12345", "open-json", directory.file, "set", "a", "3", "get", "a"]).finish()
    #expect(lines == ["ok", "3"])
    #expect(status(directory.file).st_uid == 12345)
  }

  @Test func aFileWithTwoNamesKeepsBoth() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1, \"b\": 2}")
    try #require(link(directory.file, directory.path + "/other.json") == 0)
    let store = try directory.store()
    try store.set(nil, forKey: "b")
    #expect(try directory.text() == "{\"a\": 1}")
    #expect(try String(contentsOfFile: directory.path + "/other.json", encoding: .utf8) == "{\"a\": 1}")
    #expect(try directory.names == [".tool.json.lock", "other.json", "tool.json"])
  }

  /// A kill between any two changes of a write in place leaves the old values or the new ones.
  @Test(arguments: ["{\"a\": 1, \"b\": [1, 2, 3]}", "{}"]) func aKilledWriteInPlaceIsFinished(old: String) throws {
    let directory = try JSONDirectory()
    try directory.write(old)
    try #require(link(directory.file, directory.path + "/other.json") == 0)
    let store = try directory.store()
    let left = Collector<JSONDirectory>()
    try FileSystemChange.observe { change in
      guard change.path.hasPrefix(directory.path), let copy = try? JSONDirectory() else { return }
      for name in [".tool.json.lock", ".tool.json.new", "tool.json"] {
        try? FileManager.default.copyItem(atPath: directory.path + "/" + name, toPath: copy.path + "/" + name)
      }
      if case .truncation = change.kind { try? halve(copy, old) }
      left.append(copy)
    } during: {
      try store.apply(["a": 2, "b": nil])
    }
    #expect(left.all.count >= 6)
    for directory in left.all {
      let store = try directory.store()
      let values = try store.keys().sorted().map { try store.value(forKey: $0) }
      #expect(values == [2] || values == [1, [1, 2, 3]] || values == [] && old == "{}", "\(values)")
      try store.set(3, forKey: "c")
      #expect(try directory.names == [".tool.json.lock", "tool.json"])
    }
  }

  /// Makes the file what a kill leaves in the middle of a write.
  private func halve(_ directory: JSONDirectory, _ old: String) throws {
    let new = try directory.text()
    try directory.write(String(new.prefix(4)) + old.dropFirst(4))
  }

  @Test func aFullDiskLeavesTheOldTextOfAFileWithTwoNames() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    try #require(link(directory.file, directory.path + "/other.json") == 0)
    let store = try directory.store()
    try FileSystemChange.observe { (change) throws(DefaultsError) in
      // What is written; not the old text, which the file gets back.
      guard case .truncation(_, size: 11) = change.kind, change.path == directory.file else { return }
      throw DefaultsError.system(operation: "test", path: change.path, code: ENOSPC)
    } during: {
      _ = #expect(throws: DefaultsError.self) { try store.set(1234, forKey: "a") }
    }
    #expect(try directory.text() == "{\"a\": 1}")
    #expect(try directory.names == [".tool.json.lock", "other.json", "tool.json"])
  }
}
