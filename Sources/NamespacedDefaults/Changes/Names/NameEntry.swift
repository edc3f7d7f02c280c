import Synchronization

/// What is kept in memory of one stored name: the version of its last change, for readers that take no lock, and its
/// ``Details``.
///
/// An entry lives as long as its store, so readers do not retain it. One that goes over to another name goes on counting, so
/// that what was read by its former version is no longer current.
///
/// `@unchecked Sendable`: the version is atomic, and the details are used under the lock of the store's ``Names``.
final class NameEntry: @unchecked Sendable {
  /// What is used under the lock of ``Names``: what keys have decoded of the value, who follows its changes, and who
  /// declares the name.
  struct Details {
    /// A place that does not retain its object, whose release runs no code of the program's.
    struct Weak { weak var copy: (any CachedCopy)? }

    /// What keys have decoded; see ``CachedCopy``.
    var copies: [Weak] = []
    /// What keys leave for other keys of the name, which is not released under the lock; see ``Names/keep(_:of:unless:)``.
    var kept: [any AnyObject & Sendable] = []
    /// The entries of names of the same store whose value may be the one of this name, because it is their previous name.
    var successors: [NameEntry] = []
    /// The entries of the name in the stores that are made of this one.
    var wholes: [NameEntry] = []
    var followers = Followers()
    var declarations = NameDeclarations()

    /// Whether keys may have decoded the value, also under a name whose previous name it has.
    var isDecoded: Bool { !copies.isEmpty || !successors.isEmpty }

    /// Whether the entry may go over to another name.
    var isFree: Bool {
      wholes.isEmpty && kept.isEmpty && followers.isEmpty && declarations.isEmpty
        && copies.allSatisfy { $0.copy == nil }
    }
  }

  /// A number that grows with each change of the value, and when the entry goes over to another name.
  // Relaxed, because what makes a change known is stored afterwards; see ``StoreHead``.
  let version = Atomic<UInt64>(0)
  // A pointer, because each access to a variable of an object is checked, which would be a tenth of a change.
  private let memory: UnsafeMutablePointer<Details>  // freed with the entry

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: Details())
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  var details: Details {
    @inline(__always) _read { yield memory.pointee }
    @inline(__always) _modify { yield &memory.pointee }
  }

  /// Counts a change of the value; call this under the lock.
  func raise() {
    raiseAlone()
    for entry in details.successors { entry.raiseAlone() }
  }

  private func raiseAlone() {
    version.add(1, ordering: .relaxed)
    // Of another store, whose lock is not needed for the version.
    for entry in details.wholes { entry.version.add(1, ordering: .relaxed) }
  }
}

/// The place where a key keeps a decoded value in memory, which releases the value before itself.
protocol CachedCopy: AnyObject, Sendable {
  /// Drops the value, and returns it for its release.
  func drop() -> (any AnyObject & Sendable)?
}
