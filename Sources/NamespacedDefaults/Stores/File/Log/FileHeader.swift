/// The header: the first 128 bytes of a file.
///
/// All numbers are little-endian.
///
///      0   8  magic: "NSDFLT" CR LF
///      8   2  format version: 3
///     10   1  flags that a reader must understand: 0
///     11   1  flags that a reader may ignore: 0
///     12   8  salt: random, different in every file; part of every record's checksums
///     20   4  CRC-32C of bytes 0–19
///     24   8  the commit pointer (``CommitPointer``)
///     32   8  the synchronized pointer: a commit pointer up to which all bytes were on the disk; 0 if there was none yet
///     40  24  a second copy of bytes 0–23
///     64  64  who waits for the file's lock (``LockQueue``): no contents, whatever is there
///    128      the first record (``RecordFormat``)
///
/// **Versions.** Bytes 0–11 mean the same in every version, and the checksum covers bytes 0–19 in every version. A
/// program refuses a file of a version that it does not support, or with a flag that it must understand and does not. It
/// does not change such a file. Versions 1 and 2 were never released.
///
/// **Damage.** One good copy of bytes 0–23 is enough, whichever byte of the other is wrong, the magic included. A file
/// without a good copy is refused and not changed, because nothing shows then that a store has written it. A file that
/// ends within the header counts as damaged if its beginning is good.
struct FileHeader: Equatable {
  static let size = CommitPointer.minimumLength
  static let saltOffset = 12
  static let pointerOffset = 24
  static let synchronizedOffset = 32
  static let queueOffset = 64
  static let version: UInt16 = 3
  private static let magic: [UInt8] = Array("NSDFLT\r\n".utf8)
  private static let copyOffsets = [0, 40]
  private static let copySize = 24

  let salt: UInt64

  enum Reading: Equatable {
    /// A header; `isDamaged` if one of its copies is wrong.
    case header(FileHeader, isDamaged: Bool)
    /// No byte.
    case empty
    /// The beginning of a header; the file is cut before the first record.
    case truncated
    /// A header of a version that this library does not support.
    case unknownVersion(UInt16)
    /// A header with flags that a reader must understand, and that this library does not.
    case unknownFlags(UInt8)
    /// Nothing that can be recognized as a header.
    case foreign
  }

  /// Returns the bytes of the header with a commit pointer and a synchronized one.
  func bytes(pointer: CommitPointer, synchronized: CommitPointer = .absent) -> [UInt8] {
    var copy = Self.magic
    copy.append(littleEndian: Self.version)
    copy += [0, 0]
    copy.append(littleEndian: salt)
    copy.append(littleEndian: copy.withUnsafeBytes { CRC32C($0).checksum })
    var bytes = copy
    bytes.append(littleEndian: pointer.rawValue)
    bytes.append(littleEndian: synchronized.rawValue)
    return bytes + copy + [UInt8](repeating: 0, count: Self.size - Self.queueOffset)
  }

  /// Reads the header from the first bytes of a file, at most ``size`` of them.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    if bytes.isEmpty { return .empty }
    let copies = copyOffsets.map { readCopy(bytes, at: $0) }
    for case .header(let header, _) in copies where bytes.count >= size {
      return .header(header, isDamaged: copies[0] != copies[1])
    }
    for case .unknownVersion(let version) in copies { return .unknownVersion(version) }
    for case .unknownFlags(let flags) in copies { return .unknownFlags(flags) }
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
    let version = copy.littleEndian(at: 8, as: UInt16.self)
    guard version == Self.version else { return .unknownVersion(version) }
    guard copy[10] == 0 else { return .unknownFlags(copy[10]) }
    return .header(FileHeader(salt: copy.littleEndian(at: saltOffset, as: UInt64.self)), isDamaged: false)
  }
}
