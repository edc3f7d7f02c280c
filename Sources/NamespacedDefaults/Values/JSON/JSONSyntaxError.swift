/// An error in a JSON text, at a byte.
package struct JSONSyntaxError: Error {
  package let offset: Int
  package let reason: String

  package init(offset: Int, reason: String) { (self.offset, self.reason) = (offset, reason) }

  /// Returns the place as editors count it: lines from 1 on, and in a line characters from 1 on.
  package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (bytes.beginsWithMark ? 3 : 0)
    // The bytes that go on with a character do not count.
    let column = 1 + before[min(start, before.endIndex)...].count { $0 & 0xC0 != 0x80 }
    return (1 + before.count { $0 == UInt8(ascii: "\n") }, column)
  }

  /// Creates the error of a name that stands in a text twice.
  package init(_ name: String, at offset: Int, isAlsoAt first: Int, in bytes: [UInt8]) {
    let line = Self(offset: first, reason: "").place(in: bytes).line
    self.init(offset: offset, reason: "\(name.debugDescription) is there already, in line \(line)")
  }
}

extension [UInt8] {
  /// Whether a text begins with the mark of its byte order, which no editor shows.
  var beginsWithMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }
}
