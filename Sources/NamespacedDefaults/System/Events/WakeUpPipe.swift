import NamespacedDefaultsPlatform

/// A pipe that ends the sleep of a thread that waits for events.
///
/// It is no eventfd(2), which Swift imports from no C library but Android's, and which a program that is linked
/// statically cannot look up.
package struct WakeUpPipe: Sendable {
  package let readingEnd: Int32
  private let writingEnd: Int32

  package init() throws(DefaultsError) {
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe", "wake-ups") { pipe(&ends) }
    defer { for end in ends { close(end) } }
    readingEnd = try Self.copy(of: ends[0])
    do {
      writingEnd = try Self.copy(of: ends[1])
    } catch {
      close(readingEnd)
      throw error
    }
  }

  /// Returns a copy of a descriptor that is no standard stream, that a new program does not inherit, and that
  /// never waits.
  private static func copy(of descriptor: Int32) throws(DefaultsError) -> Int32 {
    let copy = try systemCall("fcntl", "wake-ups") { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    _ = fcntl(copy, F_SETFL, O_NONBLOCK)
    return copy
  }

  /// Makes the reading end readable.
  package func fill() {
    var byte: UInt8 = 0
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes out what ``fill()`` has put in.
  package func empty() throws(DefaultsError) {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    try systemCall("read", "wake-ups") { read(readingEnd, &bytes, bytes.count) }
  }

  package func closeEnds() {
    close(readingEnd)
    close(writingEnd)
  }
}
