import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One page of memory that shows the header of a file, at the same address whichever file it is.
///
/// While there is no file it shows zeros, so that the word is ``CommittedWord/absent``. A file that another program cuts
/// to no bytes at all while it is mapped raises SIGBUS at the next look, as for every program that maps files.
///
/// `@unchecked Sendable`: the address never changes, the word behind it is atomic, and whoever shows or publishes holds
/// the engine's lock.
final class HeaderPage: @unchecked Sendable {
  private static let size = Int(sysconf(Int32(_SC_PAGESIZE)))
  private let base: UnsafeMutableRawPointer
  private var isWritable = false

  init() throws(DefaultsError) {
    let flags = MAP_PRIVATE | MAP_ANON
    guard let base = mmap(nil, Self.size, PROT_READ, flags, -1, 0), base != MAP_FAILED else {
      throw .system(operation: "mmap", path: "memory", code: errno)
    }
    self.base = base
  }

  deinit {
    munmap(base, Self.size)
  }

  /// The committed word of the file in view; readable from any thread at any time.
  var word: UnsafePointer<Atomic<UInt64>> {
    UnsafePointer((base + FileHeader.wordOffset).assumingMemoryBound(to: Atomic<UInt64>.self))
  }

  /// Writes the committed word of the file in view: into memory where that cannot fail, else as
  /// ``LogFile/publish(_:)`` does.
  func publish(_ word: CommittedWord, of file: LogFile) throws {
    guard isWritable else { return try file.publish(word) }
    self.word.pointee.store(word.rawValue.littleEndian, ordering: .releasing)
  }

  func load() -> CommittedWord {
    CommittedWord(rawValue: UInt64(littleEndian: word.pointee.load(ordering: .acquiring)))
  }

  /// Shows a file, which must not be empty, in place of what was shown.
  func show(_ file: LogFile) throws(DefaultsError) {
    // MAP_FIXED takes the old mapping's place in one step: other threads see the one or the other.
    let isWritable = file.isOverwrittenInPlace
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    guard mmap(base, Self.size, protection, MAP_SHARED | MAP_FIXED, file.descriptor, 0) != MAP_FAILED else {
      throw .system(operation: "mmap", path: file.path, code: errno)
    }
    self.isWritable = isWritable
  }

  /// Shows zeros in place of what was shown.
  func showNothing() throws(DefaultsError) {
    guard mmap(base, Self.size, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED else {
      throw .system(operation: "mmap", path: "memory", code: errno)
    }
    isWritable = false
  }
}
