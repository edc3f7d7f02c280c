import NamespacedDefaults

/// What a process is about to write, which it records in the lock file before it writes anything else.
///
/// If it is killed, the next one finds there what is left under the name of the new file.
struct JSONIntent: Equatable {
  /// What is to be done with a file that is left.
  enum Leftover: Equatable {
    /// It was never the file, or it was replaced as it was meant to be.
    case remove
    /// It is what another program saved, and the file is the write that took it away and never returned.
    case putBack
    /// It is what was being written into the file in place.
    case writeAgain
    /// It may be what another program saved, and somebody has saved the file since.
    case keep
  }

  /// The digests of the text that was read, and of the one to be written.
  private let old: UInt64
  private let new: UInt64
  /// Whether the file is written in place and not replaced.
  private let isInPlace: Bool

  init(old: [UInt8], new: [UInt8], isInPlace: Bool) {
    (self.old, self.new, self.isInPlace) = (digest(of: old), digest(of: new), isInPlace)
  }

  /// Reads what the lock file has; `nil` if that is no record.
  init?(record: [UInt8]) {
    let numbers = String(decoding: record, as: UTF8.self).split(separator: "\n").compactMap { UInt64($0, radix: 16) }
    guard numbers.count == 3 else { return nil }
    (old, new, isInPlace) = (numbers[0], numbers[1], numbers[2] == 1)
  }

  /// The text for the lock file, which always has the same size.
  var record: [UInt8] {
    [old, new, isInPlace ? 1 : 0].flatMap { Array((String($0, radix: 16, digits: 16) + "\n").utf8) }
  }

  /// Returns whether a text is all that a lock file has for which nobody waits.
  static func isWhole(_ text: [UInt8]) -> Bool {
    text.isEmpty || text == noRecord || text.count == recordSize && Self(record: text) != nil
  }

  static let recordSize = 51
  /// What is in place of a record while nothing is written.
  static let noRecord = [UInt8](repeating: UInt8(ascii: "\n"), count: recordSize)
  /// Where it is said behind the record who waits for the lock.
  static let queueOffset = 64

  /// Finds out what is to be done with what is left.
  ///
  /// - Parameters:
  ///   - left: What is left under the name of the new file.
  ///   - isBeingWritten: Whether another program still writes that.
  ///   - file: What the file has; `nil` if there is none.
  ///   - intent: The last record; `nil` if there is none, as after a loss of power.
  /// - Returns: What is to be done.
  static func use(of left: [UInt8], isBeingWritten: Bool, beside file: [UInt8]?, _ intent: Self?) -> Leftover {
    guard !left.isEmpty, left != file else { return .remove }
    let isWhole = (try? JSONContents(left)) != nil
    guard let intent else { return isWhole ? .keep : .remove }
    let (leftDigest, fileDigest) = (digest(of: left), file.map { digest(of: $0) })
    // In place it was begun if the file is neither text, and then nobody can read the file but for a save since.
    if intent.isInPlace, leftDigest == intent.new, fileDigest != intent.old, let file, (try? JSONContents(file)) == nil
    {
      return .writeAgain
    }
    if leftDigest == intent.new { return .remove }
    // The exchange was made, so that this is what it has taken out.
    if fileDigest == intent.new {
      if leftDigest == intent.old, !isBeingWritten { return .remove }
      return isWhole ? .putBack : .keep
    }
    // It was not made, so that this is a part of the new text; or all of it was replaced since.
    if fileDigest == intent.old || leftDigest == intent.old { return .remove }
    return isWhole ? .keep : .remove
  }
}
