/// The gathering of a scan's items into whole batches.
///
/// A batch counts if every sector of it was written. After a loss of power, any of the sectors that were not synchronized
/// may be missing; they hold zeros or preallocated space then. What follows the last whole batch is only cut off. An
/// unwritten sector before a whole batch is damage, because a writer that waits for the disk leaves none.
struct LogContentsBuilder {
  private let file: OpenFile
  let seed: RecordSeed
  private var contents: LogContents
  private var batch: [LogScan.Item] = []
  private var start = FileHeader.size
  private var offset = FileHeader.size
  /// The batches behind the last whole one.
  private var unfinished: [LogScan.Damage] = []

  init(_ contents: LogContents, file: OpenFile, seed: RecordSeed) {
    self.contents = contents
    self.file = file
    self.seed = seed
  }

  mutating func append(_ item: LogScan.Item) throws(DefaultsError) {
    if case .record(let record) = item, !record.continuesBatch { try endDamagedBatch() }
    batch.append(item)
    offset = max(offset, item.end(after: offset))
    if item.endsBatch { try endBatch() }
  }

  /// Ends the last batch and returns the contents.
  ///
  /// - Parameter isCommitted: Whether the commit pointer was good. If not, records without the end of their batch do not
  ///   count.
  /// - Returns: The contents.
  /// - Throws: An error if the file cannot be read.
  mutating func finish(isCommitted: Bool) throws(DefaultsError) -> LogContents {
    if isCommitted {
      if !batch.isEmpty { try endBatch() }
      contents.isCut = !unfinished.isEmpty
    } else {
      for item in batch where !item.isRecord {
        if try !item.isUnwritten(in: file, seed: seed) { contents.apply([item]) }
      }
    }
    contents.dropLostValues()
    return contents
  }

  /// Ends a batch whose last record is damaged, because the next record, which is to be appended, begins a new one.
  private mutating func endDamagedBatch() throws(DefaultsError) {
    // The damaged head of the record is reported before the record.
    var head: LogScan.Item?
    if let last = batch.last, last.isHead { head = batch.removeLast() }
    if batch.contains(where: { !$0.isRecord }) { try endBatch() }
    if let head { batch.append(head) }
  }

  private mutating func endBatch() throws(DefaultsError) {
    let range = start..<offset
    defer {
      start = offset
      batch.removeAll(keepingCapacity: true)
    }
    for item in batch where try item.isUnwritten(in: file, seed: seed) {
      unfinished.append(LogScan.Damage(kind: .gap, offset: range.lowerBound, length: range.count))
      return
    }
    for damage in unfinished { contents.record(damage) }
    unfinished = []
    contents.apply(batch)
    contents.end = offset
  }
}
