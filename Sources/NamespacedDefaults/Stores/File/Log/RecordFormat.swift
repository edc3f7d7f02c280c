/// The format of a record: the bytes of one change of one key.
///
/// All numbers are little-endian; a record begins at a multiple of 8.
///
///     0  4  n: the length of the payload, at most 64 MiB
///     4  4  the CRC-32C of the key's UTF-8
///     8  4  head checksum, over bytes 0–7
///    12  n  payload: kind, key (byte count, UTF-8), and for a set the value (``ValueFormat``)
///        p  zeros, so that the record's length is a multiple of 8
///        4  body checksum, over payload and zeros
///
/// The kind is 1 for a set and 2 for a remove, with the flags of ``RecordFlags`` added. A reader passes over a record of
/// another kind from 16 to 31. The committed length never ends within a batch.
///
/// Both checksums are CRC-32C over the file's salt (8 bytes), the record's offset in the file (8 bytes) and the bytes
/// that they check. So a copy of a record inside a value is not taken for a record, and neither are the bytes of an
/// earlier file on the disk.
///
/// A record with one damaged byte can still be used in part. If its head is good, the length leads to the next record,
/// and the hash shows which key has lost its value, so that no older value of the key comes back. If its body is good,
/// nothing is lost.
enum RecordFormat {
  static let headSize = 12
  static let checksumSize = 4
  static let alignment = 8
  static let maximumPayload = 64 << 20

  enum Problem: Error {
    case tooDeep
    case tooLarge
  }

  /// Appends the record of a change, and returns its body checksum; if an error is thrown, `bytes` are unchanged.
  @discardableResult
  static func append(
    key: String,
    value: PropertyListValue?,
    flags: RecordFlags = [],
    at offset: Int,
    seed: RecordSeed,
    to bytes: inout ByteBuffer
  ) throws(Problem) -> UInt32 {
    let kind = (value == nil ? 2 : 1) | flags.rawValue
    return try append(key: key, kind: kind, at: offset, seed: seed, to: &bytes) { bytes in
      guard let value else { return true }
      return ValueFormat.append(value, to: &bytes)
    }
  }

  /// Appends a record whose value a closure appends, which returns whether that nests no deeper than the format allows.
  @inline(__always)  // on the way of every write
  static func append(
    key: String,
    kind: UInt8,
    at offset: Int,
    seed: RecordSeed,
    to bytes: inout ByteBuffer,
    _ appendValue: (inout ByteBuffer) -> Bool
  ) throws(Problem) -> UInt32 {
    let start = bytes.count
    // The place of the head, which is filled below.
    bytes.append(zeros: headSize)
    bytes.append(kind)
    ValueFormat.append(key, to: &bytes)
    guard appendValue(&bytes) else {
      bytes.removeAll(from: start)
      throw .tooDeep
    }
    let length = bytes.count - start - headSize
    guard length <= maximumPayload else {
      bytes.removeAll(from: start)
      throw .tooLarge
    }
    bytes.append(zeros: start + Self.length(ofPayload: length) - bytes.count)

    let head = UInt64(length) | UInt64(hash(of: key)) << 32
    var checksum: UInt32 = 0
    bytes.withMutableBytes(from: start) { record in
      let bodyEnd = record.count - checksumSize
      let body = UnsafeRawBufferPointer(rebasing: record[headSize..<bodyEnd])
      record.storeBytes(of: head.littleEndian, as: UInt64.self)
      record.storeBytes(of: seed.checksum(ofHead: head, at: offset).littleEndian, toByteOffset: 8, as: UInt32.self)
      checksum = seed.checksum(of: body, at: offset)
      record.storeBytes(of: checksum.littleEndian, toByteOffset: bodyEnd, as: UInt32.self)
    }
    return checksum
  }

  /// Returns a record's length in the file.
  static func length(ofPayload payload: Int) -> Int {
    (headSize + payload + checksumSize + alignment - 1) / alignment * alignment
  }

  static func hash(of key: String) -> UInt32 {
    key.withBytes { CRC32C($0).checksum }
  }
}

/// The flags of a record, in the same byte as its kind.
struct RecordFlags: OptionSet {
  let rawValue: UInt8

  /// The record before belongs to the same batch.
  static let continuesBatch = RecordFlags(rawValue: 0x40)
  /// The next record belongs to the same batch.
  static let moreFollows = RecordFlags(rawValue: 0x80)

  /// The bits of the flags, one of which means nothing.
  static let mask: UInt8 = 0xE0
}

/// The part of a file's checksums that comes from its salt.
struct RecordSeed {
  let salt: UInt64
  private let salted: CRC32C

  init(salt: UInt64) {
    self.salt = salt
    var crc = CRC32C()
    crc.update(salt)
    salted = crc
  }

  func checksum(ofHead head: UInt64, at offset: Int) -> UInt32 {
    var crc = salted
    crc.update(UInt64(offset))
    crc.update(head)
    return crc.checksum
  }

  func checksum(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    var crc = salted
    crc.update(UInt64(offset))
    crc.update(bytes)
    return crc.checksum
  }
}

/// The head of a record, whose checksum is right.
struct RecordHead {
  let payload: Int
  let keyHash: UInt32

  var recordLength: Int { RecordFormat.length(ofPayload: payload) }

  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int, seed: RecordSeed) {
    let head = bytes.littleEndian(at: 0, as: UInt64.self)
    guard seed.checksum(ofHead: head, at: offset) == bytes.littleEndian(at: 8, as: UInt32.self) else { return nil }
    payload = Int(clamping: head & 0xFFFF_FFFF)
    keyHash = UInt32(head >> 32)
    guard payload <= RecordFormat.maximumPayload else { return nil }
  }
}

/// A record that has been read: a change of one key.
struct Record {
  let key: String
  /// The stored value in memory; `nil` for a remove.
  let compactValue: CompactValue?
  let flags: RecordFlags
  /// Whether the record is of a kind that this library does not implement, and may pass over.
  let isIgnored: Bool
  /// The record's length in the file.
  let length: Int
  /// The body checksum.
  let checksum: UInt32

  /// The stored value; `nil` for a remove.
  var value: PropertyListValue? { compactValue?.decoded }

  /// Creates a record from its bytes without using its head, or returns `nil` if its body is damaged.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int, seed: RecordSeed) {
    guard let (body, checksum) = Self.body(of: bytes, at: offset, seed: seed) else { return nil }
    var reader = ValueReader(body)
    guard let kind = reader.byte(), let key = reader.text() else { return nil }
    let isIgnored = kind & 16 != 0
    let value: CompactValue?
    switch kind & ~RecordFlags.mask {
    case 1:
      guard let stored = CompactValue(&reader) else { return nil }
      value = stored
    case 2, 16...31:
      value = nil
    default:
      return nil
    }
    guard isIgnored || reader.remaining < RecordFormat.alignment else { return nil }
    self.key = key
    compactValue = value
    self.isIgnored = isIgnored
    flags = RecordFlags(rawValue: kind & RecordFlags.mask)
    length = bytes.count
    self.checksum = checksum
  }

  /// Returns the body of a record and its checksum, or `nil` if it is damaged.
  static func body(
    of bytes: UnsafeRawBufferPointer,
    at offset: Int,
    seed: RecordSeed
  ) -> (UnsafeRawBufferPointer, checksum: UInt32)? {
    guard bytes.count >= RecordFormat.headSize + RecordFormat.checksumSize else { return nil }
    let end = bytes.count - RecordFormat.checksumSize
    let body = UnsafeRawBufferPointer(rebasing: bytes[RecordFormat.headSize..<end])
    let checksum = seed.checksum(of: body, at: offset)
    return checksum == bytes.littleEndian(at: end, as: UInt32.self) ? (body, checksum) : nil
  }
}
