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

  /// The file may have got other users than it had when the lock was made.
  @Test(arguments: [0o640, 0o660, 0o600] as [mode_t]) func aLockGetsThePermissionsThatTheFileHasNow(mode: mode_t) throws
  {
    let directory = try JSONDirectory()
    let store = try directory.store()
    try store.set(1, forKey: "a")
    try #require(chmod(directory.file, mode) == 0)
    try store.set(2, forKey: "a")
    #expect(status(directory.path + "/.tool.json.lock").st_mode & 0o777 == mode)
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func aLockOfRootIsGivenToTheOwnerThatTheFileHasNow()
    throws
  {
    let directory = try JSONDirectory()
    let store = try JSONStore(path: directory.file, owners: .anyone)
    try store.set(1, forKey: "a")
    try #require(chown(directory.path, 12345, 12345) == 0 && chown(directory.file, 12345, 12345) == 0)
    try store.set(2, forKey: "a")
    let lines = try JSONProcess(["user", "12345", "open-json", directory.file, "set", "a", "3", "get", "a"]).finish()
    #expect(lines == ["ok", "3"])
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func aLockThatMayNotBeUsedSaysWhatToDo() throws {
    let directory = try JSONDirectory()
    try directory.store().set(1, forKey: "a")
    try #require(chmod(directory.path, 0o777) == 0 && chown(directory.file, 65534, 65534) == 0)
    let lines = try JSONProcess(["user", "65534", "open-json", directory.file, "set", "a", "2"]).finish()
    let lock = "\(directory.path)/.tool.json.lock"
    #expect(
      lines == [
        "error: open \(lock): Permission denied (\(lock) belongs to root, mode 0600, and user 65534 may not read it); "
          + "remove it: the next write makes a lock for all who may write the file"
      ]
    )
    try #require(remove(lock) == 0)
    #expect(try JSONProcess(["user", "65534", "open-json", directory.file, "set", "a", "2"]).finish() == ["ok"])
  }

  /// Whoever may write the directory can give another file of the user the name of the lock.
  @Test(arguments: ["precious", String(repeating: "0", count: 16) + "\n0\n1\n and what nobody shall read"])
  func aFileThatIsNoLockIsNotOpenedToOthers(text: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let lock = directory.path + "/.tool.json.lock"
    try Data(text.utf8).write(to: URL(fileURLWithPath: lock))
    try #require(chmod(lock, 0o600) == 0 && chmod(directory.file, 0o666) == 0)
    try directory.store().set(2, forKey: "a")
    #expect(status(lock).st_mode & 0o777 == 0o600)
  }

  #if os(Linux)
    /// Access for the owner and, to write, for the user 12345; see `linux/posix_acl_xattr.h`.
    private static let list: [UInt8] =
      [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 6, 0, 0x39, 0x30, 0, 0]
      + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 6, 0, 255, 255, 255, 255] + [32, 0, 0, 0, 255, 255, 255, 255]

    private func accessControlList(_ path: String) throws -> [UInt8]? {
      let file = try OpenFile(path: path, for: .reading)
      return withExtendedLifetime(file) { LinuxCalls.attribute("system.posix_acl_access", of: file.descriptor) }
    }

    private func setAccessControlList(_ path: String, _ list: [UInt8]?) throws -> Bool {
      let file = try OpenFile(path: path, for: .reading)
      return withExtendedLifetime(file) {
        guard let list else {
          LinuxCalls.removeAccessControlList(of: file.descriptor)
          return true
        }
        return LinuxCalls.setAttribute("system.posix_acl_access", of: file.descriptor, to: list) == 0
      }
    }

    @Test func aLockFollowsTheAccessControlListOfTheFile() throws {
      let directory = try JSONDirectory()
      let store = try directory.store()
      try store.set(1, forKey: "a")
      let lock = directory.path + "/.tool.json.lock"
      // A file system without them has none to follow.
      guard try setAccessControlList(directory.file, Self.list) else { return }
      try store.set(2, forKey: "a")
      #expect(try accessControlList(lock) == Self.list)
      _ = try setAccessControlList(directory.file, nil)
      try store.set(3, forKey: "a")
      #expect(try accessControlList(lock) == nil)
    }

    /// Its bits of the group are the mask of the list, and the group may do less.
    @Test(arguments: [("fsetxattr", false), ("fchown", true), ("", true)])
    func aListThatCannotBeKeptGivesTheGroupNothing(failing call: String, ofAnotherGroup: Bool) throws {
      let directory = try JSONDirectory()
      try directory.write("{}")
      guard try setAccessControlList(directory.file, Self.list) else { return }
      if ofAnotherGroup, chown(directory.file, geteuid(), 12345) != 0 { return }
      let (old, new) = (
        try OpenFile(path: directory.file, for: .reading), try OpenFile(path: directory.path + "/new", for: .creating)
      )
      try? FileSystemChange.observe(callsToo: true) { (change) throws(DefaultsError) in
        guard case .call(call) = change.kind, change.path == new.path else { return }
        throw DefaultsError.system(operation: call, path: change.path, code: EPERM)
      } during: {
        try new.adopt(old)
      }
      let isKept = call.isEmpty
      #expect(status(new.path).st_mode & 0o777 == (isKept ? 0o660 : 0o600))
      #expect(try accessControlList(new.path) == (isKept ? Self.list : nil))
    }

    /// A directory can have a list for what is made in it.
    @Test func aFileWithoutAnAccessControlListGetsNone() throws {
      let directory = try JSONDirectory()
      let store = try directory.store()
      try store.set(1, forKey: "a")
      try #require(chmod(directory.file, 0o640) == 0)
      let descriptor = open(directory.path, O_RDONLY)
      defer { close(descriptor) }
      guard LinuxCalls.setAttribute("system.posix_acl_default", of: descriptor, to: Self.list) == 0 else { return }
      try store.set(2, forKey: "a")
      #expect(try accessControlList(directory.file) == nil)
      #expect(status(directory.file).st_mode & 0o777 == 0o640)
    }
  #endif

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
      try store.set(["a": 2, "b": nil])
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
