import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Synchronization
import TestSupport
import Testing

/// One more beside five that write a store and never pause, each for 0.2 ms: who waits longest is next.
@Suite(.serialized) struct FairTurnTests {
  private static let openings = isThorough ? ["open", "open-json"] : ["open"]

  @Test(arguments: ["open", "open-json"]) func aSixthProcessWaitsForAtMostThirtyTurns(opening: String) throws {
    let processes = try BusyProcesses(opening)
    defer { processes.end() }
    #expect(try shortest { try processes.longestWait() } <= 30)
  }

  @Test(arguments: openings) func aStoppedProcessHoldsUpNobodyElse(opening: String) throws {
    let processes = try BusyProcesses(opening)
    defer { processes.end() }
    try processes.stopOneThatWaits()
    #expect(try shortest { try processes.longestWait() } <= 30)
  }

  @Test(arguments: openings) func killedProcessesHoldUpNobodyElse(opening: String) throws {
    let processes = try BusyProcesses(opening)
    defer { processes.end() }
    #expect(try shortest { try processes.longestWait { try processes.killAndStartOne() } } <= 30)
  }

  /// A crash, or another program, may leave anything there.
  @Test(arguments: [0xFF, 0x7F, 1] as [UInt8]) func whateverIsThereHoldsUpNobodyAndIsTakenAway(byte: UInt8) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file()
    try FileStore(path: path).set(1, forKey: "a")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: 64)
    try file.write(contentsOf: Data(repeating: byte, count: 64))
    #expect(try HelperProcess.run("print-problems", "open", path, "get", "a", "set", "b", "2") == ["1", "ok"])
    #expect(try Data(contentsOf: URL(filePath: path))[64..<128] == Data(count: 64))
  }

  /// Who waits for a file may write that into it while another program empties it.
  @Test func anEmptyFileWithAWaitInItCountsAsNone() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file()
    try Data([UInt8](repeating: 0, count: 80) + [UInt8](repeating: 1, count: 16)).write(to: URL(filePath: path))
    let lines = try HelperProcess.run("print-problems", "open", path, "keys", "set", "a", "1", "get", "a")
    #expect(lines == ["0", "ok", "1"])
  }
}

/// Returns the smallest of up to three numbers that are larger than 30.
///
/// On a busy machine, the system may keep a process from running for the time of many turns.
private func shortest(_ number: () throws -> Int) rethrows -> Int {
  var best = Int.max
  for _ in 0..<3 where best > 30 { best = min(best, try number()) }
  return best
}

/// Five processes that write one store and never pause.
private final class BusyProcesses {
  private let directory: TemporaryDirectory
  private let opening: [String]
  private var running: [HelperProcess] = []

  /// Starts them, with a command that opens the store.
  init(_ opening: String) throws {
    directory = try TemporaryDirectory()
    self.opening = [opening, directory.file(opening == "open" ? "a.defaults" : "a.json")]
    try Data(count: 8).write(to: URL(filePath: directory.file("memory")))
    _ = try HelperProcess.run(arguments: self.opening + ["set", "own", "0"])
    for _ in 0..<5 { try start() }
    let count = turnCount
    while turnCount < count + 50 { usleep(1000) }
  }

  private func start() throws {
    running.append(try HelperProcess(opening + ["take-turns", directory.file("memory"), "200"]))
  }

  /// The number of turns that they have had.
  private var turnCount: Int {
    let bytes = (try? Data(contentsOf: URL(filePath: directory.file("memory")))) ?? Data()
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the largest number of turns that they had while one more process waited for one of its own; does something
  /// ten times meanwhile.
  func longestWait(during body: () throws -> Void = {}) throws -> Int {
    let one = try HelperProcess(opening + ["await-turns", directory.file("memory"), "30"])
    for _ in 0..<10 {
      try body()
      usleep(20_000)
    }
    return try #require(try Int(one.finish().first ?? ""))
  }

  /// Stops one, but not one that has the lock, which would hold up all others.
  func stopOneThatWaits() throws {
    for number in 0... {
      let id = running[number % running.count].id
      kill(id, SIGSTOP)
      usleep(10_000)
      let count = turnCount
      usleep(200_000)
      if turnCount > count { return }
      kill(id, SIGCONT)
    }
  }

  func killAndStartOne() throws {
    _ = running.removeFirst().kill()
    try start()
  }

  func end() { for process in running { _ = process.kill() } }
}
