/// What ``FileStore/verify(path:)`` finds in a file.
public struct FileStoreReport: Sendable, Equatable {
  /// A stretch of a file that is not as it was written.
  public struct Damage: Sendable, Equatable {
    /// Where it begins, in bytes from the beginning of the file.
    public let offset: Int
    /// How many bytes it has.
    public let length: Int
    /// What is there, and what it cost.
    public let reason: String
  }

  /// The file that was read, symbolic links resolved.
  public let path: String
  /// The version of the file's format.
  public let formatVersion: Int
  /// The file's size in bytes.
  public let fileSize: Int
  /// How many sound records there are, live and dead.
  public let recordCount: Int
  /// How many keys have a value.
  public let keyCount: Int
  /// The bytes that the values in force take.
  public let liveSize: Int
  /// The bytes that a compaction would free; damaged ones among them.
  public let deadSize: Int
  /// What is damaged, in the order of the file; empty for a sound one.
  public let damage: [Damage]
}

extension FileStoreReport.Damage: CustomStringConvertible {
  /// One line: where, and what.
  public var description: String { "bytes \(offset)..<\(offset + length): \(reason)" }
}

extension FileStoreReport.Damage {
  init(_ damage: LogScan.Damage) {
    offset = damage.offset
    length = damage.length
    reason =
      switch damage.kind {
      case .header: "one of the header's two copies is wrong; nothing is lost"
      case .pointer: "the committed length is wrong; every whole record counts"
      case .head: "a record's head is wrong; nothing is lost"
      case .body: "a record is wrong; its key's value is lost"
      case .gap: "unreadable; changes may be lost"
      case .missing: "cut off; the changes there are lost"
      }
  }
}

extension FileStoreReport {
  init(reading path: String) throws {
    let file = try OpenFile(path: path, creating: .never)
    try file.lock(.shared)
    defer { file.unlock() }
    let size = try file.status().size
    self.path = path
    formatVersion = Int(FileHeader.version)
    fileSize = size
    guard size > 0 else {
      (recordCount, keyCount, liveSize, deadSize, damage) = (0, 0, 0, 0, [])
      return
    }
    let reading = try file.readHeader()
    let mappedHeader = try MappedHeader()
    try mappedHeader.show(file)
    let pointer = mappedHeader.load()
    let contents = try LogContents(of: file, reading: reading, pointer: pointer)
    recordCount = contents.recordCount
    keyCount = contents.entries.count
    liveSize = contents.liveSize
    let usedSize = pointer.isValid ? min(pointer.length, size) : size
    deadSize = max(0, usedSize - FileHeader.size - contents.liveSize)
    damage = contents.damage.map(Damage.init)
  }
}
