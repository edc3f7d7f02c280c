import Foundation

/// The command `defaults` in a home directory of its own, where `DEFAULTS_STORE` names the file `app.defaults`.
final class DefaultsToolHome {
  struct Outcome: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  var path: String { home.directory.path }
  var store: String { path + "/app.defaults" }
  var executable: URL { home.products.appending(path: "defaults") }

  /// Runs the command to its end.
  func run(_ arguments: String..., environment: [String: String] = [:], input: String? = nil) throws -> Outcome {
    try run(executable: executable, arguments, environment: environment, input: input.map { Data($0.utf8) })
  }

  func run(
    executable: URL,
    _ arguments: [String],
    environment: [String: String] = [:],
    input: Data? = nil
  ) throws -> Outcome {
    let running = try RunningTool(
      executable: executable,
      arguments: arguments,
      environment: self.environment.merging(environment) { $1 },
      directory: home.directory,
      input: input
    )
    return running.finish()
  }

  /// Runs a script of the shell, in which `defaults` is the command.
  func shell(_ script: String, environment: [String: String] = [:]) throws -> Outcome {
    let environment = ["PATH": executable.deletingLastPathComponent().path + ":/usr/bin:/bin"].merging(environment) {
      $1
    }
    return try run(executable: URL(filePath: "/bin/sh"), ["-c", script], environment: environment)
  }

  /// Starts the command.
  func start(_ arguments: String...) throws -> RunningTool {
    try RunningTool(executable: executable, arguments: arguments, environment: environment, directory: home.directory)
  }

  /// Runs the command and returns what it prints, or else what went wrong.
  func output(_ arguments: String...) throws -> String {
    let outcome = try run(executable: executable, arguments)
    return outcome.status == 0 && outcome.errors.isEmpty ? outcome.output : "\(outcome)"
  }

  private var environment: [String: String] {
    ["HOME": path, "CFFIXED_USER_HOME": path, "DEFAULTS_STORE": store, "VISUAL": "false"]
  }
}

/// A started command; after a minute, which none needs, it is killed, so that no test waits for ever.
final class RunningTool {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let limit: DispatchWorkItem

  init(
    executable: URL,
    arguments: [String],
    environment: [String: String],
    directory: URL,
    input: Data? = nil
  ) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = directory
    let source = input.map { _ in Pipe() }
    process.standardInput = source ?? FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    if let source, let input {
      // Short enough to wait in the pipe.
      try source.fileHandleForWriting.write(contentsOf: input)
      try source.fileHandleForWriting.close()
    }
    let identifier = process.processIdentifier
    limit = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
  }

  /// Waits for a line, of which nothing else follows yet.
  func nextLine() -> String { line(from: output) }

  func nextErrorLine() -> String { line(from: errors) }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end.
  func finish() -> DefaultsToolHome.Outcome {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    limit.cancel()
    // A signal that ended it shall not pass for an exit code.
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return DefaultsToolHome.Outcome(output: text, errors: complaint, status: status)
  }

  private func line(from pipe: Pipe) -> String {
    var bytes = Data()
    while bytes.last != UInt8(ascii: "\n") {
      guard let byte = try? pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A path as the system names it, symbolic links resolved.
func realPath(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}
