import Foundation
import NamespacedDefaults

/// Where the output goes.
enum Terminal {
  /// How many columns a line has: what `COLUMNS` says, otherwise the terminal; `nil` where the output is none.
  static var width: Int? {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

/// Prints lines to standard output, at once.
///
/// - Throws: What kept them from being written, a full disk say, which `print` would not tell.
func printLines(_ lines: String...) throws {
  try printLines(lines)
}

func printLines(_ lines: [String]) throws {
  try printBytes(Array(lines.map { $0 + "\n" }.joined().utf8))
}

func printBytes(_ bytes: [UInt8]) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress!, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      throw DefaultsError.system(operation: "write", path: "the output", code: errno)
    }
  }
}

/// Prints a line to standard error, if there is one.
func printError(_ line: String) {
  try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}
