/// What a file holds by the rules of the format, which `Formats.md` has in words.
struct LogModel {
  var values: [String: PropertyListValue] = [:]
  private(set) var isDamaged = false
  /// The values for who opens the file while nobody writes it: whole batches behind the committed ones count.
  private(set) var valuesWithTail: [String: PropertyListValue] = [:]
  /// The records behind the committed ones that the next writer keeps.
  private(set) var kept: [LogInput.Piece] = []

  private struct Batch {
    let start: Int
    var pieces: [LogInput.Piece] = []
    var isDamaged: Bool { pieces.contains { if case .record = $0 { false } else { true } } }
  }

  init(_ input: LogInput, _ pointer: CommitPointer) {
    let end = pointer.isValid ? pointer.length : input.bytes.count
    var batches: [Batch] = []
    var isOpen = false
    for (start, piece) in input.pieces where start < end {
      if case .record(_, _, let flags) = piece, !flags.contains(.continuesBatch), batches.last?.isDamaged == true {
        isOpen = false
      }
      if !isOpen { batches.append(Batch(start: start)) }
      batches[batches.count - 1].pieces.append(piece)
      if case .record(_, _, let flags) = piece { isOpen = flags.contains(.moreFollows) } else { isOpen = true }
    }
    if !pointer.isValid, isOpen { batches.removeLast() }

    let wasSynchronized =
      input.synchronized.isValid && (!pointer.isValid || input.synchronized.generation == pointer.generation)
    let synchronizedEnd = wasSynchronized ? input.synchronized.length : FileHeader.size
    let interrupted = batches.indices.first { index in
      batches[index].isDamaged && batches[index].start >= synchronizedEnd
        && batches[(index + 1)...].allSatisfy { $0.isDamaged }
    }
    isDamaged = !pointer.isValid || !input.synchronized.isValid && input.synchronized != .absent
    var lost: Set<UInt32> = []
    for batch in batches[..<(interrupted ?? batches.count)] {
      if batch.isDamaged { isDamaged = true }
      // Of what was not on the disk, a batch is whole or not there.
      if batch.isDamaged, batch.start >= synchronizedEnd { continue }
      for piece in batch.pieces {
        if case .wrong(let hash) = piece { lost.insert(hash) }
        if case .record(let key?, _, _) = piece { lost.remove(RecordFormat.hash(of: key)) }
        apply(piece)
      }
    }
    for key in values.keys where lost.contains(RecordFormat.hash(of: key)) { values[key] = nil }

    valuesWithTail = values
    guard !isDamaged else { return }
    let from = interrupted.map { batches[$0].start } ?? end
    var run: [LogInput.Piece] = []
    for (start, piece) in input.pieces where start >= from {
      guard case .record(_, _, let flags) = piece else { break }
      run.append(piece)
      if !flags.contains(.moreFollows) {
        kept += run
        run = []
      }
    }
    guard interrupted == nil, !pointer.isSuperseded else { return }
    for case .record(let key?, let value, _) in kept { valuesWithTail[key] = value }
  }

  mutating func apply(_ piece: LogInput.Piece) {
    if case .record(let key?, let value, _) = piece { values[key] = value }
  }
}
