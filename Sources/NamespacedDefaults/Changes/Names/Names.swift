import Synchronization

// The table of a store's names, and its entries.

/// The table of a store's names: what is kept in memory of each name that is read, followed or declared.
///
/// A name of which there is nothing has no entry. Their number is limited, because a program may have a name for each of its
/// users: entries that nobody needs go over to other names; see ``NameEntry/Details/isFree``.
///
/// `@unchecked Sendable`: the head is atomic, and its pointer never changes.
final class Names: @unchecked Sendable {
  /// The version of a name at a moment, for which the result of a read can be remembered.
  struct Version: Sendable {
    let store: UInt
    let entry: NameEntry
    let number: UInt64

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()) }

    /// Whether it belongs to what is in memory, whatever was published.
    var isInMemory: Bool { entry.version.load(ordering: .relaxed) == number }
  }

  struct State {
    var entries: [String: NameEntry] = [:]
    /// The entries of the names that were written or declared last, or that these have none.
    var recent = RecentNames<NameEntry?>()
    var unused: [NameEntry] = []
    /// The number of entries from which those are reused that nobody needs.
    var limit: Int
    /// The entries of the names that are followed.
    var followed: [String: NameEntry] = [:]
    /// The entries in which something is kept for other keys.
    var keeping: [NameEntry] = []
    /// The number of names of which declarations are recorded.
    var declaredCount = 0
    /// The types that have used each namespace.
    var owners: [String: [Any.Type]] = [:]

    fileprivate init(limit: Int) { self.limit = limit }

    /// Returns the entry of a name that is written or declared.
    mutating func entry(of name: String) -> NameEntry? {
      if let known = recent.place(of: name) { return known }
      let entry = entries[name]
      recent.add(name, at: entry)
      return entry
    }
  }

  static let leastLimit = 4_096

  let head: UnsafePointer<StoreHead>  // freed with the table, or never; see `keepsMemory`
  let parts: [Names]
  let leastLimit: Int
  let state: Guarded<State>
  // Relaxed, because who says that it will read does so with the store's memory locked afterwards, as a writer raises its
  // names. And who ends the life of a store knows what was done with it.
  /// Whether anything that was read is kept; a writer of a store that nobody has read only loads this.
  private let isUsed = Atomic(false)
  private let changes = Atomic<UInt64>(1)
  private let keepsMemoryAlive = Atomic(false)

  init(
    id: UInt,
    word: UnsafePointer<Atomic<UInt64>>?,
    validator: CacheValidator? = nil,
    parts: [Names] = [],
    leastLimit: Int = Names.leastLimit
  ) {
    let head = UnsafeMutablePointer<StoreHead>.allocate(capacity: 1)
    head.initialize(
      to: parts.isEmpty
        ? StoreHead(id: id, word: word, validator: validator) : StoreHead(id: id, over: parts.map(\.head))
    )
    self.head = UnsafePointer(head)
    self.parts = parts
    self.leastLimit = leastLimit
    // `nonisolated(unsafe)`: it is atomic, and valid as long as the table.
    nonisolated(unsafe) let sharedHead = self.head
    let limit = leastLimit
    state = Guarded(State(limit: limit)) {
      // Nobody raises the former entries any more.
      sharedHead.pointee.forgetReads()
      return State(limit: limit)
    }
  }

  deinit {
    let entries = state.withLock { state in
      for (name, entry) in state.entries { disconnect(entry, from: name) }
      return Array(state.entries.values) + state.unused
    }
    for entry in entries {
      // They may retain each other.
      entry.details = NameEntry.Details()
      guard keepsMemory else { continue }
      // A reader may still look, and nobody raises the version any more.
      entry.raise()
      _ = Unmanaged.passRetained(entry)
    }
    guard !keepsMemory else { return }
    let head = UnsafeMutablePointer(mutating: head)
    head.deinitialize(count: 1)
    head.deallocate()
  }

  /// The number of names that have an entry.
  var count: Int { state.withLock { $0.entries.count } }

  /// Whether head and entries stay valid after the table.
  var keepsMemory: Bool { keepsMemoryAlive.load(ordering: .relaxed) }

  /// Keeps head and entries valid for ever, for readers that do not retain the store.
  func keepMemory() {
    keepsMemoryAlive.store(true, ordering: .relaxed)
    for part in parts { part.keepMemory() }
  }

  /// The version of the store: a number that grows with every commit, of another process too when it is taken in.
  var version: UInt64 { changes.load(ordering: .relaxed) }
}

// What readers do.
extension Names {
  /// Says that something that is read will be kept in memory; call this before it is read.
  func willRead() {
    isUsed.store(true, ordering: .relaxed)
    for part in parts { part.willRead() }
  }

  /// Returns the version of a name that belongs to what is in memory now; call this before the value is read.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - previous: The name whose value counts if there is none of `name`.
  /// - Returns: The version.
  func version(of name: String, previous: String? = nil) -> Version {
    willRead()
    // One lock, because an entry may be reused before and after.
    return state.withLock { state in
      let entry =
        if let previous { self.entry(of: name, previous: previous, &state) } else { self.entry(of: name, &state) }
      return Version(store: head.pointee.id, entry: entry, number: entry.version.load(ordering: .relaxed))
    }
  }

  /// Returns the entry of a name, which is made if there is none.
  func entry(of name: String, _ state: inout State) -> NameEntry {
    state.entries[name] ?? newEntry(name, &state)
  }
}

// What writers do.
extension Names {
  /// Raises the versions of changed names, and drops the copies of removed values; call this before anybody can read them.
  ///
  /// The copies are released when the thread has unlocked its stores, because that may run the program's code.
  func raise(_ changes: [DefaultsChange]) {
    var copies: [any CachedCopy] = []
    countCommit { state in
      for index in changes.indices {
        guard let entry = entry(of: changes[index].key, in: &state) else { continue }
        entry.raise()
        if case .none = changes[index].newValue { copies += Self.copies(of: entry) }
      }
    }
    drop(copies)
  }

  /// Raises the version of a name that was given a value.
  func raise(_ name: String) {
    countCommit { state in entry(of: name, in: &state)?.raise() }
  }

  /// The name of the id without which no sealed value of a store opens.
  static let nameOfID = "NamespacedDefaults.seal"

  /// Returns the entry of a changed name, if it has one.
  ///
  /// With another id of its sealed values a store has others under every name.
  private func entry(of name: String, in state: inout State) -> NameEntry? {
    if let entry = state.entry(of: name) { return entry }
    if name == Self.nameOfID { for entry in state.entries.values { entry.raise() } }
    return nil
  }

  /// Raises the versions of all names, and drops the copies of removed values.
  func raiseAll(where isRemoved: (String) -> Bool = { _ in false }) {
    var copies: [any CachedCopy] = []
    countCommit { state in
      for (name, entry) in state.entries {
        entry.raise()
        if entry.details.isDecoded, isRemoved(name) { copies += Self.copies(of: entry) }
      }
    }
    drop(copies)
  }

  /// Counts a commit, and raises versions if anything that was read is kept.
  private func countCommit(_ raise: (inout State) -> Void) {
    changes.add(1, ordering: .relaxed)
    if isUsed.load(ordering: .relaxed) { state.withLock { raise(&$0) } }
  }

  /// Returns what keys have decoded of the value of a name, also those that have it as their previous name.
  private static func copies(of entry: NameEntry) -> [any CachedCopy] {
    ([entry] + entry.details.successors).flatMap { $0.details.copies.compactMap(\.copy) }
  }

  private func drop(_ copies: [any CachedCopy]) {
    guard !copies.isEmpty else { return }
    let former = copies.compactMap { $0.drop() }
    ThreadState.whenUnlocked { withExtendedLifetime((copies, former)) {} }
  }
}

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
