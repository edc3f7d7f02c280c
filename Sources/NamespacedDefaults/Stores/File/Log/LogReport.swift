/// What is in the file of a ``FileStore``, and what of it is damaged.
package struct LogReport: Sendable, Equatable {
  /// The path of the file, with symbolic links resolved.
  package let path: String
  /// The version of the file's format.
  package let formatVersion: Int
  /// The file's size in bytes.
  package let fileSize: Int
  /// The number of undamaged records, live and dead.
  package let recordCount: Int
  /// The number of keys that have a value.
  package let keyCount: Int
  /// The size in bytes of the live records, which are the last record of each key that has a value.
  package let liveSize: Int
  /// The size in bytes of what a compaction would free: dead records and damage.
  package let deadSize: Int
  /// The size in bytes of what the commit pointer counts and no whole write is in.
  ///
  /// A loss of power has interrupted a write, or taken the last ones that did not wait for the disk. The same is true of a
  /// file that something has cut.
  package let missingSize: Int
  let damagedRanges: [LogScan.Damage]

  /// A line for each damaged range, in the order of the file; empty if nothing is damaged.
  package var damage: [String] { damagedRanges.map(\.description) }
}

extension LogScan.Damage: CustomStringConvertible {
  /// The range and the reason in one line.
  var description: String { "bytes \(offset)..<\(offset + length): \(reason)" }

  /// A description of what is damaged and what is lost.
  var reason: String {
    switch kind {
    case .header: "one of the header's two copies is wrong; nothing is lost"
    case .pointer: "the committed length is wrong; every whole record counts"
    case .synchronizedPointer: "the length that was on the disk is wrong; nothing is lost"
    case .head: "a record's head is wrong; nothing is lost"
    case .body(_, isLost: false): "a record is wrong; a newer one of its key follows, so nothing is lost"
    case .body(let hash, _): "a record is wrong; the value of its key, whose CRC-32C is \(hash), is lost"
    case .gap: "unreadable; changes may be lost"
    case .missing: "cut off; the changes there are lost"
    }
  }
}

extension LogReport: CustomStringConvertible {
  /// The path, and below it a line for each number and each damaged range.
  package var description: String {
    func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
    let missing = missingSize == 0 ? [] : ["missing   \(missingSize) bytes of a write that was interrupted or cut off"]
    let lines =
      [
        "format    version \(formatVersion)",
        "size      \(fileSize) bytes: \(liveSize) in use, \(deadSize) to be reclaimed",
        "contents  \(count(keyCount, "key")) in \(count(recordCount, "record"))",
      ] + missing + (damage.isEmpty ? ["none"] : damage).map { "damage    \($0)" }
    return ([path.printable] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension LogReport {
  /// Reads a whole file, and does not change it.
  package init(path: String) throws {
    let path = try canonicalPath(path)
    let file = try OpenFile(path: path, for: .reading)
    try file.lock(.shared, limit: WriteOptions().lockTimeout)
    defer { file.unlock() }
    let status = try file.status()
    try status.checkName(path: path)
    let size = status.size
    self.path = path
    formatVersion = Int(FileHeader.version)
    fileSize = size
    guard try !file.isBlank(size: size) else {
      (recordCount, keyCount, liveSize, deadSize, missingSize, damagedRanges) = (0, 0, 0, 0, 0, [])
      return
    }
    let reading = try file.readHeader()
    let pointer = try file.readPointer() ?? .absent
    let contents = try LogContents(
      of: file,
      size: size,
      reading: reading,
      pointer: pointer,
      synchronized: file.readSynchronizedPointer(),
      includesTail: true
    )
    recordCount = contents.recordCount
    keyCount = contents.entries.count
    liveSize = contents.liveSize
    let usedSize = pointer.isValid ? min(max(pointer.length, contents.end), size) : size
    deadSize = max(0, usedSize - FileHeader.size - contents.liveSize)
    missingSize = contents.isCut ? pointer.length - contents.end : 0
    damagedRanges = contents.damage
  }
}
