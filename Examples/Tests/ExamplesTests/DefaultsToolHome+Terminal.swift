import Foundation
import Testing

extension DefaultsToolHome {
  /// What the command prints on a terminal.
  func outputOnTerminal(columns: UInt16, _ arguments: String...) throws -> String {
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
    process.environment = ["DEFAULTS_STORE": store]
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
