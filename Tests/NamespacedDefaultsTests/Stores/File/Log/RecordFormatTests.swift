import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct RecordFormatTests {
  private let seed = RecordSeed(salt: 42)

  private func encode(_ key: String, _ value: PropertyListValue?, at offset: Int = 64) throws -> [UInt8] {
    var bytes = ByteBuffer()
    try RecordFormat.append(key: key, value: value, at: offset, seed: seed, to: &bytes)
    return bytes.array
  }

  private func decode(_ bytes: [UInt8], at offset: Int = 64) -> Record? {
    bytes.withUnsafeBytes { Record($0, at: offset, seed: seed) }
  }

  @Test func layout() throws {
    let bytes = try encode("key", .integer(-2))
    #expect(bytes.count == 32)
    // n = kind, byte count, "key", tag and number: 14.
    #expect(Array(bytes[..<4]) == [14, 0, 0, 0])
    // CRC-32C of "key".
    #expect(Array(bytes[4..<8]) == [0x6D, 0x75, 0xA4, 0x40])
    #expect(Array(bytes[12..<28]) == [1, 3, 0x6B, 0x65, 0x79, 2, 0xFE, 255, 255, 255, 255, 255, 255, 255, 0, 0])
    let head = try #require(bytes.withUnsafeBytes { RecordHead($0, at: 64, seed: seed) })
    #expect(head.payload == 14)
    #expect(head.recordLength == 32)
  }

  @Test(
    arguments: [
      .bool(true), .bool(false), .integer(.min), .integer(.max), .unsignedInteger(.max), .double(.nan),
      .double(-.infinity), .double(-0.0), .string(""), .string("Grüße 👩‍👩‍👧 \0"),
      .date(Date(timeIntervalSinceReferenceDate: 0.1)),
      .data(Data()), .data(Data([0, 255])), .array([]), .dictionary([:]),
      .array([.bool(true), .array([.string("x")]), .dictionary(["": .data(Data([1]))])]),
      .dictionary(["a": .integer(1), "b": .array([.double(2)])]), .string(String(repeating: "x", count: 300)),
    ] as [PropertyListValue]
  ) func valuesComeBack(value: PropertyListValue) throws {
    let record = try #require(try decode(encode("a.b", value)))
    #expect(record.key == "a.b")
    #expect(record.value == value)
  }

  @Test(arguments: ["", " ", "a/b", "Ünïcödé", "👍", "with\0nul", String(repeating: "k", count: 5000)])
  func keysAndRemovalsComeBack(key: String) throws {
    let record = try #require(try decode(encode(key, nil)))
    #expect(record.key == key)
    #expect(record.value == nil)
    #expect(record.flags == [])
  }

  @Test func aRecordIsNoneElsewhereNorWithAnotherSalt() throws {
    let bytes = try encode("key", .bool(true))
    #expect(decode(bytes, at: 72) == nil)
    #expect(bytes.withUnsafeBytes { RecordHead($0, at: 72, seed: seed) } == nil)
    #expect(bytes.withUnsafeBytes { Record($0, at: 64, seed: RecordSeed(salt: 43)) } == nil)
  }

  @Test func everyFlippedByteIsFoundByOneHalfAndOneHalfOnly() throws {
    let bytes = try encode("key", .string("some value"))
    for index in bytes.indices {
      for flip: UInt8 in [1, 0x80, 0xFF] {
        var bytes = bytes
        bytes[index] ^= flip
        #expect((bytes.withUnsafeBytes { RecordHead($0, at: 64, seed: seed) } == nil) == (index < 12))
        #expect((decode(bytes) == nil) == (index >= 12))
      }
    }
  }

  /// Kind, name, tag and the count of the data take 8 bytes.
  @Test func aRecordEndsAt64MiB() throws {
    let largest = PropertyListValue.data(Data(count: 64 << 20 - 8))
    let bytes = try encode("k", largest)
    #expect(try #require(bytes.withUnsafeBytes { RecordHead($0, at: 64, seed: seed) }).payload == 64 << 20)
    #expect(decode(bytes)?.value == largest)
    #expect(throws: RecordFormat.Problem.tooLarge) {
      _ = try encode("k", .data(Data(count: 64 << 20 - 7)))
    }
  }

  @Test func aHeadOfMoreThan64MiBIsNone() {
    for (payload, isRead) in [(64 << 20, true), (64 << 20 + 1, false)] {
      let head = UInt64(payload)
      var bytes = ByteBuffer()
      bytes.append(littleEndian: head)
      bytes.append(littleEndian: seed.checksum(ofHead: head, at: 64))
      #expect((bytes.array.withUnsafeBytes { RecordHead($0, at: 64, seed: seed) } != nil) == isRead)
    }
  }

  @Test func aCountHasUpToEightBytes() {
    for (count, value) in [(8, PropertyListValue.data(Data([7]))), (9, nil)] as [(Int, PropertyListValue?)] {
      // 1, with zeros above it.
      ([7, 0x81] + [UInt8](repeating: 0x80, count: count - 2) + [0, 7]).withUnsafeBytes { bytes in
        var reader = ValueReader(bytes)
        #expect(reader.value() == value)
      }
    }
  }

  @Test func nestingEndsWhereTheStackWould() throws {
    func nested(_ depth: Int) -> PropertyListValue { (1...depth).reduce(.bool(true)) { value, _ in .array([value]) } }
    #expect(try decode(encode("k", nested(128)))?.value == nested(128))
    #expect(throws: RecordFormat.Problem.tooDeep) { try encode("k", nested(129)) }
    // A hundred thousand arrays of one array, as no writer writes them.
    let bytes = [UInt8](repeating: 8, count: 1) + (0..<100_000).flatMap { _ in [1, 8] as [UInt8] } + [0]
    bytes.withUnsafeBytes { bytes in
      var reader = ValueReader(bytes)
      #expect(reader.value() == nil)
    }
  }

  @Test(arguments: [5, 7, 8, 9] as [UInt8]) func countsThatClaimMoreThanThereIsAreRefused(tag: UInt8) {
    for count in [[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [3]] as [[UInt8]] {
      ([tag] + count + [0, 0]).withUnsafeBytes { bytes in
        var reader = ValueReader(bytes)
        #expect(reader.value() == nil)
      }
    }
  }

  @Test(arguments: [1, 2, 15, 16, 40]) func textThatIsNoUTF8IsRefused(count: Int) {
    for index in 0..<count {
      for byte: UInt8 in [0x80, 0xC3, 0xFF] {
        var text = [UInt8](repeating: 0x61, count: count)
        text[index] = byte
        ([5, UInt8(count)] + text).withUnsafeBytes { bytes in
          var reader = ValueReader(bytes)
          #expect(reader.value() == nil)
        }
      }
    }
  }
}
