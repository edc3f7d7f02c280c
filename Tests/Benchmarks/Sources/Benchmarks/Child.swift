import Foundation

/// Another process of this program.
///
/// `@unchecked Sendable`: one thread uses it at a time.
final class Child: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []

  /// Starts one.
  ///
  /// - Parameters:
  ///   - arguments: What it is to do.
  ///   - directory: Where its settings are, and its home.
  ///   - program: Another program that answers in the same words.
  /// - Throws: What kept it from being started.
  init(_ arguments: [String], in directory: URL, program: URL? = Bundle.main.executableURL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    process.executableURL = program
    process.arguments = arguments
    // Nothing of the user's is touched.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path, "CFFIXED_USER_HOME": directory.path]
    ) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func send(_ line: String) {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
  }

  /// The next line that it writes; `nil` after the last one.
  func receive() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      received += data
    }
  }

  /// Waits for its end.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The numbers that a process writes, which does one thing and ends.
  static func answers(_ arguments: [String], in directory: URL) throws -> [Double] {
    let child = try Child(arguments, in: directory)
    var answers: [Double] = []
    while let line = child.receive() { if let answer = Double(line) { answers.append(answer) } }
    child.end()
    return answers
  }
}
