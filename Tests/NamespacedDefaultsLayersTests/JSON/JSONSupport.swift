import Foundation
import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// A directory of a test's own, in memory where there is a file system in memory, removed when released.
final class JSONDirectory: Sendable {
  let path: String

  init() throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isInMemory = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isInMemory ? memory : FileManager.default.temporaryDirectory
    var bytes = Array(parent.appendingPathComponent("NamespacedDefaultsJSON.XXXXXX").path.utf8CString)
    path = try #require(bytes.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/tool.json" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Opens the store of the directory, which does not wait for the disk more than it must.
  func store() throws -> JSONStore { try JSONStore(path: file, durability: .processKill) }

  func text() throws -> String { String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self) }

  /// Writes in place, as `>` of a shell and `cp` do.
  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }

  /// Writes a file beside and renames it, as `mv` and `sed -i` do.
  func replace(by text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file + ".editor"))
    try #require(rename(file + ".editor", file) == 0)
  }
}

/// Waits until a condition holds; a minute is long enough for every machine.
func waitUntil(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while try !condition() {
    if .now > end { return false }
    usleep(1000)
  }
  return true
}

/// Returns the text of a file after changes, which must be readable and have their values.
func edited(_ text: String, _ values: [String: PropertyListValue?]) throws -> String {
  let contents = try JSONContents(Array(text.utf8))
  let changes = values.map { DefaultsChange(key: $0, oldValue: contents.value(forKey: $0), newValue: $1) }
  let new = try JSONEditor.contents(contents, applying: changes)
  for (name, value) in values where value != nil { #expect(new.value(forKey: name) == value?.asInText, "\(name)") }
  return String(decoding: new.bytes, as: UTF8.self)
}

extension JSONContents {
  /// The values of the names that are listed.
  var values: [String: PropertyListValue] {
    JSONObjects(self, DeclaredNames()).members.reduce(into: [:]) { values, member in
      values[text.storedName(of: member)] = text.value(of: member)
    }
  }
}

/// Runs a command, and returns whether it has ended well.
func run(_ command: String...) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
