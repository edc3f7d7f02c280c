import Foundation
import NamespacedDefaults
import Testing

/// What a file holds, read by nothing but the description in Formats.md, checksums included.
func describedContents(of url: URL) throws -> [String: PropertyListValue] {
  let bytes = try [UInt8](Data(contentsOf: url))
  func number(at offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  #expect(Array(bytes[..<8]) == Array("NSDFLT\r\n".utf8))
  #expect(number(at: 8, 2) == 3)
  #expect(bytes[10] == 0, "it needs nothing that is not described")
  #expect(number(at: 20, 4) == checksum(bytes[..<20]))
  #expect(bytes[..<24] == bytes[40..<64])
  let salt = bytes[12..<20]
  let word = number(at: 24, 8)
  #expect(word >> 48 == checksum(bytes[24..<30] + [0, 0]) & 0xFFFF)
  #expect(word >> 40 & 1 == 0, "not superseded")

  var contents: [String: PropertyListValue] = [:]
  var offset = 128
  while offset < word & 0xFF_FFFF_FFFF {
    let payload = Int(number(at: offset, 4))
    let length = (12 + payload + 4 + 7) / 8 * 8
    let place = salt + (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
    #expect(number(at: offset + 8, 4) == checksum(place + bytes[offset..<offset + 8]))
    #expect(number(at: offset + length - 4, 4) == checksum(place + bytes[offset + 12..<offset + length - 4]))
    var reader = DescribedReader(rest: bytes[(offset + 12)...])
    let kind = reader.byte() & 0x1F
    let key = reader.text()
    #expect(number(at: offset + 4, 4) == checksum(ArraySlice(key.utf8)))
    #expect(kind == 1 || kind == 2)
    contents[key] = kind == 1 ? reader.value() : nil
    offset += length
  }
  return contents
}

/// CRC-32C, bit by bit.
private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  var remainder = UInt32.max
  for byte in bytes {
    remainder ^= UInt32(byte)
    for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0x82F6_3B78 }
  }
  return UInt64(~remainder)
}

private struct DescribedReader {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> UInt8 { rest.removeFirst() }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest.removeFirst(count) }
    return rest.prefix(count)
  }

  mutating func count() -> Int {
    var (count, shift) = (0, 0)
    while true {
      let byte = byte()
      count |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return count }
      shift += 7
    }
  }

  mutating func text() -> String { String(decoding: bytes(count()), as: UTF8.self) }

  mutating func word() -> UInt64 { bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func value() -> PropertyListValue? {
    switch byte() {
    case 0: .bool(false)
    case 1: .bool(true)
    case 2: .integer(Int64(bitPattern: word()))
    case 3: .unsignedInteger(word())
    case 4: .double(Double(bitPattern: word()))
    case 5: .string(text())
    case 6: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word())))
    case 7: .data(Data(bytes(count())))
    case 8: .array((0..<count()).compactMap { _ in value() })
    case 9: .dictionary(Dictionary((0..<count()).compactMap { _ in pair() }) { $1 })
    default: nil
    }
  }

  private mutating func pair() -> (String, PropertyListValue)? {
    let key = text()
    return value().map { (key, $0) }
  }
}
