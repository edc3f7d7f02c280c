import Foundation

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
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ["DEFAULTS_STORE": store].merging(environment) { $1 }
    process.currentDirectoryURL = home.directory
    return try terminalOutput(of: process, columns: columns)
  }
}
