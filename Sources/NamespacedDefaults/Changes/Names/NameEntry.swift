import Synchronization

/// What is kept in memory of one stored name: the version of its last change, what keys have decoded of its value, who
/// follows its changes, and who declares it.
///
/// It is a struct behind a pointer. Readers use its atomic parts without a lock; the rest is used under the lock of ``Names``.
/// The memory of an entry is not freed before the store is. An entry that goes over to another name goes on counting, so
/// that what was read by its former version is no longer current.
struct NameEntry: ~Copyable {
  /// A place that does not retain its object.
  struct Weak { weak var copy: (any CachedCopy)? }

  /// The version of the store at the name's last change; it only grows.
  let version: Atomic<UInt64>
  /// The addresses of the entries in the stores of which the store is made.
  ///
  ///     writer                               reader
  ///     version (relaxed)                    part (acquire)
  ///     part of another name (release)       version of the part
  ///                                          version (relaxed)
  ///
  /// So who finds the part of another name finds that the entry has gone over to it. With either of them relaxed, or the
  /// version loaded first, a former value could count as current.
  private let parts: UnsafeMutableBufferPointer<Atomic<UInt>>  // freed with the entry

  /// What keys have decoded; see ``CachedCopy``.
  var copies: [Weak] = []
  /// What keys leave for other keys of the name; see ``Names/keep(_:of:unless:)``.
  var kept: [any AnyObject & Sendable] = []
  /// The entries of names whose value may be the one of this name, because it is their previous name.
  var successors: [UnsafeMutablePointer<NameEntry>] = []  // of the same store
  /// The number of entries of other stores of which this one is a part.
  var wholeCount = 0
  var followers = Followers()
  var declarations = NameDeclarations()

  init(partCount: Int) {
    version = Atomic(0)
    parts = .allocate(capacity: partCount)
    for index in 0..<partCount { parts.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    parts.deinitialize()
    parts.deallocate()
  }

  /// Releases all that no reader uses without a lock.
  mutating func forget() {
    (copies, kept, followers, declarations) = ([], [], Followers(), NameDeclarations())
  }

  // The parts of a store outlive it.
  func part(_ index: Int) -> UnsafePointer<NameEntry>? {
    UnsafePointer(bitPattern: parts[index].load(ordering: .acquiring))
  }

  func setPart(_ index: Int, to part: UnsafePointer<NameEntry>?) {
    parts[index].store(UInt(bitPattern: part), ordering: .releasing)
  }
}

/// A decoded value that a key keeps in memory.
protocol CachedCopy: AnyObject, Sendable {
  /// Drops the value, and returns it for its release.
  func drop() -> (any AnyObject & Sendable)?
}
