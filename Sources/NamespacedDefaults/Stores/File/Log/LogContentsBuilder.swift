/// The gathering of a scan's items into whole batches.
///
/// A loss of power can take any part of what was written since the last synchronization, and show anything in its place.
/// So a batch with damage before the synchronized pointer is damage, and one after it may be an interrupted write. It is
/// one if no whole batch follows, and is cut off then. A whole one shows that those before it may have been on the disk. Then
/// they are reported as damage. Neither counts in part, so that a batch is whole or not there.
struct LogContentsBuilder {
  private let synchronizedEnd: Int
  private let end: Int
  private var contents: LogContents
  private var batch: [LogScan.Item] = []
  private var start = FileHeader.size
  private var offset = FileHeader.size
  /// The last batches, which may be interrupted writes, each as one piece of damage.
  private var doubtful: [LogScan.Item] = []

  init(_ contents: LogContents, synchronizedEnd: Int, end: Int) {
    self.contents = contents
    self.synchronizedEnd = synchronizedEnd
    self.end = end
  }

  mutating func append(_ item: consuming LogScan.Item) {
    if item.flags?.contains(.continuesBatch) == false { endDamagedBatch() }
    offset = max(offset, item.end(after: offset))
    let endsBatch = item.flags?.contains(.moreFollows) == false
    batch.append(item)
    if endsBatch { endBatch() }
  }

  /// Ends the last batch and returns the contents.
  ///
  /// - Parameter isCommitted: Whether the commit pointer was good. If not, records without the end of their batch do not
  ///   count.
  /// - Returns: The contents.
  mutating func finish(isCommitted: Bool) -> LogContents {
    if isCommitted, !batch.isEmpty { endBatch() }
    contents.isCut = isCommitted && !doubtful.isEmpty
    contents.dropLostValues()
    return contents
  }

  /// Ends a batch whose last record is damaged, because the next record, which is to be appended, begins a new one.
  private mutating func endDamagedBatch() {
    // The damaged head of the record is reported before the record.
    var head: LogScan.Item?
    if case .damage(let damage) = batch.last, damage.kind == .head { head = batch.removeLast() }
    if batch.contains(where: { $0.flags == nil }) { endBatch() }
    if let head { batch.append(head) }
  }

  private mutating func endBatch() {
    if start >= synchronizedEnd, batch.contains(where: { $0.flags == nil }) {
      doubtful.append(.damage(LogScan.Damage(kind: .gap, offset: start, length: offset - start)))
    } else {
      contents.makeRoom(for: doubtful.count + batch.count, read: offset, of: end)
      contents.apply(doubtful)
      contents.apply(batch)
      contents.end = offset
      doubtful = []
    }
    start = offset
    batch.removeAll(keepingCapacity: true)
  }
}

extension LogContents {
  /// Creates the contents by reading a whole file.
  ///
  /// - Parameters:
  ///   - file: The file. The caller holds its lock, so that nobody writes it meanwhile.
  ///   - size: Its size.
  ///   - reading: The result of reading its header.
  ///   - pointer: Its commit pointer. If the pointer is damaged, everything up to the last whole batch counts.
  ///   - synchronized: Its synchronized pointer.
  ///   - includesTail: Whether the whole batches right behind the committed length count, unless anything is wrong before.
  /// - Throws: An error if the file cannot be read.
  init(
    of file: OpenFile,
    size: Int,
    reading: FileHeader.Reading,
    pointer: CommitPointer,
    synchronized: CommitPointer,
    includesTail: Bool
  ) throws(DefaultsError) {
    self.init()
    guard case .header(let header, let isDamaged) = reading else {
      record(LogScan.Damage(kind: .missing, offset: 0, length: size))
      return
    }
    if isDamaged { record(LogScan.Damage(kind: .header, offset: 0, length: FileHeader.size)) }
    if !pointer.isValid { record(LogScan.Damage(kind: .pointer, offset: FileHeader.pointerOffset, length: 8)) }
    if !synchronized.isValid, synchronized != .absent {
      record(LogScan.Damage(kind: .synchronizedPointer, offset: FileHeader.synchronizedOffset, length: 8))
    }
    let end = pointer.isValid ? pointer.length : max(size, FileHeader.size)
    var builder = LogContentsBuilder(self, synchronizedEnd: pointer.synchronizedEnd(by: synchronized), end: end)
    let seed = RecordSeed(salt: header.salt)
    try LogScan.items(of: file, in: FileHeader.size..<end, size: size, seed: seed) { builder.append($0) }
    self = builder.finish(isCommitted: pointer.isValid)
    if isCut { missingSize = max(0, pointer.length - size) }
    guard includesTail, isSound, !pointer.isSuperseded, size > end else { return }
    let tail = try LogScan.endOfWholeBatches(in: file, from: end, seed: seed)
    try LogScan.items(of: file, in: end..<tail, size: size, seed: seed) { item in
      if case .record(let record) = item { apply(record) }
    }
    self.end = tail
  }
}
