import Foundation
import NamespacedDefaultsLayers
import Testing

@testable import NamespacedDefaults

/// What processes that wait for the lock of a file say in it; `LockQueueTests` has their order.
@Suite struct WaitingProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func path(_ opening: String) -> String { directory.file(opening == "open" ? "a.defaults" : "a.json") }

  private func holder(_ opening: String) throws -> HelperProcess {
    let holder = try HelperProcess([opening, path(opening), "set", "a", "1", "hold"])
    #expect(holder.nextLine() == "ok")
    #expect(holder.nextLine() == "held")
    return holder
  }

  /// The number of waits of which the file says something.
  private func waitCount(_ opening: String) throws -> Int {
    let bytes = try bytes(ofFile: opening == "open" ? path(opening) : directory.file(".a.json.lock"))
    return (0..<4).count { place in bytes.dropFirst(64 + 16 * place).prefix(8).contains { $0 != 0 } }
  }

  /// Starts a process that waits, and returns when the file says so of as many.
  private func waiter(_ number: Int, _ opening: String) throws -> HelperProcess {
    let process = try HelperProcess([opening, path(opening), "set", "b\(number)", "1"])
    while try waitCount(opening) < number { usleep(1000) }
    return process
  }

  @Test(arguments: ["open", "open-json"]) func aWaitIsToldInTheFileUntilItIsOver(opening: String) throws {
    let holder = try holder(opening)
    let processes = try (1...3).map { try waiter($0, opening) }
    _ = holder.kill()
    for process in processes { #expect(try process.finish() == ["ok"]) }
    #expect(try waitCount(opening) == 0)
    #expect(try HelperProcess.run(opening, path(opening), "keys") == ["4"])
  }

  /// A place of somebody who has waited since long ago counts for twenty milliseconds.
  @Test(arguments: ["open", "open-json"]) func aFreeLockIsLeftToWhoHasWaitedLonger(opening: String) throws {
    let path = path(opening)
    let store: any DefaultsStore = opening == "open" ? try FileStore(path: path) : try JSONStore(path: path)
    try store.set(1, forKey: "a")
    let lastSeen = FineClock.now
    let file = try OpenFile(path: opening == "open" ? path : directory.file(".a.json.lock"), for: .writing)
    try file.write([1, lastSeen].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }, at: 64)
    try store.set(2, forKey: "a")
    #expect(FineClock.now >= lastSeen + 20_000_000)
  }

  @Test(arguments: ["open", "open-json"]) func aKilledProcessHoldsUpNobodyElse(opening: String) throws {
    let holder = try holder(opening)
    _ = try waiter(1, opening).kill()
    _ = holder.kill()
    #expect(try HelperProcess.run(opening, path(opening), "set", "c", "1") == ["ok"])
    #expect(try waitCount(opening) == 0)
  }

  #if os(Linux)
    @Test(arguments: ["open", "open-json"]) func aStoppedProcessHoldsUpNobodyElse(opening: String) throws {
      let holder = try holder(opening)
      let stopped = try waiter(1, opening)
      #expect(kill(stopped.id, SIGSTOP) == 0)
      while try !String(contentsOfFile: "/proc/\(stopped.id)/stat", encoding: .utf8).contains(") T ") { usleep(1000) }
      _ = holder.kill()
      #expect(try HelperProcess.run(opening, path(opening), "set", "c", "1") == ["ok"])
      #expect(kill(stopped.id, SIGCONT) == 0)
      #expect(try stopped.finish() == ["ok"])
      #expect(try waitCount(opening) == 0)
    }
  #endif

  /// A crash, or another program, may leave anything there.
  @Test(arguments: [0xFF, 0x7F, 1] as [UInt8]) func whateverIsThereHoldsUpNobodyAndIsTakenAway(byte: UInt8) throws {
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
    let path = directory.file()
    try Data([UInt8](repeating: 0, count: 80) + [UInt8](repeating: 1, count: 16)).write(to: URL(filePath: path))
    let lines = try HelperProcess.run("print-problems", "open", path, "keys", "set", "a", "1", "get", "a")
    #expect(lines == ["0", "ok", "1"])
  }
}
