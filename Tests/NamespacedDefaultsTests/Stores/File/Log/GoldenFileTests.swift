import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Files as bytes, which every later release reads as this one does.
@Suite struct GoldenFileTests {
  /// A header with the salt 1…8 and the lengths 296 and 184, waits for the lock that nobody has made, and six records.
  private static let file = decoded(
    """
    4e5344464c540d0a 03000000 0102030405060708 8d6e5add 2801000000061609 b800000000060eba
    4e5344464c540d0a 03000000 0102030405060708 8d6e5add
    ffffffffffffffff ffffffffffffffff 0100000000000000 ffffffffffffff7f
    0100000000000000 0000000000000000 0000000000000000 ffffffffffffffff
    0c0000003043d0c1535dec64 01016102010000000000000000000000b42ebbbf
    07000000f2a91467ee553283 0104676f6e6501000a3b68d2
    06000000f2a91467512fcd55 8204676f6e650000e8b54cb1
    0a000000c733eb206b7015e9 41016305057468726565000000000000a5be3870
    0e0000002c5721f43cad324c 210164080104000000000000104000000649a39e
    080000003043d0c1784f6885 1001616c6174657200144c7b
    """
  )
  /// Files of the versions that were never released, with no record.
  static let unreleased: [(version: Int, bytes: [UInt8])] = [
    (
      1,
      decoded(
        """
        4e5344464c540d0a 01000000 0102030405060708 edc6b9bf 3800000000066a2c
        4e5344464c540d0a 01000000 0102030405060708 edc6b9bf
        """
      )
    ),
    (
      2,
      decoded(
        """
        4e5344464c540d0a 02000000 0102030405060708 bdba2bec 400000000006af8f 0000000000000000
        4e5344464c540d0a 02000000 0102030405060708 bdba2bec
        """
      )
    ),
  ]

  private static func decoded(_ digits: String) -> [UInt8] {
    let digits = digits.filter(\.isHexDigit)
    return stride(from: 0, to: digits.count, by: 2).map { index in
      let start = digits.index(digits.startIndex, offsetBy: index)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
    }
  }

  @Test func theFileIsReadAsEver() throws {
    let directory = try TemporaryDirectory()
    try write(Self.file, toFile: directory.file())
    let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
    #expect(problems.isEmpty)
    #expect(try store.keys().sorted() == ["a", "c", "d"])
    #expect(try store.value(forKey: "a") == .integer(1), "a record of the kind 16 is passed over")
    #expect(try store.value(forKey: "c") == .string("three"))
    #expect(try store.value(forKey: "d") == .array([.double(4)]))
    let report = try LogReport(path: directory.file())
    #expect(report.formatVersion == 3)
    #expect(report.recordCount == 6)
    #expect(report.damage == [])
    #expect(report.missingSize == 0)
    #expect(try OpenFile(path: directory.file(), for: .reading).readSynchronizedPointer().length == 184)
  }

  @Test func recordsAreWrittenAsEver() throws {
    let seed = RecordSeed(salt: 0x0807_0605_0403_0201)
    let header = FileHeader(salt: 0x0807_0605_0403_0201)
    let (pointer, synchronized) = (
      CommitPointer(length: 296, generation: 3), CommitPointer(length: 184, generation: 3)
    )
    var buffer = ByteBuffer()
    header.bytes(pointer: pointer, synchronized: synchronized).withUnsafeBytes { buffer.append($0) }
    let records: [(String, PropertyListValue?, RecordFlags)] = [
      ("a", .integer(1), []), ("gone", .bool(true), []), ("gone", nil, .moreFollows),
      ("c", .string("three"), .continuesBatch), ("d", .array([.double(4)]), RecordFlags(rawValue: 0x20)),
    ]
    for (key, value, flags) in records {
      try RecordFormat.append(key: key, value: value, flags: flags, at: buffer.count, seed: seed, to: &buffer)
    }
    let written = buffer.array
    #expect(written[..<64] + written[128...] == Self.file[..<64] + Self.file[128..<written.count])
    #expect(written.count == 272)
  }

  @Test(arguments: unreleased) func anUnreleasedVersionIsRefusedUntouched(version: Int, file: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    try write(file, toFile: directory.file())
    let path = try canonicalPath(directory.file())
    let error = DefaultsError.unreadableFile(path: path, reason: "its format version \(version) was never released")
    #expect(throws: error) { try FileStore(path: path) }
    #expect(throws: error) { try LogReport(path: path) }
    #expect(try bytes(ofFile: path) == file)
  }

  /// Byte 10 has the flags that a reader must understand, and byte 11 those that it may ignore.
  @Test(arguments: [(10, true), (11, false)]) func aFileWithFlagsIsRefusedOnlyIfTheyMatter(offset: Int, isRefused: Bool)
    throws
  {
    let directory = try TemporaryDirectory()
    var flagged = Self.file
    for copy in [0, 40] {
      flagged[copy + offset] = 4
      let checksum = flagged[copy..<copy + 20].withUnsafeBytes { CRC32C($0).checksum }
      flagged.store(littleEndian: checksum, at: copy + 20)
    }
    try write(flagged, toFile: directory.file())
    let path = try canonicalPath(directory.file())
    if isRefused {
      let reason = "it needs what is not known to this library (flags 4)"
      #expect(throws: DefaultsError.unreadableFile(path: path, reason: reason)) { try FileStore(path: path) }
      #expect(try bytes(ofFile: path) == flagged)
    } else {
      #expect(try FileStore(path: path).keys().sorted() == ["a", "c", "d"])
    }
  }
}
