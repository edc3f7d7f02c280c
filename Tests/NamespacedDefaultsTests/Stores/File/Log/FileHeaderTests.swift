import Testing

@testable import NamespacedDefaults

@Suite struct FileHeaderTests {
  private let header = FileHeader(salt: 0x0807_0605_0403_0201)
  private var bytes: [UInt8] { header.bytes(pointer: CommitPointer(length: 128, generation: 3)) }

  private func read(_ bytes: [UInt8]) -> FileHeader.Reading {
    bytes.withUnsafeBytes { FileHeader.read($0) }
  }

  @Test func layout() {
    let copy: [UInt8] =
      [0x4E, 0x53, 0x44, 0x46, 0x4C, 0x54, 0x0D, 0x0A, 3, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
      + [0x8D, 0x6E, 0x5A, 0xDD]
    #expect(bytes.count == 128)
    #expect(Array(bytes[..<24]) == copy)
    #expect(Array(bytes[24..<30]) == [128, 0, 0, 0, 0, 6])
    #expect(Array(bytes[32..<40]) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(Array(bytes[40..<64]) == copy)
    #expect(Array(bytes[64...]) == Array(repeating: 0, count: 64))
  }

  @Test func aFlippedByteOfOneCopyIsDamageAndNoLoss() {
    for index in Array(0..<24) + Array(40..<64) {
      var bytes = bytes
      bytes[index] ^= 0x40
      #expect(read(bytes) == .header(header, isDamaged: true))
    }
  }

  @Test func withoutEitherCopyItIsForeign() {
    var bytes = bytes
    bytes[3] ^= 1
    bytes[43] ^= 1
    #expect(read(bytes) == .foreign)
  }

  @Test func anotherVersionIsUnknown() {
    var copy = Array(bytes[..<20])
    copy[8] = 4
    copy.append(littleEndian: copy.withUnsafeBytes { CRC32C($0).checksum })
    #expect(read(copy + bytes[24..<40] + copy) == .unknownVersion(4))
    // A version may lay out what follows as it likes.
    #expect(read(copy + [UInt8](repeating: 0xAA, count: 100)) == .unknownVersion(4))
    #expect(read(copy) == .unknownVersion(4))
  }

  @Test func aPrefixIsTruncatedAndAnythingElseForeign() {
    for count in 1..<128 { #expect(read(Array(bytes[..<count])) == .truncated) }
    #expect(read([]) == .empty)
    #expect(read(Array("short".utf8)) == .foreign)
    #expect(read(Array(repeating: 0, count: 128)) == .foreign)
    #expect(read(Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?> and so on".utf8)) == .foreign)
  }
}
