import Synchronization

/// The changes of a transaction, which nobody else gets before all of them are committed.
struct WriteSet: ~Copyable {
  /// The number of transactions that run in this process.
  ///
  /// While it is 0, a cached read need not find out whether the current thread is in one.
  static let openCount = Atomic(0)

  /// The number of changes up to which a name is compared with all of theirs, which costs less than to hash it.
  private static let comparedCount = 8

  /// Where the changes of an outer transaction end.
  struct Mark {
    fileprivate let count: Int
    fileprivate let replacedCount: Int
    fileprivate let failure: (any Error)?
  }

  private let process = ForkCounter.Mark()
  // In the order of the first writes, which is that of the announcements. The old values stay stored until the commit.
  private var entries: [DefaultsChange] = []
  /// The places of the names in the entries, if there are many.
  private var positions: [String: Int] = [:]
  /// What the observers of a name have got, where that need not be what is stored.
  private var observed: [String: PropertyListValue?] = [:]
  /// What writes have replaced since the first mark, so that an inner transaction can be undone without a copy of the outer one.
  private var replaced: [(position: Int, value: PropertyListValue?, silenced: HandlerID?)] = []
  /// The handlers that get no change of a name, because each write of it was made so.
  private(set) var silenced: [String: HandlerID] = [:]
  private var isMarked = false
  /// Counts the writes, so that an update finds out whether its body has written.
  private(set) var writeCount: UInt64 = 0
  /// The error of the first write that failed, and for which the whole transaction does.
  private(set) var failure: (any Error)?

  /// Whether the transaction is one of the parent of this process, which alone may commit it.
  var isInherited: Bool { process.isInherited }

  /// The value that the transaction has given a key; `nil` if it has not written the key.
  subscript(name: String) -> PropertyListValue?? { position(of: name).map { entries[$0].newValue } }

  /// Returns the names of all values: those that are stored and those of the transaction.
  func names(over stored: [String]) -> [String] {
    stored.filter { position(of: $0) == nil } + entries.filter { $0.newValue != nil }.map(\.key)
  }

  private func position(of name: String) -> Int? {
    positions.isEmpty ? entries.indices.first { entries[$0].key == name } : positions[name]
  }

  /// Records changes of what a read through this write set returns.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - announced: The same changes as observers are to get them; `nil` if they are no others.
  mutating func record(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]?) {
    for index in changes.indices {
      let count = entries.count
      record(changes[index])
      if let announced, entries.count > count { observed[announced[index].key] = .some(announced[index].oldValue) }
    }
  }

  /// Records a change of what a read through this write set returns.
  mutating func record(_ change: DefaultsChange) {
    writeCount += 1
    let silenced = HandlerID.silenced(for: change.key)
    guard let position = position(of: change.key) else {
      if let silenced { self.silenced[change.key] = silenced }
      return add(change)
    }
    let former = self.silenced.isEmpty ? nil : self.silenced[change.key]
    if isMarked { replaced.append((position, entries[position].newValue, former)) }
    if former != nil, former != silenced { self.silenced[change.key] = nil }
    setValue(change.newValue, at: position)
  }

  private mutating func add(_ change: DefaultsChange) {
    if entries.isEmpty { entries.reserveCapacity(Self.comparedCount) }
    entries.append(change)
    if !positions.isEmpty {
      positions[change.key] = entries.count - 1
    } else if entries.count > Self.comparedCount {
      for (position, entry) in entries.enumerated() { positions[entry.key] = position }
    }
  }

  private mutating func setValue(_ value: PropertyListValue?, at position: Int) {
    let entry = entries[position]
    entries[position] = DefaultsChange(key: entry.key, oldValue: entry.oldValue, newValue: value)
  }

  /// Returns a mark to which the changes that follow can be undone.
  mutating func mark() -> Mark {
    isMarked = true
    return Mark(count: entries.count, replacedCount: replaced.count, failure: failure)
  }

  /// Forgets what was recorded after a mark.
  ///
  /// - Complexity: O(n), where n is the number of those changes.
  mutating func undo(to mark: Mark) {
    while replaced.count > mark.replacedCount {
      let (position, value, former) = replaced.removeLast()
      setValue(value, at: position)
      if former != nil { silenced[entries[position].key] = former }
    }
    while entries.count > mark.count {
      let name = entries.removeLast().key
      positions[name] = nil
      observed[name] = nil
      silenced[name] = nil
    }
    failure = mark.failure
    writeCount += 1
  }

  mutating func fail(_ error: any Error) { failure = failure ?? error }

  /// The changes to commit, and the same as they are announced, if those are others.
  var changes: (committed: [DefaultsChange], announced: [DefaultsChange]?) {
    let isChanged = entries.indices.allSatisfy { entries[$0].oldValue != entries[$0].newValue }
    let committed = isChanged ? entries : entries.filter { $0.oldValue != $0.newValue }
    guard !observed.isEmpty else { return (committed, nil) }
    let announced = entries.map { entry in
      DefaultsChange(key: entry.key, oldValue: observed[entry.key] ?? entry.oldValue, newValue: entry.newValue)
    }
    return (committed, announced.filter { $0.oldValue != $0.newValue })
  }
}
