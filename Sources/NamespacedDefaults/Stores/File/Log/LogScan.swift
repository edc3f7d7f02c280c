/// The scan of a range of a file, which finds its records and the damage between them.
enum LogScan {
  /// A range of a file that is not as it was written.
  struct Damage: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
      /// One of the header's two copies is wrong.
      case header
      /// The commit pointer is wrong.
      case pointer
      /// The synchronized pointer is wrong.
      case synchronizedPointer
      /// A record's head is wrong. Its body is good, so nothing is lost.
      case head
      /// A record's body is wrong. If no good record of the key with this hash follows, its value is lost.
      case body(keyHash: UInt32, isLost: Bool)
      /// No record can be read in the range.
      case gap
      /// The file ends before the committed length.
      case missing
    }

    let kind: Kind
    let offset: Int
    let length: Int

    /// Whether the header, the commit pointer and the length of the file are good.
    var isInRecords: Bool {
      switch kind {
      case .head, .body, .gap: true
      case .header, .pointer, .synchronizedPointer, .missing: false
      }
    }
  }

  enum Item {
    case record(Record)
    case damage(Damage)

    /// The flags of a record; `nil` for damage.
    var flags: RecordFlags? {
      if case .record(let record) = self { record.flags } else { nil }
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
  }

  /// Scans the records between two offsets and skips damage.
  ///
  /// - Parameters:
  ///   - file: The file. Nobody may cut it meanwhile.
  ///   - range: The offsets from the beginning of a record to the end of the committed records.
  ///   - size: The file's size.
  ///   - seed: The seed of the file's salt.
  ///   - body: The closure that gets each record and each damaged range, in the order of the file.
  /// - Throws: An error if the file cannot be read.
  static func items(
    of file: OpenFile,
    in range: Range<Int>,
    size: Int,
    seed: RecordSeed,
    body: (consuming Item) throws(DefaultsError) -> Void
  ) throws(DefaultsError) {
    var window = LogWindow(file, end: min(range.upperBound, size))
    var offset = range.lowerBound
    while offset < window.end {
      if let head = try head(&window, offset, seed) {
        guard let bytes = try window.bytes(at: offset, count: head.recordLength) else {
          // The record ends behind the end of the file, or behind a committed length that is wrong.
          if range.upperBound <= size {
            try body(.damage(Damage(kind: .gap, offset: offset, length: window.end - offset)))
          }
          break
        }
        if let record = Record(bytes, at: offset, seed: seed) {
          try body(.record(consume record))
        } else {
          let kind = Damage.Kind.body(keyHash: head.keyHash, isLost: true)
          try body(.damage(Damage(kind: kind, offset: offset, length: head.recordLength)))
        }
        offset += head.recordLength
      } else {
        let next = try nextHead(&window, after: offset, seed)
        let length = next - offset
        // The bytes up to the next head may be one record with a damaged head. Its body checksum shows that.
        if length <= RecordFormat.length(ofPayload: RecordFormat.maximumPayload),
          let bytes = try window.bytes(at: offset, count: length), let record = Record(bytes, at: offset, seed: seed)
        {
          try body(.damage(Damage(kind: .head, offset: offset, length: length)))
          try body(.record(record))
        } else {
          try body(.damage(Damage(kind: .gap, offset: offset, length: length)))
        }
        offset = next
      }
    }
    if range.upperBound > size {
      let start = min(offset, size)
      try body(.damage(Damage(kind: .missing, offset: start, length: range.upperBound - start)))
    }
  }

  /// Returns the sum of the checksums of the records in a range; `nil` if anything is wrong there.
  ///
  /// Nothing in them is decoded, so that costs much less than to read them.
  static func checksum(of file: OpenFile, in range: Range<Int>, seed: RecordSeed) throws(DefaultsError) -> UInt64? {
    var window = LogWindow(file, end: range.upperBound)
    var (offset, sum) = (range.lowerBound, UInt64(0))
    while offset < range.upperBound {
      guard let head = try head(&window, offset, seed),
        let bytes = try window.bytes(at: offset, count: head.recordLength),
        let (_, checksum) = Record.body(of: bytes, at: offset, seed: seed)
      else { return nil }
      sum &+= UInt64(checksum)
      offset += head.recordLength
    }
    return sum
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
      if !record.flags.contains(.moreFollows) { end = offset }
    }
    return end
  }

  private static func head(_ window: inout LogWindow, _ offset: Int, _ seed: RecordSeed) throws(DefaultsError)
    -> RecordHead?
  {
    try window.bytes(at: offset, count: RecordFormat.headSize).flatMap { RecordHead($0, at: offset, seed: seed) }
  }

  /// The distance at which a search for the next record looks for a hole in the file.
  private static let holeStep = 1 << 20

  private static func nextHead(_ window: inout LogWindow, after offset: Int, _ seed: RecordSeed) throws(DefaultsError)
    -> Int
  {
    var next = offset + RecordFormat.alignment
    while next < window.end {
      if try head(&window, next, seed) != nil { return next }
      next += RecordFormat.alignment
      // A hole may be larger than what could ever be read.
      if next % holeStep == 0 {
        next = try window.skippingHole(at: next) / RecordFormat.alignment * RecordFormat.alignment
      }
    }
    return window.end
  }
}
