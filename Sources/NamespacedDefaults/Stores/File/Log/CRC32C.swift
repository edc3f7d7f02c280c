/// The CRC-32C checksum: the Castagnoli polynomial 0x1EDC6F41, bits reflected, as RFC 3720 section 12.1 defines it.
///
/// It detects every error of up to 32 adjacent bits, and so every wrong byte. Eight tables process eight bytes per step
/// (Kounavis and Berry, "A Systematic Approach to Building High Performance, Software-based, CRC Generators", 2005).
struct CRC32C {
  private var state: UInt32 = .max
  // Here, because each access to a static property asks whether it has its value yet.
  private let tables = Self.tables

  var checksum: UInt32 { ~state }

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) {
    update(bytes)
  }

  /// Adds eight bytes, the lowest of `word` first.
  mutating func update(_ word: UInt64) {
    state = Self.step(state, word, tables)
  }

  @inline(__always)  // three times for each record
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var state = self.state
    var index = 0
    while bytes.count - index >= 8 {
      state = Self.step(
        state,
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)),
        tables
      )
      index += 8
    }
    while index < bytes.count {
      state = tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ (state >> 8)
      index += 1
    }
    self.state = state
  }

  @inline(__always)
  private static func step(_ state: UInt32, _ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    let word = word ^ UInt64(state)
    // In halves, because one expression of eight terms is slow to type-check.
    let low =
      tables[7 * 256 + lowestByte(of: word)] ^ tables[6 * 256 + lowestByte(of: word >> 8)]
      ^ tables[5 * 256 + lowestByte(of: word >> 16)] ^ tables[4 * 256 + lowestByte(of: word >> 24)]
    let high =
      tables[3 * 256 + lowestByte(of: word >> 32)] ^ tables[2 * 256 + lowestByte(of: word >> 40)]
      ^ tables[1 * 256 + lowestByte(of: word >> 48)] ^ tables[lowestByte(of: word >> 56)]
    return low ^ high
  }

  @inline(__always)
  private static func lowestByte(of word: UInt64) -> Int { Int(UInt8(truncatingIfNeeded: word)) }

  /// Eight tables of 256 remainders; the k-th table is for a byte followed by k zero bytes.
  private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {  // never changes, never freed
    let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0x82F6_3B78 }
      tables[byte] = remainder
    }
    for index in 256..<8 * 256 {
      let previous = tables[index - 256]
      tables[index] = previous >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: previous))]
    }
    return UnsafePointer(tables)
  }()
}
