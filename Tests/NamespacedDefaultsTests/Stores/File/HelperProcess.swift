import Foundation
import Testing

/// A running `StoreProcess`, from `Tests/StoreProcess`.
final class HelperProcess {
  private let process = Process()
  private let output = Pipe()
  private var unread: [UInt8] = []

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: What it does, see `StoreProcess`.
  ///   - environment: Its whole environment; the test's own where there is none.
  /// - Throws: What kept it from being started.
  init(_ arguments: [String], environment: [String: String]? = nil) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardOutput = output
    if let environment { process.environment = environment.merging(Self.mutant) { $1 } }
    try process.run()
  }

  /// The process's id.
  var id: Int32 { process.processIdentifier }

  /// Runs one to its end.
  ///
  /// - Returns: The lines it has printed.
  static func run(_ arguments: String..., environment: [String: String]? = nil) throws -> [String] {
    try run(arguments: arguments, environment: environment)
  }

  /// Runs one to its end.
  ///
  /// - Returns: The lines it has printed.
  static func run(arguments: [String], environment: [String: String]? = nil) throws -> [String] {
    let process = try HelperProcess(arguments, environment: environment)
    return try process.finish()
  }

  /// Runs one to its end.
  ///
  /// - Returns: The lines it has written to standard error.
  static func problems(_ arguments: String..., environment: [String: String]) throws -> [String] {
    try problems(arguments, environment: environment)
  }

  /// Runs one to its end.
  ///
  /// - Returns: The lines it has written to standard error.
  static func problems(_ arguments: [String], environment: [String: String]) throws -> [String] {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment.merging(Self.mutant) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  var identifier: pid_t { process.processIdentifier }

  /// Waits for the end, which has to be a good one, and returns the lines it has printed.
  func finish() throws -> [String] {
    let lines = remainingLines()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    return lines
  }

  /// Waits for the end by a signal or with a status of its own, and returns what it has printed.
  func end() -> (reason: Process.TerminationReason, status: Int32, lines: [String]) {
    let lines = remainingLines()
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus, lines)
  }

  /// Sends SIGKILL, and returns what was printed before it.
  func kill() -> [String] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    let lines = remainingLines()
    process.waitUntilExit()
    return lines
  }

  /// Waits for one line.
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

  private func remainingLines() -> [String] {
    unread += output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The variable with the mutant that is active in every process of a test; see Tests/Mutants.
  private static let mutant = ProcessInfo.processInfo.environment.filter { $0.key == "NAMESPACED_DEFAULTS_MUTANT" }

  /// Beside the tests' own binary.
  static var executable: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
      return bundle.deletingLastPathComponent().appendingPathComponent("StoreProcess")
    #else
      return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("StoreProcess")
    #endif
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
