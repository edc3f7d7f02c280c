/// The first 56 bytes of a file.
///
/// All numbers are little-endian.
///
///      0   8  magic: "NSDFLT" CR LF
///      8   4  format version: 1
///     12   8  salt: random, other in every file; part of every record's checksums
///     20   4  CRC-32C of bytes 0–19
///     24   8  the commit pointer (``CommitPointer``)
///     32  24  bytes 0–23 once more
///     56      the first record (``RecordFormat``)
///
/// **Versions.** Bytes 0–11 and the checksum over bytes 0–19 stay what they are in every version. A program that meets
/// a version it does not know refuses the file and leaves it untouched.
///
/// **Damage.** One of the two copies is enough, whichever byte of the other is wrong, the magic included. With neither
/// the file is refused and left untouched, for nothing says then that it is ours.
struct FileHeader: Equatable {
  static let size = 56
  static let pointerOffset = 24
  static let version: UInt32 = 1
  private static let magic: [UInt8] = Array("NSDFLT\r\n".utf8)
  private static let copyOffsets = [0, 32]
  private static let copySize = 24

  let salt: UInt64

  enum Reading: Equatable {
    /// Ours; `isDamaged` when one copy is not as it was written.
    case header(FileHeader, isDamaged: Bool)
    /// Ours, but cut before the first record.
    case truncated
    /// A version that this library does not know.
    case unknownVersion(UInt32)
    /// Not ours, as far as can be told.
    case foreign
  }

  /// The header of a new file.
  func bytes(pointer: CommitPointer) -> [UInt8] {
    var copy = Self.magic
    copy.append(littleEndian: Self.version)
    copy.append(littleEndian: salt)
    copy.append(littleEndian: copy.withUnsafeBytes { CRC32C($0).checksum })
    var bytes = copy
    bytes.append(littleEndian: pointer.rawValue)
    return bytes + copy
  }

  /// What the first bytes of a file, up to ``size`` of them, say about it.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    let copies = copyOffsets.map { readCopy(bytes, at: $0) }
    for case .header(let header, _) in copies where bytes.count >= size {
      return .header(header, isDamaged: copies[0] != copies[1])
    }
    for case .unknownVersion(let version) in copies { return .unknownVersion(version) }
    if bytes.count < size, bytes.elementsEqual(magic.prefix(bytes.count)) || copies[0] != .foreign { return .truncated }
    return .foreign
  }

  private static func readCopy(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Reading {
    guard bytes.count >= offset + copySize else {
      return bytes.count >= magic.count && bytes.prefix(magic.count).elementsEqual(magic) ? .truncated : .foreign
    }
    let copy = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + copySize])
    guard copy.prefix(magic.count).elementsEqual(magic),
      CRC32C(UnsafeRawBufferPointer(rebasing: copy[..<20])).checksum == copy.littleEndian(at: 20, as: UInt32.self)
    else { return .foreign }
    let version = copy.littleEndian(at: 8, as: UInt32.self)
    guard version == Self.version else { return .unknownVersion(version) }
    return .header(FileHeader(salt: copy.littleEndian(at: 12, as: UInt64.self)), isDamaged: false)
  }
}
