import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// Disks that are full or lose power, and kills.
@Suite struct JSONFaultTests {
  /// The changes that a write makes in the file system, with a copy of the directory before each.
  private func changes(_ directory: JSONDirectory, _ body: () throws -> Void) rethrows -> [(String, [String: String])] {
    let changes = Collector<(String, [String: String])>()
    try FileSystemChange.observe { change in
      guard change.path.hasPrefix(directory.path) else { return }
      let name = change.path.split(separator: "/").last ?? ""
      let kind = "\(change.kind)".prefix { $0 != "(" }
      changes.append(
        ("\(kind) \(change.path == directory.path ? "directory" : name)", (try? self.files(directory)) ?? [:])
      )
    } during: {
      try body()
    }
    return changes.all
  }

  private func files(_ directory: JSONDirectory) throws -> [String: String] {
    try directory.names.reduce(into: [:]) {
      $0[$1] = String(decoding: try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + $1)), as: UTF8.self)
    }
  }

  /// The new file is on the disk before it has the name, and its name before the write returns.
  @Test(arguments: [FileStore.Durability.processKill, .powerLoss]) func aWriteWaitsForTheDisk(
    _ durability: FileStore.Durability
  ) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let store = try JSONStore(path: directory.file, durability: durability)
    try store.set(2, forKey: "a")
    let made = try changes(directory) { try store.set(3, forKey: "a") }.map(\.0)
    let common = [
      "creation .tool.json.new", "write .tool.json.lock", "write .tool.json.new", "synchronization .tool.json.new",
      "exchange .tool.json.new", "rename .tool.json.new",
    ]
    let name = durability == .powerLoss ? ["directorySynchronization directory"] : []
    // The record in the lock counts no more.
    #expect(made == common + name + ["removal .tool.json.old", "write .tool.json.lock"])
  }

  /// A kill between any two changes leaves the old file or the new one, and the next write goes on.
  @Test(arguments: ["", "{\"a\": 1}"]) func aKillLeavesOneOfTheTwo(_ old: String) throws {
    let directory = try JSONDirectory()
    if !old.isEmpty { try directory.write(old) }
    let store = try directory.store()
    let new = old.isEmpty ? "{\n  \"a\": 2\n}\n" : "{\"a\": 2}"
    for (change, files) in try changes(directory, { try store.set(2, forKey: "a") }) {
      #expect([nil, old, new].contains(files["tool.json"]), "\(change): \(files)")
      #expect(files["tool.json"] != nil || old.isEmpty, "\(change): \(files)")
      let left = try JSONDirectory()
      for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: left.path + "/" + name)) }
      try left.store().set(3, forKey: "b")
      #expect(try left.store().value(forKey: "b") == 3)
      #expect(try left.names == [".tool.json.lock", "tool.json"], "\(change)")
    }
  }

  /// Each call of the system fails once; the old file stays, and the next write succeeds.
  @Test(arguments: [
    ("", "write"), ("", "synchronization"), ("", "rename"), ("{\"a\": 1}", "write"), ("{\"a\": 1}", "synchronization"),
    ("{\"a\": 1}", "exchange"),
  ])
  func aFailedCallLeavesTheOldFile(_ old: String, _ kind: String) throws {
    let directory = try JSONDirectory()
    if !old.isEmpty { try directory.write(old) }
    let store = try directory.store()
    let isFailed = Atomic(false)
    try FileSystemChange.observe { (change) throws(DefaultsError) in
      guard change.path.hasSuffix(".new"), change.path.hasPrefix(directory.path), "\(change.kind)".hasPrefix(kind),
        !isFailed.exchange(true, ordering: .relaxed)
      else { return }
      throw DefaultsError.system(operation: "test", path: change.path, code: ENOSPC)
    } during: {
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.systemCode == ENOSPC)
    }
    #expect(try store.value(forKey: "a") == (old.isEmpty ? nil : 1))
    #expect(try directory.names == [".tool.json.lock"] + (old.isEmpty ? [] : ["tool.json"]))
    try store.set(3, forKey: "a")
    #expect(try store.value(forKey: "a") == 3)
  }

  @Test func aDirectoryThatCannotBeWrittenIsAnError() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    #expect(chmod(directory.file, 0o666) == 0 && chmod(directory.path, 0o555) == 0)
    defer { chmod(directory.path, 0o755) }
    let user = getuid() == 0 ? ["user", "65534"] : []
    let process = try JSONProcess(
      user + ["open-json", directory.file, "get", "a", "set", "a", "2", "remove", "b", "get", "a"]
    )
    let lines = process.finish()
    #expect(lines.count == 4)
    #expect(lines.first == "1")
    #expect(
      lines.dropFirst().first?.hasPrefix("error: open \(directory.path)/.tool.json.lock: Permission denied") == true
    )
    #expect(lines.suffix(2) == ["ok", "1"])
    #expect(try directory.text() == "{\"a\": 1}")
  }

  @Test func aFileThatBecomesTooLargeIsRefused() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    let text = "{\"a\": \"" + String(repeating: "x", count: 16 << 20 - 20) + "\"}"
    try directory.write(text)
    let error = #expect(throws: DefaultsError.self) { try store.set("of some letters", forKey: "b") }
    #expect(error?.code == .exceededQuota)
    #expect(try directory.text() == text)
  }

  @Test func aFileThatIsTooLargeIsAnError() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    try store.set(1, forKey: "a")
    let large = "{\"a\": 2, \"b\": \"" + String(repeating: "x", count: 16 << 20) + "\"}"
    try directory.write(large)
    let reason =
      "\(directory.file) has \(large.utf8.count) bytes, and 16 MiB are read at most; the file was left untouched"
    let error = #expect(throws: DefaultsError.self) { try store.set(3, forKey: "a") }
    #expect(error?.code == .unreadableFile)
    #expect(error?.description == reason)
    #expect(try store.value(forKey: "a") == 1)
    #expect(throws: DefaultsError.self) { try open(large) }
    try directory.write("{\"a\": 4}")
    #expect(try waitUntil { try store.value(forKey: "a") == 4 })
  }
}

/// A store that is opened on a text.
private func open(_ text: String) throws {
  let directory = try JSONDirectory()
  try directory.write(text)
  _ = try directory.store()
}
