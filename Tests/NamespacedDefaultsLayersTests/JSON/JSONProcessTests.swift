import Foundation
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// What several processes do to one file, beside programs that take no lock.
@Suite struct JSONProcessTests {
  /// An editor saves all the time what it has just read.
  ///
  /// What it takes back of the others is known by the exchange with which it saves, so that all else must be there.
  @Test func fourProcessesAndAnEditorLoseNothing() throws {
    let directory = try JSONDirectory()
    try directory.write("{\n  // of a person\n  \"edits\": 0,\n  \"counter\": 0\n}\n")
    let processes = try (0..<4).map { _ in try JSONProcess(["open-json", directory.file, "count", "counter", "200"]) }
    var (edits, undone) = (0, 0)
    while processes.contains(where: \.isRunning) {
      let text = try directory.text()
      guard let before = number(of: "counter", in: text), let known = number(of: "edits", in: text) else { continue }
      // A process has put its own file there for a moment, before it sees what it has replaced and puts that back.
      guard known == edits else { continue }
      let new = text.replacingOccurrences(of: "\"edits\": \(edits)", with: "\"edits\": \(edits + 1)")
      let copy = directory.path + "/copy"
      try Data(new.utf8).write(to: URL(fileURLWithPath: copy))
      guard try exchangeFiles(copy, directory.file) else { return }
      let replaced = try String(contentsOfFile: copy, encoding: .utf8)
      // As above; then nothing is undone, because that process makes its change again.
      if number(of: "edits", in: replaced) == edits {
        undone += try #require(number(of: "counter", in: replaced)) - before
      }
      edits += 1
      usleep(2000)
    }
    for process in processes { #expect(process.finish() == ["ok"]) }
    let text = try directory.text()
    #expect(number(of: "edits", in: text) == edits)
    #expect(number(of: "counter", in: text) == 800 - undone)
    #expect(text.hasPrefix("{\n  // of a person\n"))
    #expect(edits > 10)
    #expect(try directory.names.filter { $0 != "copy" } == [".tool.json.lock", "tool.json"])
  }

  private func number(of name: String, in text: String) -> Int? {
    guard let match = try? JSONContents(Array(text.utf8)).value(forKey: name), case .integer(let number) = match else {
      return nil
    }
    return Int(number)
  }

  @Test func fourProcessesCountEveryIncrement() throws {
    let directory = try JSONDirectory()
    let processes = try (0..<4).map { _ in
      try JSONProcess(["open-json", directory.file, "increment", "counter", "30"])
    }
    for process in processes { #expect(process.finish().count == 1) }
    #expect(try directory.store().value(forKey: "counter") == 120)
  }

  @Test func anotherProcessHearsAWrite() throws {
    let directory = try JSONDirectory()
    let process = try JSONProcess(["open-json", directory.file, "observe", "n.a", "set", "b", "1", "await", "n.a=5"])
    #expect(process.nextLine() == "ok")
    try directory.store().set(5, forKey: "n.a")
    #expect(process.finish() == ["n.a=5"])
  }

  @Test func aKilledProcessLeavesNoLock() throws {
    let directory = try JSONDirectory()
    let process = try JSONProcess(["open-json", directory.file, "set", "a", "1", "hold"])
    #expect(process.nextLine() == "ok")
    #expect(process.nextLine() == "held")
    let store = try JSONStore(path: directory.file, lockTimeout: .milliseconds(50))
    #expect(try store.value(forKey: "a") == 1)
    let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
    #expect(error?.code == .lockTimeout)
    process.kill()
    try store.set(2, forKey: "a")
    #expect(try directory.text() == "{\n  \"a\": 2\n}\n")
  }

  @Test func afterAKillEveryWriteThatHadReturnedIsThere() throws {
    let directory = try JSONDirectory()
    try directory.write("{\n  // of a person\n}\n")
    for round in 0..<15 {
      let process = try JSONProcess(["open-json", directory.file, "churn", "key"])
      let first = try #require(process.nextLine())
      usleep(UInt32(1000 * round))
      let last = try #require(Int64(process.kill().last ?? first))
      let store = try directory.store()
      let stored = try #require(try store.value(forKey: "key"))
      #expect(stored == .integer(last) || stored == .integer(last + 1), "round \(round): \(last) had returned")
      #expect(try directory.text().contains("// of a person"))
      try store.set(.int(round), forKey: "round")
      #expect(try directory.names == [".tool.json.lock", "tool.json"])
    }
  }
}

/// A running `StoreProcess`.
final class JSONProcess {
  private let process = Process()
  private let output = Pipe()
  private var unread: [UInt8] = []

  static var executable: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
      return bundle.deletingLastPathComponent().appendingPathComponent("StoreProcess")
    #else
      return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("StoreProcess")
    #endif
  }

  init(_ arguments: [String], environment: [String: String]? = nil) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    // A mutant is to be noticed in the process too.
    let mutant = ProcessInfo.processInfo.environment.filter { $0.key == "NAMESPACED_DEFAULTS_MUTANT" }
    process.environment = environment?.merging(mutant) { own, _ in own }
    process.standardOutput = output
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Waits for the end, and returns the lines that were not read.
  func finish() -> [String] {
    unread += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Sends SIGKILL, and returns what was printed before it.
  @discardableResult
  func kill() -> [String] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    return finish()
  }
}
