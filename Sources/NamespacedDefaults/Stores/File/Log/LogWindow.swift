/// A part of a file in memory, which moves to the bytes that are read.
///
/// It holds 256 KiB at most, or one record if that is larger.
struct LogWindow: ~Copyable {
  private static let usualSize = 256 << 10

  private let file: OpenFile
  /// The end of the bytes that may be read.
  let end: Int
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var offset = 0
  private var count = 0

  init(_ file: OpenFile, end: Int) {
    self.file = file
    self.end = end
  }

  deinit {
    buffer.deallocate()
  }

  /// Returns the bytes of a range, or `nil` if the range does not lie before ``end`` and inside the file.
  ///
  /// The bytes are valid until the next call.
  @inline(__always)  // twice for each record
  mutating func bytes(at start: Int, count wanted: Int) throws(DefaultsError) -> UnsafeRawBufferPointer? {
    guard start + wanted <= end else { return nil }
    if start < offset || start + wanted > offset + count {
      try move(to: start, atLeast: wanted)
      guard count >= wanted else { return nil }
    }
    return UnsafeRawBufferPointer(rebasing: buffer[(start - offset)..<(start - offset + wanted)])
  }

  /// Returns the end of the hole in the file in which an offset lies, or the offset itself.
  func skippingHole(at offset: Int) throws(DefaultsError) -> Int {
    try file.nextData(from: offset, size: end)?.lowerBound ?? end
  }

  @inline(never)  // so that the function above, which mostly has the bytes, is short
  private mutating func move(to start: Int, atLeast wanted: Int) throws(DefaultsError) {
    let size = min(max(wanted, Self.usualSize), end - start)
    if buffer.count < size {
      buffer.deallocate()
      buffer = .allocate(byteCount: size, alignment: 8)
    }
    offset = start
    count = 0
    count = try file.read(at: start, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
  }
}
