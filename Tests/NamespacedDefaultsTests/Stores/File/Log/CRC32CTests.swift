import Testing

@testable import NamespacedDefaults

@Suite struct CRC32CTests {
  /// The examples of RFC 3720, appendix B.4, and the check value of the catalogues.
  private static let examples: [(bytes: [UInt8], checksum: UInt32)] = [
    (Array(repeating: 0, count: 32), 0x8A91_36AA),
    (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
    (Array(0..<32), 0x46DD_794E),
    (Array((0..<32).reversed()), 0x113F_DB5C),
    (Array("123456789".utf8), 0xE306_9283),
    ([], 0),
  ]

  @Test(arguments: examples) func knownChecksums(bytes: [UInt8], checksum: UInt32) {
    #expect(bytes.withUnsafeBytes { CRC32C($0).checksum } == checksum)
  }

  @Test func aWordCountsAsItsBytesLowestFirst() {
    var crc = CRC32C()
    crc.update(0x3837_3635_3433_3231)
    [UInt8(ascii: "9")].withUnsafeBytes { crc.update($0) }
    #expect(crc.checksum == 0xE306_9283)
  }
}
