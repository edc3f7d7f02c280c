import NamespacedDefaultsFoundation
import NamespacedDefaults

/// One of the two stores of a mirror, and the form in which it keeps values with their ages.
struct MirrorSide: Sendable {
  let store: any DefaultsStore
  /// Whether a value and its age are one stored value.
  ///
  /// iCloud carries each key by itself and keeps one of two writes, so a time beside its value could arrive without it, or
  /// with another. Everywhere else a value is stored as it is, so that programs without a mirror read and write it, and
  /// its record beside it.
  private let hasRecords: Bool

  init(_ store: any DefaultsStore) {
    self.store = store
    hasRecords = store is UbiquitousStore
  }

  /// Returns what the store has under a name; of a store that is made of others, the one that is written.
  func entry(_ name: String) throws -> MirrorEntry {
    let stored = try store.ownValue(forKey: name)
    guard hasRecords else {
      return MirrorEntry(stored, try store.ownValue(forKey: ReservedName.stamp(name)).flatMap(MirrorEntry.Stamp.init))
    }
    return stored.map(MirrorEntry.init(record:)) ?? MirrorEntry(nil)
  }

  /// Returns what the store has under names, at one moment if other processes do not write meanwhile.
  func entries(_ names: Set<String>) throws -> [String: MirrorEntry] {
    try [store.context].atOneMoment {
      try names.reduce(into: [:]) { $0[$1] = try entry($1) }
    }
  }

  /// Stores versions, and records what the store gives back for them; call this with the store locked.
  ///
  /// Without the record, the form of the store would count as a change of it.
  func write(_ versions: [String: MirrorVersion]) throws {
    guard !versions.isEmpty else { return }
    var changes: [String: PropertyListValue?] = [:]
    for (name, version) in versions {
      changes[name] = version.value
      changes.merge(record(of: MirrorEntry(version, storedAs: version.value), forKey: name)) { $1 }
    }
    try store.set(changes)
    changes = [:]
    for (name, version) in versions {
      let stored = try entry(name).value
      // An array of the date alone would be a removal.
      if stored == version.value || hasRecords && stored == nil { continue }
      changes.merge(record(of: MirrorEntry(version, storedAs: stored), forKey: name)) { $1 }
    }
    if !changes.isEmpty { try store.set(changes) }
  }

  /// Returns the changes that record the version of a stored value.
  func record(of entry: MirrorEntry, forKey name: String) -> [String: PropertyListValue?] {
    hasRecords ? [name: entry.record] : [ReservedName.stamp(name): entry.stamp?.stored]
  }

  /// Returns the changes that make the store forget all but the value of a name.
  func forgetting(_ name: String) -> [String: PropertyListValue?] {
    hasRecords ? [name: nil] : [ReservedName.stamp(name): nil]
  }

  /// Returns the names of the values, and of those whose removal the store has recorded.
  func names() throws -> Set<String> {
    Set(try store.ownKeys().map { ReservedName.stampedName($0) ?? $0 })
  }
}

extension MirrorEntry.Stamp {
  fileprivate init?(_ stored: PropertyListValue) {
    guard case .array(let parts) = stored, parts.count > 1, case .integer(let number) = parts[0],
      let digests = parts.dropFirst().numbers
    else { return nil }
    self.init(
      age: MirrorAge(number: number),
      digest: digests[0],
      origin: digests.count > 1 ? digests[1] : digests[0],
      followed: Array(digests.dropFirst(2))
    )
  }

  /// The form in which a store has it: integers, because a `UserDefaults` may cut a date.
  fileprivate var stored: PropertyListValue {
    .array([.integer(age.number), .number(digest)] + (details ?? []))
  }

  /// The digests that most versions need not have.
  fileprivate var details: [PropertyListValue]? {
    origin == digest && followed.isEmpty ? nil : ([origin] + followed).map(PropertyListValue.number)
  }
}

extension MirrorEntry {
  /// Creates the entry of a record: an array of the date and the value, or of the date alone after a removal.
  ///
  /// sindresorhus/Defaults writes the same array with `iCloud: true`. A third element are the digest of the version and
  /// those that it has followed; a removal, whose digest is 0, then has an empty array for its value. Anything else is
  /// a value without a record.
  fileprivate init(record: PropertyListValue) {
    guard case .array(let parts) = record, 1...3 ~= parts.count, case .date(let date) = parts[0],
      let number = Int64(exactly: (date.timeIntervalSinceReferenceDate * 1000).rounded())
    else {
      self.init(record)
      return
    }
    var version = MirrorVersion(parts.count > 1 ? parts[1] : nil, MirrorAge(number: number))
    if parts.count == 3, case .array(let details) = parts[2], let digests = details[...].numbers, !digests.isEmpty {
      (version.digest, version.followed) = (digests[0], Array(digests.dropFirst()))
      if version.digest == 0 { version.value = nil }
    }
    self.init(version, storedAs: version.value)
  }

  /// The record of the entry; a whole number of milliseconds comes back from a date as it was.
  fileprivate var record: PropertyListValue? {
    guard let stamp else { return value }
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: Double(stamp.age.number) / 1000))
    if let details = stamp.details { return [date, value ?? [], .array(details)] }
    return .array(value.map { [date, $0] } ?? [date])
  }
}

extension PropertyListValue {
  fileprivate static func number(_ digest: UInt64) -> PropertyListValue { .integer(Int64(bitPattern: digest)) }
}

extension ArraySlice<PropertyListValue> {
  /// The digests that the elements are, or `nil` if one of them is something else.
  fileprivate var numbers: [UInt64]? {
    let numbers = compactMap { if case .integer(let number) = $0 { UInt64(bitPattern: number) } else { UInt64?.none } }
    return numbers.count == count ? numbers : nil
  }
}
