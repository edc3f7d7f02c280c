/// The values that a file's records result in, and the damage found while reading them.
struct LogContents {
  struct Entry {
    var compactValue: CompactValue
    /// The length of the key's last record in bytes.
    var recordLength: UInt32

    var value: PropertyListValue { compactValue.decoded }

    /// Becomes another entry, and returns the length of the former record.
    mutating func replace(with new: Entry) -> UInt32 {
      defer { self = new }
      return recordLength
    }
  }

  private(set) var entries: [String: Entry] = [:]
  /// The places of the last values, which stay valid until a key is added or removed, or room is made.
  private var recent = RecentNames<Dictionary<String, Entry>.Index>()
  /// The size in bytes of the last records of all keys.
  private(set) var liveSize = 0
  private(set) var recordCount = 0
  /// The sum of the checksums of all records, which is another one where a file is not as it was read and written.
  var checksum: UInt64 = 0
  private(set) var damage: [LogScan.Damage] = []
  /// The end of the last batch that counts.
  var end = FileHeader.size
  /// Whether there are only batches of interrupted writes, and no whole ones that count, from ``end`` on.
  var isCut = false
  /// Whether the file is as it was written.
  var isSound: Bool { damage.isEmpty && !isCut }
  /// The number of committed bytes that the file lacks and that do not count as damage.
  var missingSize = 0
  // The hashes of the keys whose last record so far is damaged.
  private var lostHashes: Set<UInt32> = []

  /// Makes room for new records, and for as many more as a file has if the rest of it is like the part that was read.
  ///
  /// Each growth hashes all names again. It is by eight at most, because the rest may be one large value.
  mutating func makeRoom(for count: Int, read offset: Int, of end: Int) {
    let wanted = entries.count + count
    guard wanted > entries.capacity else { return }
    recent.removeAll()
    entries.reserveCapacity(wanted * min(max(end / offset, 1), 8))
  }

  mutating func apply(_ items: [LogScan.Item]) {
    for item in items {
      switch item {
      case .record(let record): apply(record)
      case .damage(let damage): record(damage)
      }
    }
  }

  /// Applies a record, which is now the last one of its key.
  mutating func apply(_ record: Record) {
    recordCount += 1
    checksum &+= UInt64(record.checksum)
    if record.isIgnored { return }
    if !lostHashes.isEmpty { lostHashes.remove(RecordFormat.hash(of: record.key)) }
    set(record.compactValue, forKey: record.key, recordLength: record.length)
  }

  /// Returns the value of a key, or `nil` if there is none.
  ///
  /// It changes nothing, because who has the write lock reads these contents beside other readers.
  func value(forKey key: String) -> PropertyListValue? { entries[key]?.value }

  /// Returns the same to who may set another value next, whose key is not hashed again.
  mutating func valueToReplace(forKey key: String) -> CompactValue? {
    if let index = recent.place(of: key) { return entries.values[index].compactValue }
    guard let index = entries.index(forKey: key) else { return nil }
    recent.add(key, at: index)
    return entries.values[index].compactValue
  }

  /// Sets a value that the program has stored in a record.
  mutating func set(_ value: PropertyListValue?, forKey key: String, recordLength: Int) {
    set(value.map { CompactValue($0, size: recordLength) }, forKey: key, recordLength: recordLength)
  }

  private mutating func set(_ value: CompactValue?, forKey key: String, recordLength: Int) {
    let formerLength: UInt32?
    if let value {
      let entry = Entry(compactValue: value, recordLength: UInt32(recordLength))
      if let index = recent.place(of: key) {
        formerLength = entries.values[index].replace(with: entry)
      } else {
        formerLength = entries.updateValue(entry, forKey: key)?.recordLength
        // A key that is added may move the others.
        if formerLength == nil { recent.removeAll() }
      }
      liveSize += recordLength
    } else {
      recent.removeAll()
      formerLength = entries.removeValue(forKey: key)?.recordLength
    }
    liveSize -= Int(truncatingIfNeeded: formerLength ?? 0)
  }

  mutating func record(_ damage: LogScan.Damage) {
    self.damage.append(damage)
    if case .body(let hash, _) = damage.kind { lostHashes.insert(hash) }
  }

  /// Removes the values that a damaged record would have replaced.
  ///
  /// Otherwise an older value of the key would come back.
  mutating func dropLostValues() {
    damage = damage.map { damage in
      guard case .body(let hash, _) = damage.kind else { return damage }
      let kind = LogScan.Damage.Kind.body(keyHash: hash, isLost: lostHashes.contains(hash))
      return LogScan.Damage(kind: kind, offset: damage.offset, length: damage.length)
    }
    guard !lostHashes.isEmpty else { return }
    for key in Array(entries.keys) where lostHashes.contains(RecordFormat.hash(of: key)) {
      set(nil as CompactValue?, forKey: key, recordLength: 0)
    }
  }

  /// Returns the changes to announce when these contents replace older ones.
  func changes(since old: LogContents) -> [DefaultsChange] {
    var changes: [DefaultsChange] = []
    for (key, entry) in old.entries where entries[key]?.compactValue != entry.compactValue {
      changes.append(DefaultsChange(key: key, oldValue: entry.value, newValue: entries[key]?.value))
    }
    for (key, entry) in entries where old.entries[key] == nil {
      changes.append(DefaultsChange(key: key, oldValue: nil, newValue: entry.value))
    }
    return changes
  }
}

extension LogContents {
  /// Removes the damage, because the values have been written to a new file.
  mutating func forgetDamage() {
    damage = []
    lostHashes = []
  }
}

/// A stored value in memory, which takes a small multiple of the bytes that it has in the file.
///
/// A decoded array takes up to 24 times its bytes. So a large array or dictionary is kept as its bytes, and decoded at
/// each access. Most accesses are answered from the cache of a key, which holds what the program uses.
struct CompactValue: Equatable {
  private enum Form {
    case decoded(PropertyListValue)
    case encoded([UInt8])
  }

  /// The number of bytes above which a value is kept encoded.
  static let limit = 16 << 10

  private let form: Form

  /// Creates a value that the program has stored.
  ///
  /// - Parameters:
  ///   - value: The value, which the file format can hold.
  ///   - size: The size of its record in bytes.
  init(_ value: PropertyListValue, size: Int) {
    guard size > Self.limit, value.isCollection else {
      form = .decoded(value)
      return
    }
    var bytes = ByteBuffer(capacity: size)
    form = ValueFormat.append(value, to: &bytes) ? .encoded(bytes.array) : .decoded(value)
  }

  /// Creates a value by reading its bytes; `nil` if ``ValueFormat`` does not write such bytes.
  init?(_ reader: inout ValueReader) {
    if reader.remaining > Self.limit, reader.isAtCollection {
      guard let bytes = reader.skipValue() else { return nil }
      form = .encoded(Array(bytes))
    } else {
      guard let value = reader.value() else { return nil }
      form = .decoded(value)
    }
  }

  /// The value itself.
  var decoded: PropertyListValue {
    switch form {
    case .decoded(let value): return value
    case .encoded(let bytes):
      guard
        let value = bytes.withUnsafeBytes({ bytes in
          var reader = ValueReader(bytes)
          return reader.value()
        })
      else {
        preconditionFailure("The bytes were checked when they were read, or come from a value.")
      }
      return value
    }
  }

  /// Appends the value's bytes.
  ///
  /// - Returns: Whether the value nests no deeper than the format allows.
  func append(to bytes: inout ByteBuffer) -> Bool {
    switch form {
    case .decoded(let value): return ValueFormat.append(value, to: &bytes)
    case .encoded(let own):
      own.withUnsafeBytes { bytes.append($0) }
      return true
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    // Most large values that are equal are so byte for byte; the keys of a dictionary have no order.
    if case .encoded(let left) = left.form, case .encoded(let right) = right.form, left == right { return true }
    return left.decoded == right.decoded
  }
}

extension PropertyListValue {
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }
}
