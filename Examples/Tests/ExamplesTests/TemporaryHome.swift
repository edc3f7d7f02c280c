import Foundation
import Testing

/// An empty home directory in which to run the examples; it goes with its last reference.
final class TemporaryHome {
  struct Failure: Error { let status: Int32?, errors: String }

  let directory: URL
  /// Variables that the examples get.
  var environment: [String: String] = [:]

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The paths in the directory, sorted; what is there can be an example's only.
  var files: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted() }
  }

  /// What an example prints, where it does not complain.
  func run(_ example: String, _ arguments: String...) throws -> String { try run(example, arguments) }

  func run(_ example: String, _ arguments: [String]) throws -> String {
    let (output, errors) = try outcome(example, arguments)
    guard errors.isEmpty else { throw Failure(status: nil, errors: errors) }
    return output
  }

  /// What an example prints, and what it complains about.
  func outcome(_ example: String, _ arguments: String...) throws -> (output: String, errors: String) {
    try outcome(example, arguments)
  }

  func outcome(_ example: String, _ arguments: [String]) throws -> (output: String, errors: String) {
    let process = process(example, arguments)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus, errors: complaint)
    }
    return (text, complaint)
  }

  /// What an example prints on a terminal.
  func outputOnTerminal(_ example: String, _ arguments: String...) throws -> String {
    try terminalOutput(of: process(example, arguments))
  }

  /// An example that has not been started yet.
  func process(_ example: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = products.appending(path: example)
    process.arguments = arguments
    process.environment = environment.merging(["HOME": directory.path, "CFFIXED_USER_HOME": directory.path]) { $1 }
    return process
  }

  /// Where the build left the examples: beside the test bundle.
  var products: URL {
    #if os(macOS)
      Bundle(for: Self.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }
}

/// What a process that has not been started yet prints on a terminal, to its end.
func terminalOutput(of process: Process, columns: UInt16 = 80) throws -> String {
  var (terminal, line) = (Int32(-1), Int32(-1))
  var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
  try #require(openpty(&terminal, &line, nil, nil, &size) == 0)
  defer { close(terminal) }
  process.standardOutput = FileHandle(fileDescriptor: line)
  do { try process.run() } catch { close(line); throw error }
  // Then the process alone has that end, and the other one ends with it.
  close(line)
  var text: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  while case let count = read(terminal, &bytes, bytes.count), count > 0 { text += bytes.prefix(count) }
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
}
