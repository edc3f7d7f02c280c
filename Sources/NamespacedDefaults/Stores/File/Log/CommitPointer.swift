/// The eight bytes of the header that hold the committed length of the file.
///
/// They are read and written as one number.
///
///     bits  0–39   committed length: the bytes of the file, header included, that readers may use
///     bit   40     superseded: another file has taken this one's place, or is about to
///     bits 41–47   generation: changes with every file at one path, and when a commit is rolled back
///     bits 48–63   check: the low half of the CRC-32C of the six bytes below, zero-extended to eight
///
/// The check detects damage, and a half-written pointer on a machine that does not store eight bytes at once.
struct CommitPointer: Equatable, Sendable {
  let rawValue: UInt64

  /// The pointer while there is no file, which is not valid.
  static let absent = CommitPointer(rawValue: 0)
  /// The smallest committed length: that of the header.
  static let minimumLength = 128
  private static let lengthMask: UInt64 = 1 << 40 - 1
  /// The largest committed length: one byte less than 1 TiB, or than 2 GiB if an `Int` has 32 bits.
  static let maximumLength = Int(clamping: lengthMask)

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(length: Int, generation: UInt8, isSuperseded: Bool = false) {
    let content = UInt64(length) | (isSuperseded ? 1 << 40 : 0) | UInt64(generation & 0x7F) << 41
    rawValue = content | Self.check(content) << 48
  }

  var length: Int { Int(clamping: rawValue & Self.lengthMask) }
  var isSuperseded: Bool { rawValue & 1 << 40 != 0 }
  var generation: UInt8 { UInt8(rawValue >> 41 & 0x7F) }
  var isValid: Bool { rawValue >> 48 == Self.check(rawValue & 0xFFFF_FFFF_FFFF) && length >= Self.minimumLength }

  /// The same pointer with the superseded flag set.
  var superseded: CommitPointer { CommitPointer(length: length, generation: generation, isSuperseded: true) }

  /// Returns the end of what was on the disk, according to a synchronized pointer.
  ///
  /// One of another generation says nothing: a commit was rolled back since.
  func synchronizedEnd(by synchronized: CommitPointer) -> Int {
    let counts = synchronized.isValid && (!isValid || synchronized.generation == generation)
    return counts ? synchronized.length : Self.minimumLength
  }

  /// Returns a pointer that is loaded anew while its check is wrong, for a moment.
  ///
  /// XNU on arm64 copies fewer than 16 bytes one by one (osfmk/arm64/machine_routines_asm.s), so a reader of the mapping may
  /// meet half a pointer. To read the whole file for that would cost a thousand times as much.
  static func whole(_ load: () -> Self) -> Self {
    for _ in 0..<16 {
      let pointer = load()
      if pointer.isValid { return pointer }
    }
    return load()
  }

  private static func check(_ content: UInt64) -> UInt64 {
    var crc = CRC32C()
    crc.update(content)
    return UInt64(crc.checksum & 0xFFFF)
  }
}
