import Synchronization

/// What is kept in memory of one stored name: the version of its last change, for readers that take no lock, and behind it
/// in the same memory its ``Details``.
///
/// The memory of an entry is not freed before the store is. An entry that goes over to another name goes on counting, so
/// that what was read by its former version is no longer current.
struct NameEntry: ~Copyable {
  /// What is used under the lock of ``Names``: what keys have decoded of the value, who follows its changes, and who
  /// declares the name.
  struct Details {
    /// A place that does not retain its object, whose release runs no code of the program's.
    struct Weak { weak var copy: (any CachedCopy)? }

    /// What keys have decoded; see ``CachedCopy``.
    var copies: [Weak] = []
    /// What keys leave for other keys of the name, which is not released under the lock; see ``Names/keep(_:of:unless:)``.
    var kept: [any AnyObject & Sendable] = []
    /// The entries of names whose value may be the one of this name, because it is their previous name.
    var successors: [UnsafeMutablePointer<NameEntry>] = []  // of the same store
    /// The number of entries of other stores of which this one is a part.
    var wholeCount = 0
    var followers = Followers()
    var declarations = NameDeclarations()

    /// Whether keys may have decoded the value, also under a name whose previous name it has.
    var isDecoded: Bool { !copies.isEmpty || !successors.isEmpty }

    /// Whether the entry may go over to another name.
    var isFree: Bool {
      wholeCount == 0 && kept.isEmpty && followers.isEmpty && declarations.isEmpty
        && copies.allSatisfy { $0.copy == nil }
    }
  }

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

  private init(partCount: Int) {
    version = Atomic(0)
    parts = .allocate(capacity: partCount)
    for index in 0..<partCount { parts.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    parts.deinitialize()
    parts.deallocate()
  }

  // The parts of a store outlive it.
  func part(_ index: Int) -> UnsafePointer<NameEntry>? {
    UnsafePointer(bitPattern: parts[index].load(ordering: .acquiring))
  }

  func setPart(_ index: Int, to part: UnsafePointer<NameEntry>?) {
    parts[index].store(UInt(bitPattern: part), ordering: .releasing)
  }

  /// Makes an entry in memory of its own.
  static func make(partCount: Int) -> UnsafeMutablePointer<NameEntry> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<NameEntry>.stride + MemoryLayout<Details>.size,
      alignment: max(MemoryLayout<NameEntry>.alignment, MemoryLayout<Details>.alignment)
    )
    let entry = memory.initializeMemory(as: NameEntry.self, to: NameEntry(partCount: partCount))
    (memory + MemoryLayout<NameEntry>.stride).initializeMemory(as: Details.self, to: Details())
    return entry
  }
}

extension UnsafeMutablePointer<NameEntry> {
  /// What is used under the lock of ``Names``, in the same memory.
  ///
  /// It is not a part of the entry, because who changes a part of a struct has access to all of it, and readers have none.
  var details: UnsafeMutablePointer<NameEntry.Details> {
    // Initialized with the entry, behind it; the stride of an entry is a multiple of 8, and details need no more.
    UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: NameEntry.Details.self)
  }

  func free() {
    details.deinitialize(count: 1)
    deinitialize(count: 1)
    UnsafeMutableRawPointer(self).deallocate()
  }
}

/// The place where a key keeps a decoded value in memory, which releases the value before itself.
protocol CachedCopy: AnyObject, Sendable {
  /// Drops the value, and returns it for its release.
  func drop() -> (any AnyObject & Sendable)?
}
