#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import NamespacedDefaults

/// One of the two stores of a mirror, and the form in which it keeps values with their times.
struct MirrorSide: Sendable {
  let store: any DefaultsStore
  /// Whether a value and its time are one stored value.
  ///
  /// iCloud carries each key by itself and keeps one of two writes, so a time beside its value could arrive without it, or
  /// with another. Everywhere else a value is stored as it is, so that programs without a mirror read and write it, and
  /// its time beside it.
  private let hasRecords: Bool

  init(_ store: any DefaultsStore) {
    self.store = store
    hasRecords = store is UbiquitousStore
  }

  /// Returns what the store has under a name.
  func entry(_ name: String) throws -> MirrorEntry {
    let stored = try store.value(forKey: name)
    guard hasRecords else {
      return MirrorEntry(
        value: stored,
        stamp: try store.value(forKey: ReservedName.stamp(name)).flatMap(MirrorEntry.Stamp.init)
      )
    }
    return stored.map(MirrorEntry.init(record:)) ?? MirrorEntry(value: nil, stamp: nil)
  }

  /// Returns what the store has under names, at one moment if other processes do not write meanwhile.
  func entries(_ names: Set<String>) throws -> [String: MirrorEntry] {
    try store.context.withLock {
      try names.reduce(into: [:]) { $0[$1] = try entry($1) }
    }
  }

  /// Returns the changes that give the store a version.
  func changes(_ version: MirrorVersion, forKey name: String) -> [String: PropertyListValue?] {
    let entry = MirrorEntry(version)
    return hasRecords ? [name: entry.record] : [name: entry.value, ReservedName.stamp(name): entry.stamp?.stored]
  }

  /// Returns the changes that make the store forget all but the value of a name.
  func forgetting(_ name: String) -> [String: PropertyListValue?] {
    hasRecords ? [name: nil] : [ReservedName.stamp(name): nil]
  }

  /// Returns the names of the values, and of those whose removal the store has recorded.
  func names() throws -> Set<String> {
    Set(try store.keys().map { ReservedName.stampedName($0) ?? $0 })
  }
}

extension MirrorEntry.Stamp {
  fileprivate init?(_ stored: PropertyListValue) {
    guard case .array(let parts) = stored, parts.count == 2, case .integer(let time) = parts[0],
      case .integer(let digest) = parts[1]
    else { return nil }
    self.init(time: time, digest: UInt64(bitPattern: digest))
  }

  /// The form in which a store has it: two integers, because a `UserDefaults` may cut a date.
  fileprivate var stored: PropertyListValue { [.integer(time), .integer(Int64(bitPattern: digest))] }
}

extension MirrorEntry {
  /// Creates the entry of a record: an array of the date and the value, or of the date alone after a removal.
  ///
  /// sindresorhus/Defaults writes the same array with `iCloud: true`. Anything else is a value without a time.
  fileprivate init(record: PropertyListValue) {
    guard case .array(let parts) = record, 1...2 ~= parts.count, case .date(let date) = parts[0],
      let time = Int64(exactly: (date.timeIntervalSinceReferenceDate * 1000).rounded())
    else {
      self.init(value: record, stamp: nil)
      return
    }
    self.init(MirrorVersion(value: parts.count == 2 ? parts[1] : nil, time: time))
  }

  /// The record of the entry; a whole number of milliseconds comes back from a date as it was.
  fileprivate var record: PropertyListValue? {
    guard let stamp else { return value }
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: Double(stamp.time) / 1000))
    return .array(value.map { [date, $0] } ?? [date])
  }
}
