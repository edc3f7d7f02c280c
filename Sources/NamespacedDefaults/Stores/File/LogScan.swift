/// The scan of a range of a file, which finds its records and the damage between them.
enum LogScan {
  /// A range of a file that is not as it was written.
  struct Damage: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
      /// One of the header's two copies is wrong.
      case header
      /// The commit pointer is wrong.
      case pointer
      /// A record's head is wrong. Its body is good, so nothing is lost.
      case head
      /// A record's body is wrong. The value of the key with this hash is lost.
      case body(keyHash: UInt32)
      /// No record can be read in the range.
      case gap
      /// The file ends before the committed length.
      case missing
    }

    let kind: Kind
    let offset: Int
    let length: Int
  }

  enum Item {
    case record(Record)
    case damage(Damage)

    var endsBatch: Bool {
      if case .record(let record) = self { !record.moreFollows } else { false }
    }

    /// Returns the end of the item, which begins at an offset.
    func end(after offset: Int) -> Int {
      switch self {
      case .record(let record): offset + record.length
      // The record itself is the next item.
      case .damage(let damage) where damage.kind == .head: offset
      case .damage(let damage): damage.offset + damage.length
      }
    }

    /// Whether the item is committed bytes that lie behind the end of the file.
    var isMissing: Bool {
      if case .damage(let damage) = self { damage.kind == .missing } else { false }
    }

    /// Returns whether the item is damage that consists of preallocated space only.
    func isPreallocated(in file: OpenFile, seed: RecordSeed) throws(DefaultsError) -> Bool {
      guard case .damage(let damage) = self, !isMissing else { return false }
      return try LogScan.isPreallocated(damage.offset..<damage.offset + damage.length, in: file, seed: seed)
    }

    /// Returns whether the item is damage in which at least one page has never been written.
    func isUnwritten(in file: OpenFile, seed: RecordSeed) throws(DefaultsError) -> Bool {
      guard case .damage(let damage) = self, !isMissing else { return false }
      let page = 4096
      var start = damage.offset
      while start < damage.offset + damage.length {
        let end = min((start / page + 1) * page, damage.offset + damage.length)
        if try LogScan.isPreallocated(start..<end, in: file, seed: seed) { return true }
        start = end
      }
      return false
    }
  }

  /// Scans the records between two offsets and skips damage.
  ///
  /// - Parameters:
  ///   - file: The file. Nobody may cut it meanwhile.
  ///   - range: The offsets from the beginning of a record to the end of the committed records.
  ///   - seed: The seed of the file's salt.
  ///   - body: The closure that gets each record and each damaged range, in the order of the file.
  /// - Throws: An error if the file cannot be read.
  static func items(
    of file: OpenFile,
    in range: Range<Int>,
    seed: RecordSeed,
    body: (Item) -> Void
  ) throws(DefaultsError) {
    let size = try file.status().size
    var window = LogWindow(file, end: min(range.upperBound, size))
    var offset = range.lowerBound
    while offset < window.end {
      if let head = try head(&window, offset, seed) {
        guard let bytes = try window.bytes(at: offset, count: head.recordLength) else {
          // The record ends behind the end of the file, or behind a committed length that is wrong.
          if range.upperBound <= size {
            body(.damage(Damage(kind: .gap, offset: offset, length: window.end - offset)))
          }
          break
        }
        if let record = Record(bytes, at: offset, seed: seed) {
          body(.record(record))
        } else {
          let kind = Damage.Kind.body(keyHash: head.keyHash)
          body(.damage(Damage(kind: kind, offset: offset, length: head.recordLength)))
        }
        offset += head.recordLength
      } else {
        let next = try nextHead(&window, after: offset, seed)
        let length = next - offset
        // The bytes up to the next head may be one record with a damaged head. Its body checksum shows that.
        if length <= RecordFormat.length(ofPayload: RecordFormat.maximumPayload),
          let bytes = try window.bytes(at: offset, count: length), let record = Record(bytes, at: offset, seed: seed)
        {
          body(.damage(Damage(kind: .head, offset: offset, length: length)))
          body(.record(record))
        } else {
          body(.damage(Damage(kind: .gap, offset: offset, length: length)))
        }
        offset = next
      }
    }
    if range.upperBound > size {
      let start = min(offset, size)
      body(.damage(Damage(kind: .missing, offset: start, length: range.upperBound - start)))
    }
  }

  /// Returns the end of the last whole batch in an unbroken run of whole records.
  static func endOfWholeBatches(in file: OpenFile, from start: Int, seed: RecordSeed) throws(DefaultsError) -> Int {
    var window = LogWindow(file, end: min(try file.status().size, CommitPointer.maximumLength))
    var offset = start
    var end = start
    while let head = try head(&window, offset, seed),
      let bytes = try window.bytes(at: offset, count: head.recordLength),
      let record = Record(bytes, at: offset, seed: seed)
    {
      offset += record.length
      if !record.moreFollows { end = offset }
    }
    return end
  }

  /// Returns whether a range of a file holds preallocated space only; the file may end within the range.
  static func isPreallocated(_ range: Range<Int>, in file: OpenFile, seed: RecordSeed) throws(DefaultsError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(range.count, 64 << 10), alignment: 8)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(range.upperBound - offset, buffer.count)
      let count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      if count == 0 { break }
      for index in 0..<count where buffer[index] != seed.fillerByte(at: offset + index) { return false }
      offset += count
    }
    return true
  }

  private static func head(_ window: inout LogWindow, _ offset: Int, _ seed: RecordSeed) throws(DefaultsError)
    -> RecordHead?
  {
    try window.bytes(at: offset, count: RecordFormat.headSize).flatMap { RecordHead($0, at: offset, seed: seed) }
  }

  private static func nextHead(_ window: inout LogWindow, after offset: Int, _ seed: RecordSeed) throws(DefaultsError)
    -> Int
  {
    var next = offset + RecordFormat.alignment
    while next < window.end {
      if try head(&window, next, seed) != nil { return next }
      next += RecordFormat.alignment
    }
    return window.end
  }
}
