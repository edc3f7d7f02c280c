import Synchronization

/// The two pointers in the header of the open file: mapped into memory or, where that is not possible, read from the file.
///
/// The address of the mapping stays the same when another file is mapped. While no file is mapped, the commit pointer
/// there is ``CommitPointer/absent``, which keeps values from being cached. Any thread may read it at any time.
final class MappedHeader {
  /// Whether the stores that a task opens may map their files; tests set it.
  @TaskLocal static var mapsFiles = true

  private let page: MappedPage
  private let mapsFile = mapsFiles
  /// The open file if it is not mapped.
  private var unmapped: OpenFile?

  init() throws(DefaultsError) {
    page = try MappedPage()
  }

  /// The address of the commit pointer of the mapped file.
  // It is valid as long as the mapping, which `page` owns.
  var word: UnsafePointer<Atomic<UInt64>> { word(at: FileHeader.pointerOffset) }

  // As above.
  private func word(at offset: Int) -> UnsafePointer<Atomic<UInt64>> {
    UnsafePointer((page.base + offset).assumingMemoryBound(to: Atomic<UInt64>.self))
  }

  /// Whether the open file is mapped.
  var isMapped: Bool { unmapped == nil }

  /// Whether the mapped file says that somebody waits for its lock, or anything else is there.
  var isAwaited: Bool {
    // Relaxed, and without a fence, because nothing belongs to it, and who waits looks again.
    func start(_ place: Int) -> UInt64 {
      word(at: FileHeader.queueOffset + place * LockQueue.placeSize).pointee.load(ordering: .relaxed)
    }
    return start(0) | start(1) | start(2) | start(3) != 0
  }

  /// Whether a pointer is written only if the former one is still there, whoever writes the file meanwhile.
  var exchangesPointers: Bool { page.isWritable }

  /// Writes the commit pointer of the file, if it still is the one that was read last.
  ///
  /// It is another one if a program that does not use this library has truncated or overwritten the file.
  ///
  /// The pointer is stored into the mapping if that cannot fail, and with ``OpenFile/publish(_:)`` otherwise. A page that
  /// was lost meanwhile (``BusErrorHandler``) holds no pointer, so nothing is stored there.
  ///
  /// - Returns: Whether the pointer was written.
  func publish(_ pointer: CommitPointer, over former: CommitPointer, of file: OpenFile) throws -> Bool {
    guard page.isWritable else {
      guard load() == former else { return false }
      try file.publish(pointer)
      return true
    }
    return try store(pointer, over: former, at: FileHeader.pointerOffset, of: file)
  }

  /// Writes the synchronized pointer of the file, unless the one that is there says more.
  ///
  /// Nothing is written if the file is another one now, or a commit was rolled back meanwhile.
  func markSynchronized(_ pointer: CommitPointer, of file: OpenFile) throws {
    let (now, former) = (load(), synchronized)
    guard file.isWritable, now.isValid, now.generation == pointer.generation, pointer.length <= now.length,
      former.generation != pointer.generation || !former.isValid || former.length < pointer.length
    else { return }
    if page.isWritable {
      _ = try store(pointer, over: former, at: FileHeader.synchronizedOffset, of: file)
    } else {
      try file.write(pointer, at: FileHeader.synchronizedOffset)
    }
  }

  private func store(_ pointer: CommitPointer, over former: CommitPointer, at offset: Int, of file: OpenFile) throws
    -> Bool
  {
    let number = pointer.rawValue.littleEndian
    try FileSystemChange.announce(
      file.path,
      .write(file.identity, withUnsafeBytes(of: number) { Array($0) }, offset: offset)
    )
    atomicMemoryFence(ordering: .releasing)
    let formerNumber = former.rawValue.littleEndian
    return word(at: offset).pointee.compareExchange(expected: formerNumber, desired: number, ordering: .relaxed)
      .exchanged
  }

  /// Returns whether the file has a salt, which is another one in every file.
  func hasSalt(_ salt: UInt64) -> Bool {
    if let unmapped { return (try? unmapped.readNumber(at: FileHeader.saltOffset)) == salt }
    return page.base.loadUnaligned(fromByteOffset: FileHeader.saltOffset, as: UInt64.self) == salt.littleEndian
  }

  /// Returns the commit pointer of the file; the absent one if it cannot be read.
  func load() -> CommitPointer {
    if let unmapped { return (try? unmapped.readPointer()) ?? .absent }
    return load(at: FileHeader.pointerOffset)
  }

  /// The synchronized pointer of the file; the absent one if it cannot be read.
  var synchronized: CommitPointer {
    if let unmapped { return (try? unmapped.readSynchronizedPointer()) ?? .absent }
    return load(at: FileHeader.synchronizedOffset)
  }

  // The fence of `store` is before its word, and this one behind the load: so who finds a commit finds its records. Without
  // either, it could find the bytes that were there before, which the checksums of the records do not match.
  //
  // The load and the fence are two, also in `store`, because the thread sanitizer holds a lock of its own during an
  // ordered access, and would wait for it for ever if the access is interrupted by `BusErrorHandler`.
  private func load(at offset: Int) -> CommitPointer {
    let number = word(at: offset).pointee.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    return CommitPointer(rawValue: UInt64(littleEndian: number))
  }

  /// Shows a file, which must not be empty, in place of the former one.
  func show(_ file: OpenFile) throws(DefaultsError) {
    if mapsFile, file.showsAllWritesInMappings, page.show(file) { unmapped = nil } else { try readFromFile(file) }
  }

  /// Reads the pointers of a file from it, and keeps values from being cached.
  func readFromFile(_ file: OpenFile) throws(DefaultsError) {
    try page.showNothing()
    unmapped = file
  }

  func showNothing() throws(DefaultsError) {
    try page.showNothing()
    unmapped = nil
  }

  func keepAddress() { page.keepAddress() }
}

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
