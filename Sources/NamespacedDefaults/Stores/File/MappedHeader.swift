import Synchronization

/// The header of the open file, mapped into memory.
///
/// The address stays the same when another file is mapped. While no file is mapped, the commit pointer is
/// ``CommitPointer/absent``. Any thread may read the commit pointer at any time. The owner serializes the calls that
/// map another file or publish a commit pointer.
struct MappedHeader: Sendable {
  private let page: MappedPage

  init() throws(DefaultsError) {
    page = try MappedPage()
  }

  /// The address of the commit pointer of the mapped file.
  var word: UnsafePointer<Atomic<UInt64>> {
    // The address is valid as long as the mapping, which `page` owns.
    UnsafePointer((page.base + FileHeader.pointerOffset).assumingMemoryBound(to: Atomic<UInt64>.self))
  }

  /// Writes the commit pointer of the mapped file, if it still is the one that was read last.
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
    let word = pointer.rawValue.littleEndian
    try FileSystemChange.announce(
      file.path,
      .write(file.identity, withUnsafeBytes(of: word) { Array($0) }, offset: FileHeader.pointerOffset)
    )
    atomicMemoryFence(ordering: .releasing)
    let formerWord = former.rawValue.littleEndian
    return self.word.pointee.compareExchange(expected: formerWord, desired: word, ordering: .relaxed).exchanged
  }

  /// Returns whether the mapped file has a salt, which is another one in every file.
  func hasSalt(_ salt: UInt64) -> Bool {
    page.base.loadUnaligned(fromByteOffset: FileHeader.saltOffset, as: UInt64.self) == salt.littleEndian
  }

  /// Returns the commit pointer of the mapped file.
  ///
  /// The load and the fence are two, also in ``publish(_:over:of:)``, because the thread sanitizer holds a lock of its own
  /// during an ordered access, and would wait for it for ever if the access is interrupted by ``BusErrorHandler``.
  func load() -> CommitPointer {
    let word = word.pointee.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    return CommitPointer(rawValue: UInt64(littleEndian: word))
  }

  func show(_ file: OpenFile) throws(DefaultsError) { try page.show(file) }

  func showNothing() throws(DefaultsError) { try page.showNothing() }

  func keepAddress() { page.keepAddress() }
}
