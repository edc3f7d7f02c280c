/// What a file's records add up to.
struct LogContents {
  struct Entry {
    var value: PropertyListValue
    /// The length of the key's last record.
    var recordLength: UInt32
  }

  private(set) var entries: [String: Entry] = [:]
  /// The bytes that the last records of all keys take.
  private(set) var liveSize = 0
  private(set) var recordCount = 0
  private(set) var damage: [LogScan.Damage] = []
  // The keys whose last record so far is damaged, by their hashes.
  private var lostHashes: Set<UInt32> = []

  init() {}

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - file: The file; no one may write it meanwhile.
  ///   - reading: What its header says.
  ///   - pointer: Its commit pointer; where that is damaged, everything up to the last whole batch counts.
  /// - Throws: What kept the file from being read.
  init(of file: OpenFile, reading: FileHeader.Reading, pointer: CommitPointer) throws(DefaultsError) {
    let size = try file.status().size
    guard case .header(let header, let isDamaged) = reading else {
      damage = [LogScan.Damage(kind: .missing, offset: 0, length: size)]
      return
    }
    if isDamaged { damage.append(LogScan.Damage(kind: .header, offset: 0, length: FileHeader.size)) }
    if !pointer.isValid { damage.append(LogScan.Damage(kind: .pointer, offset: FileHeader.pointerOffset, length: 8)) }
    var contents = self
    var batch: [LogScan.Item] = []
    var (start, offset) = (FileHeader.size, FileHeader.size)
    let end = pointer.isValid ? pointer.length : max(size, FileHeader.size)
    let seed = RecordSeed(salt: header.salt)
    try LogScan.items(of: file, in: start..<end, seed: seed) { item in
      batch.append(item)
      offset = max(offset, item.end(after: offset))
      guard item.endsBatch, offset < end else { return }
      contents.apply(batch)
      batch.removeAll(keepingCapacity: true)
      start = offset
    }
    try contents.applyLast(batch, of: file, in: start..<end, seed: seed, isCommitted: pointer.isValid)
    contents.dropLostValues()
    self = contents
  }

  /// Takes in the last batch: as a whole or not at all, for a loss of power may have come between its pages, or between
  /// them and the file's size.
  private mutating func applyLast(
    _ batch: [LogScan.Item],
    of file: OpenFile,
    in range: Range<Int>,
    seed: RecordSeed,
    isCommitted: Bool
  ) throws(DefaultsError) {
    if isCommitted {
      for item in batch where try item.isUnwritten(in: file, seed: seed) {
        return record(LogScan.Damage(kind: .gap, offset: range.lowerBound, length: range.count))
      }
    }
    let isWhole = isCommitted ? !batch.contains { $0.isMissing } : batch.last?.endsBatch == true
    for item in batch {
      if case .record = item, !isWhole { continue }
      if !isCommitted, try item.isPreallocated(in: file, seed: seed) { continue }
      apply([item])
    }
  }

  private mutating func apply(_ items: [LogScan.Item]) {
    for item in items {
      switch item {
      case .record(let record): apply(record)
      case .damage(let damage): record(damage)
      }
    }
  }

  /// Takes in a record, which is the last of its key now.
  mutating func apply(_ record: Record) {
    recordCount += 1
    if !lostHashes.isEmpty { lostHashes.remove(RecordFormat.hash(of: record.key)) }
    set(record.value, forKey: record.key, recordLength: record.length)
  }

  mutating func set(_ value: PropertyListValue?, forKey key: String, recordLength: Int) {
    guard let value else {
      if let old = entries.removeValue(forKey: key) { liveSize -= Int(old.recordLength) }
      return
    }
    let entry = Entry(value: value, recordLength: UInt32(recordLength))
    if let old = entries.updateValue(entry, forKey: key) { liveSize -= Int(old.recordLength) }
    liveSize += recordLength
  }

  private mutating func record(_ damage: LogScan.Damage) {
    self.damage.append(damage)
    if case .body(let hash) = damage.kind { lostHashes.insert(hash) }
  }

  /// Forgets the values that a damaged record would have replaced: an older value is a wrong one.
  private mutating func dropLostValues() {
    guard !lostHashes.isEmpty else { return }
    for key in Array(entries.keys) where lostHashes.contains(RecordFormat.hash(of: key)) {
      set(nil, forKey: key, recordLength: 0)
    }
  }

  /// What has to be announced when these contents take the place of others.
  func changes(since old: LogContents) -> [DefaultsChange] {
    var changes: [DefaultsChange] = []
    for (key, entry) in old.entries where entries[key]?.value != entry.value {
      changes.append(DefaultsChange(key: key, oldValue: entry.value, newValue: entries[key]?.value))
    }
    for (key, entry) in entries where old.entries[key] == nil {
      changes.append(DefaultsChange(key: key, oldValue: nil, newValue: entry.value))
    }
    return changes
  }
}

extension LogContents {
  /// The values are in a new file.
  mutating func forgetDamage() {
    damage = []
    lostHashes = []
  }
}
