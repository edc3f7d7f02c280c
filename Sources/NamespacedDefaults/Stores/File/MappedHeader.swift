import Synchronization

/// The header of the open file in memory, whichever file that is.
///
/// While there is no file the word is ``CommitPointer/absent``. The word can be read from any thread at any time; whoever
/// shows another file or publishes holds the engine's lock.
struct MappedHeader: Sendable {
  private let page: MappedPage

  init() throws(DefaultsError) {
    page = try MappedPage()
  }

  /// The commit pointer of the file in view.
  var word: UnsafePointer<Atomic<UInt64>> {
    // Valid as long as the page, which the engine owns.
    UnsafePointer((page.base + FileHeader.pointerOffset).assumingMemoryBound(to: Atomic<UInt64>.self))
  }

  /// Writes the commit pointer of the file in view: into memory where that cannot fail, else as
  /// ``OpenFile/publish(_:)`` does.
  func publish(_ pointer: CommitPointer, of file: OpenFile) throws {
    guard page.isWritable else { return try file.publish(pointer) }
    self.word.pointee.store(pointer.rawValue.littleEndian, ordering: .releasing)
  }

  func load() -> CommitPointer {
    CommitPointer(rawValue: UInt64(littleEndian: word.pointee.load(ordering: .acquiring)))
  }

  func show(_ file: OpenFile) throws(DefaultsError) { try page.show(file) }

  func showNothing() throws(DefaultsError) { try page.showNothing() }
}
