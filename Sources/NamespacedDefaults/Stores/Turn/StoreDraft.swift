import Synchronization

/// The changes of a transaction, which nobody else gets before all of them are committed.
struct StoreDraft {
  /// The number of transactions that run in this process.
  ///
  /// While it is 0, a cached read need not find out whether the current thread is in one.
  static let openCount = Atomic(0)

  /// The value of ``ForkCounter/count`` when the transaction began.
  private let forkCount = ForkCounter.count
  /// Whether the transaction is one of the parent of this process, which alone may commit it.
  var isInherited: Bool { forkCount != ForkCounter.count }

  private struct Entry {
    let key: String
    /// The value that stays stored until the transaction is committed.
    let stored: PropertyListValue?
    /// The value that the observers of the key have got.
    let observed: PropertyListValue?
    var new: PropertyListValue?
  }

  /// Where the changes of an outer transaction end.
  struct Mark {
    fileprivate let entryCount: Int
    fileprivate let replacedCount: Int
    fileprivate let failure: (any Error)?
  }

  // In the order of the first writes, which is that of the announcements.
  private var entries: [Entry] = []
  private var positions: [String: Int] = [:]
  /// What writes have replaced since the first mark, so that an inner transaction can be undone without a copy of the outer one.
  private var replaced: [(position: Int, value: PropertyListValue?)] = []
  private var isMarked = false
  /// Counts the writes, so that an update finds out whether its body has written.
  private(set) var writeCount: UInt64 = 0
  /// The error of the first write that failed, and for which the whole transaction does.
  private(set) var failure: (any Error)?

  /// The value that the transaction has given a key; `nil` if it has not written the key.
  subscript(name: String) -> PropertyListValue?? { positions[name].map { entries[$0].new } }

  /// Returns the names of all values: those that are stored and those of the transaction.
  func names(over stored: [String]) -> [String] {
    stored.filter { positions[$0] == nil } + entries.filter { $0.new != nil }.map(\.key)
  }

  /// Records changes of what a read through this draft returns, in the form in which observers are to get them.
  mutating func record(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]) {
    writeCount += 1
    for (change, announced) in zip(changes, announced) {
      if let position = positions[change.key] {
        if isMarked { replaced.append((position, entries[position].new)) }
        entries[position].new = change.newValue
      } else {
        positions[change.key] = entries.count
        entries.append(
          Entry(key: change.key, stored: change.oldValue, observed: announced.oldValue, new: change.newValue)
        )
      }
    }
  }

  /// Returns a mark to which the changes that follow can be undone.
  mutating func mark() -> Mark {
    isMarked = true
    return Mark(entryCount: entries.count, replacedCount: replaced.count, failure: failure)
  }

  /// Forgets what was recorded after a mark.
  ///
  /// - Complexity: O(n), where n is the number of those changes.
  mutating func undo(to mark: Mark) {
    while replaced.count > mark.replacedCount {
      let (position, value) = replaced.removeLast()
      entries[position].new = value
    }
    while entries.count > mark.entryCount { positions[entries.removeLast().key] = nil }
    failure = mark.failure
    writeCount += 1
  }

  mutating func fail(_ error: any Error) { failure = failure ?? error }

  /// The changes to commit, and the changes to announce.
  var changes: (committed: [DefaultsChange], announced: [DefaultsChange]) {
    var committed: [DefaultsChange] = []
    var announced: [DefaultsChange] = []
    committed.reserveCapacity(entries.count)
    announced.reserveCapacity(entries.count)
    for entry in entries {
      if entry.stored != entry.new {
        committed.append(DefaultsChange(key: entry.key, oldValue: entry.stored, newValue: entry.new))
      }
      if entry.observed != entry.new {
        announced.append(DefaultsChange(key: entry.key, oldValue: entry.observed, newValue: entry.new))
      }
    }
    return (committed, announced)
  }
}
