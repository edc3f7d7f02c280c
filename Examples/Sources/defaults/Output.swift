/// Lines for standard output; every one of them is made printable.
///
/// They are written when there are many of them and at the end, so that not all have to be in memory.
struct LineWriter {
  private var bytes: [UInt8] = []
  private let isColored = Terminal.isColored(STDOUT_FILENO)

  /// Adds a line, of fields with tabs between them.
  ///
  /// - Throws: What kept lines from being written, a full disk say, which `print` would not tell.
  mutating func line(_ fields: String...) throws {
    try add(fields.map(\.printable).joined(separator: "\t"))
  }

  /// Adds a line, of pieces that follow each other.
  mutating func line(_ pieces: [Piece]) throws {
    try add(pieces.map { $0.written(isColored: isColored) }.joined())
  }

  private mutating func add(_ line: String) throws {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count > 1 << 16 { try end() }
  }

  mutating func end() throws {
    try printBytes(bytes)
    bytes = []
  }
}

/// Prints lines at once.
func printLines(_ lines: String...) throws {
  try printLines(lines)
}

func printLines(_ lines: [String]) throws { try printLines(lines.map { [Piece($0)] }) }

func printLines(_ lines: [[Piece]]) throws {
  var writer = LineWriter()
  for line in lines { try writer.line(line) }
  try writer.end()
}

/// Prints bytes as they are: for scripts, and never to a terminal.
func printBytes(_ bytes: [UInt8]) throws {
  try writeBytes(bytes, to: STDOUT_FILENO, path: "the output")
}

/// Prints a line to standard error, if there is one.
func printError(_ line: String) {
  let isColored = Terminal.isColored(STDERR_FILENO)
  let text = Piece.ofMessage(line).map { $0.written(isColored: isColored) }.joined()
  try? writeBytes(Array((text + "\n").utf8), to: STDERR_FILENO, path: "standard error")
}

/// Writes all bytes, however many the system takes at once.
func writeBytes(_ bytes: [UInt8], to file: Int32, path: String) throws(FileFailure) {
  var rest = bytes[...]
  while !rest.isEmpty {
    // The buffer is not empty, so it has an address.
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress!, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      throw .now("write", path)
    }
  }
}
