import Foundation
import Testing

extension DefaultsToolHome {
  /// What the command prints on a terminal, which says of itself only what the environment says.
  func outputOnTerminal(
    columns: UInt16,
    _ arguments: String...,
    environment: [String: String] = [:]
  ) throws -> String {
    try outputOnTerminal(columns: columns, executable: executable, arguments, environment: environment)
  }

  /// What a script of the shell prints on a terminal, in which `defaults` is the command.
  func scriptOnTerminal(columns: UInt16, _ script: String, environment: [String: String] = [:]) throws -> String {
    let path = ["PATH": executable.deletingLastPathComponent().path + ":/usr/bin:/bin"]
    let shell = URL(filePath: "/bin/sh")
    return try outputOnTerminal(
      columns: columns,
      executable: shell,
      ["-c", script],
      environment: environment.merging(path) { $1 }
    )
  }

  private func outputOnTerminal(
    columns: UInt16,
    executable: URL,
    _ arguments: [String],
    environment: [String: String]
  ) throws -> String {
    var (terminal, line) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&terminal, &line, nil, nil, &size) == 0)
    // The output is short enough to wait in the terminal; both ends stay open until it has been read.
    defer {
      close(line)
      close(terminal)
    }

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ["DEFAULTS_STORE": store].merging(environment) { $1 }
    process.currentDirectoryURL = home.directory
    process.standardOutput = FileHandle(fileDescriptor: line)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)

    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
