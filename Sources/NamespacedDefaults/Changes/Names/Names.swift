import Synchronization

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
    fileprivate(set) var entries: [String: NameEntry] = [:]
    /// The entries of the names that were written or declared last, or that these have none.
    fileprivate var recent = RecentNames<NameEntry?>()
    fileprivate var unused: [NameEntry] = []
    /// The number of entries from which those are reused that nobody needs.
    fileprivate var limit: Int
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
  private let parts: [Names]
  private let leastLimit: Int
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

  /// Returns the entry of a name that is raised with that of the previous one, in the parts too.
  private func entry(of name: String, previous: String, _ state: inout State) -> NameEntry {
    _ = self.entry(of: previous, &state)
    let entry = self.entry(of: name, &state)
    // To make room for the other one may have taken the name from its entry. There is room for more then.
    let other = self.entry(of: previous, &state)
    if !other.details.successors.contains(where: { $0 === entry }) { other.details.successors.append(entry) }
    for part in parts { part.state.withLock { _ = part.entry(of: name, previous: previous, &$0) } }
    return entry
  }

  /// Adds a copy of a name's value, which a removal of the value drops, here or in a part.
  func add(_ copy: any CachedCopy, of name: String) {
    withEntry(of: name) { entry, _ in
      let known = entry.details.copies.compactMap(\.copy)
      if !known.contains(where: { $0 === copy }) {
        entry.details.copies = (known + [copy]).map { NameEntry.Details.Weak(copy: $0) }
      }
    }
    for part in parts { part.add(copy, of: name) }
  }

  /// Runs a body with the entry of a name, which is made if there is none.
  ///
  /// The body must not call code that may reach the table, or that is the program's.
  func withEntry<Result>(of name: String, _ body: (NameEntry, inout State) -> sending Result) -> Result {
    state.withLock { state in body(entry(of: name, &state), &state) }
  }

  /// Returns the entry of a name, which is made if there is none.
  func entry(of name: String, _ state: inout State) -> NameEntry {
    state.entries[name] ?? newEntry(name, &state)
  }

  private func newEntry(_ name: String, _ state: inout State) -> NameEntry {
    if state.entries.count >= state.limit { reuseEntries(of: &state) }
    let entry = state.unused.popLast() ?? NameEntry()
    connect(entry, to: name)
    state.entries[name] = entry
    state.recent.removeAll()
    return entry
  }

  /// Lets an entry change with those of a name in the parts, and in their parts.
  private func connect(_ whole: NameEntry, to name: String) {
    for part in parts {
      part.withEntry(of: name) { entry, _ in entry.details.wholes.append(whole) }
      part.connect(whole, to: name)
    }
  }

  private func disconnect(_ whole: NameEntry, from name: String) {
    for part in parts {
      part.state.withLock { $0.entries[name]?.details.wholes.removeAll { $0 === whole } }
      part.disconnect(whole, from: name)
    }
  }

  /// Takes their names from entries that nobody needs.
  ///
  /// That costs O(1), taken over all new entries.
  private func reuseEntries(of state: inout State) {
    var free: Set<ObjectIdentifier> = []
    for (name, entry) in state.entries where entry.details.isFree {
      entry.raise()
      entry.details = NameEntry.Details()
      disconnect(entry, from: name)
      state.entries[name] = nil
      state.unused.append(entry)
      free.insert(ObjectIdentifier(entry))
    }
    for entry in state.entries.values where !entry.details.successors.isEmpty {
      entry.details.successors.removeAll { free.contains(ObjectIdentifier($0)) }
    }
    state.limit = max(2 * state.entries.count, leastLimit)
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
