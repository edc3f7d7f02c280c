import Foundation
import NamespacedDefaults

/// The tour, started by itself as another process; its argument is the name of the case.
enum OtherProcess: String, CaseIterable {
  case writer, killed, reader

  /// Starts the process, waits until it has ended, and returns how it ended.
  @discardableResult
  func run() throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [rawValue]
    try process.run()
    process.waitUntilExit()
    return "\(process.terminationReason == .exit ? "status" : "signal") \(process.terminationStatus)"
  }

  /// Does what that process is for.
  func work() throws {
    switch self {
    case .writer:
      // Printed first: the observer prints in the other process, at any time after the write.
      printCall("Purse.coins.value += 10", "in the second process")
      Purse.coins.value += 10
    case .killed:
      show("Purse.coins.value += 10", stores: "Purse.coins") {
        Purse.coins.value += 10
      }
      printLine("  try Defaults.transaction {")
      try Defaults.transaction {
        show("  Purse.coins.value -= 30", stores: "Purse.coins") {
          Purse.coins.value -= 30
        }
        kill(getpid(), SIGKILL)
        Purse.savings.value += 30
      }
    case .reader:
      show("Purse.coins.value") {
        Purse.coins.value
      }
      show("Purse.savings.value") {
        Purse.savings.value
      }
    }
  }
}

extension Tour {
  static func writeElsewhere() throws {
    printLine("A second process writes, and the observer of this one is called:", .title)
    let isCalled = DispatchSemaphore(value: 0)
    let observation = Purse.coins.observe { change in
      printCall("Purse.coins.observe { change in … }", "\(change.oldValue), then \(change.newValue)")
      isCalled.signal()
    }
    try OtherProcess.writer.run()
    _ = isCalled.wait(timeout: .now() + 10)
    observation.cancel()
    show("Purse.coins.value") {
      Purse.coins.value
    }
  }

  static func killWriter() throws {
    printLine("A third process is killed in the middle of a transaction, and a fourth one opens the file:", .title)
    printCall("  kill(getpid(), SIGKILL)", try OtherProcess.killed.run())
    try OtherProcess.reader.run()
  }
}
