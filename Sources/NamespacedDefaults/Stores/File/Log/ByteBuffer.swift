/// Bytes in memory that grow at their end, for what is written to a file.
///
/// A record is made of many short pieces. To append one to an array costs a multiple of copying it.
struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer  // owned, and freed with the buffer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    base = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { base.deallocate() }

  /// A copy of the bytes.
  var array: [UInt8] { withBytes { Array($0) } }

  /// Gives access to the bytes until the closure returns.
  func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Gives access to the bytes from an offset on, to change them in place, until the closure returns.
  mutating func withMutableBytes(from offset: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    body(UnsafeMutableRawBufferPointer(start: base + offset, count: count - offset))
  }

  /// Appends bytes that the closure fills, all of them.
  @inline(__always)
  private mutating func append(count added: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    if added > capacity - count { grow(by: added) }
    fill(base + count)
    count += added
  }

  @inline(never)  // so that the functions above, which mostly have room, are short
  private mutating func grow(by added: Int) {
    let grown = max(count + added, capacity * 2)
    let new = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 8)
    new.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, capacity) = (new, grown)
  }

  mutating func append(_ byte: UInt8) {
    append(count: 1) { $0.storeBytes(of: byte, as: UInt8.self) }
  }

  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(littleEndian number: Number) {
    append(count: MemoryLayout<Number>.size) { $0.storeBytes(of: number.littleEndian, as: Number.self) }
  }

  /// Appends a number as LEB128: groups of seven bits, the lowest first, all but the last with bit 7 set.
  mutating func append(variableLength number: Int) {
    var rest = UInt64(number)
    while rest > 0x7F {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func append(zeros count: Int) {
    append(count: count) { $0.initializeMemory(as: UInt8.self, repeating: 0, count: count) }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    append(count: bytes.count) { $0.copyMemory(from: source, byteCount: bytes.count) }
  }

  mutating func removeAll(from offset: Int) { count = offset }

  /// Removes the bytes, and keeps at most a limit of memory for the next ones.
  mutating func removeAll(keeping limit: Int) {
    if capacity > limit { self = ByteBuffer() } else { count = 0 }
  }
}
