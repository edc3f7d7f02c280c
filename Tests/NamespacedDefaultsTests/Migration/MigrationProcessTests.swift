import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// Processes that migrate one file: killed in the middle, and several at once.
struct MigrationProcessTests {
  @Test(arguments: [1, 2, 5])
  func aKillLeavesWholeStepsAndTheNextProcessDoesTheRest(killedIn step: Int) throws {
    let directory = try TemporaryDirectory()
    let killed = try MigrationHelper("pause", directory.file(), "5", "\(step)")
    #expect(killed.nextLine() == "paused")
    killed.kill()
    let store = try FileStore(path: directory.file())
    var expected: [String: PropertyListValue] = [:]
    for done in 1..<step { expected["step \(done)"] = true }
    if step > 1 { expected["count"] = .integer(Int64(step - 1)) }
    #expect(try settings(in: store) == expected)
    #expect(try MigrationHelper.run("count", directory.file(), "5") == (step...5).map(String.init))
    #expect(
      try settings(in: store) == [
        "count": 5, "step 1": true, "step 2": true, "step 3": true, "step 4": true, "step 5": true,
      ]
    )
  }

  @Test func killsAtRandomMomentsLoseNoStepAndRepeatNone() throws {
    let steps = 200
    let store = try TemporaryDirectory()
    var generator = SeededGenerator(7)
    var kills = 0
    for round in 1...8 * faultRounds {
      let path = store.file("\(round)")
      for _ in 1...4 {
        let process = try MigrationHelper("count", path, "\(steps)")
        usleep(UInt32.random(in: 0...20_000, using: &generator))
        kills += process.kill() ? 1 : 0
        let file = try FileStore(path: path)
        let done = try file.keys().count { $0.hasPrefix("step ") }
        #expect(try file.value(forKey: "count") ?? 0 == .integer(Int64(done)))
        #expect(try file.keys().count { $0.hasPrefix("NamespacedDefaults.") } == done)
      }
      _ = try MigrationHelper.run("count", path, "\(steps)")
      #expect(try FileStore(path: path).value(forKey: "count") == .integer(Int64(steps)))
    }
    #expect(kills > 0, "some have to be killed before their end")
  }

  @Test func processesStartedTogetherDoEachStepOnce() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(0, forKey: "count")
    let processes = try (1...4).map { _ in try MigrationHelper("race", directory.file(), "100") }
    for process in processes { #expect(process.nextLine() == "ready") }
    try store.transaction {
      for process in processes { try process.sayGo() }
      // None gets to write before all have had the time to find that nothing is done.
      usleep(20_000)
    }
    let done = processes.flatMap { $0.finish() }
    #expect(done.compactMap(Int.init).sorted() == Array(1...100))
    #expect(try store.value(forKey: "count") == 100)
  }

  @Test func aKillBeforeTheSourceIsClearedLeavesBothAndTheNextProcessClearsIt() throws {
    let directory = try TemporaryDirectory()
    let old = try FileStore(path: directory.file("old"))
    try old.set(["a": 1, "b": [2]])
    let killed = try MigrationHelper("pause-move", directory.file("new"), directory.file("old"))
    #expect(killed.nextLine() == "paused")
    killed.kill()
    let new = try FileStore(path: directory.file("new"))
    #expect(try settings(in: old) == ["a": 1, "b": [2]])
    #expect(try settings(in: new) == ["a": 1, "b": [2]])
    #expect(try MigrationHelper.run("move", directory.file("new"), directory.file("old")) == ["move"])
    #expect(try settings(in: old) == [:])
    #expect(try settings(in: new) == ["a": 1, "b": [2]])
    #expect(try MigrationHelper.run("move", directory.file("new"), directory.file("old")) == [])
  }

  @Test func processesThatMoveTogetherLoseNothing() throws {
    let directory = try TemporaryDirectory()
    let values = Dictionary(uniqueKeysWithValues: (1...100).map { ("key \($0)", PropertyListValue.integer(Int64($0))) })
    let old = try FileStore(path: directory.file("old"))
    try old.set(values.mapValues(Optional.some))
    let processes = try (1...3).map { _ in try MigrationHelper("move", directory.file("new"), directory.file("old")) }
    #expect(processes.flatMap { $0.finish() } == ["move"])
    #expect(try settings(in: old) == [:])
    #expect(try settings(in: FileStore(path: directory.file("new"))) == values)
  }
}

/// A running `MigrationProcess`, from `Tests/MigrationProcess`.
private final class MigrationHelper {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  init(_ arguments: String...) throws {
    try start(arguments)
  }

  private init(starting arguments: [String]) throws {
    try start(arguments)
  }

  private func start(_ arguments: [String]) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  /// Runs one to its end, and returns the lines it has printed.
  static func run(_ arguments: String...) throws -> [String] {
    try MigrationHelper(starting: arguments).finish()
  }

  /// Waits for the end, which has to be a good one, and returns the lines it has printed.
  func finish() -> [String] {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  /// Sends SIGKILL, and tells whether it came before the end.
  @discardableResult
  func kill() -> Bool {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  /// Lets it go on that waits for a line.
  func sayGo() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
  }

  /// Waits for one line.
  func nextLine() -> String? {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Beside the tests' own binary.
  private static var executable: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
    #else
      let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    return bundle.deletingLastPathComponent().appending(path: "MigrationProcess")
  }
}
