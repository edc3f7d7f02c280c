@testable import NamespacedDefaults

/// A disk that has taken some changes, of which a loss of power may lose those that were not synchronized.
///
/// What file systems may do, and what the simulator therefore does:
/// - Between two synchronizations of a file the system writes its pages back when it likes, in any order, at any moment,
///   also those that are stored through a mapping. A page holds what was written to it up to that moment, so that each
///   sector is as it was at one moment since the last synchronization. (Pillai et al., "All File Systems Are Not Created
///   Equal", OSDI 2014, section 3: writes may be reordered and split.)
/// - A drive writes a sector of 512 bytes as a whole or not at all, and several in any order. (SQLite, "Atomic Commit In
///   SQLite", section 2: hardware assumptions.)
/// - The size is metadata, and may be on the disk before the data (ext4 with `data=writeback`, XFS, whose holes then read
///   as zeros) or after them (delayed allocation of ext4, XFS and Btrfs).
/// - A new name, a rename and a removal may be lost, each of them alone, until the directory is synchronized. Synchronizing
///   the file is not enough (fsync(2), and OSDI 2014, table 1).
///
/// What they may not do: change what was synchronized and not written since, or tear a rename (rename(2)).
struct SimulatedDisk {
  /// The bytes that a block may show that was given to the file and never written: zeros or, as with FAT, ext2 and ext4 with
  /// `data=writeback`, those that were there before.
  enum Model: CaseIterable { case zeros, garbage }

  static let sector = 512
  static let page = 4096

  /// A file's bytes, and what each sector and the size may be after a loss of power.
  struct File {
    var bytes: [UInt8]
    var durable: [UInt8]
    var sizes: [Int]
    /// The contents of the sectors that were changed, the durable one first.
    var sectors: [Int: [[UInt8]]] = [:]
    let model: Model
    /// The last content that each sector had, and the last one that any sector had; they stay in the blocks that are freed.
    private var past: [Int: [UInt8]] = [:]
    private var garbage = (0..<SimulatedDisk.sector).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 13) }

    init(durable bytes: [UInt8], _ model: Model) {
      (self.bytes, durable, sizes) = (bytes, bytes, [bytes.count])
      self.model = model
    }

    /// What a sector may hold that no write has reached, apart from the durable content.
    private func garbage(in sector: Int) -> [[UInt8]] {
      // Zeros alone say that a file is new. With other bytes there it is refused, as the file of another program is.
      guard model == .garbage, sector > 0, sector * SimulatedDisk.sector >= durable.count else { return [] }
      return [past[sector], garbage].compactMap { $0 }
    }

    private func content(of sector: Int, in bytes: [UInt8]) -> [UInt8] {
      let start = min(sector * SimulatedDisk.sector, bytes.count)
      let part = bytes[start..<min(start + SimulatedDisk.sector, bytes.count)]
      return part + [UInt8](repeating: 0, count: SimulatedDisk.sector - part.count)
    }

    private mutating func noteSectors(of range: Range<Int>) {
      guard !range.isEmpty else { return }
      for sector in range.lowerBound / SimulatedDisk.sector...(range.upperBound - 1) / SimulatedDisk.sector {
        let new = content(of: sector, in: bytes)
        let versions = sectors[sector] ?? [content(of: sector, in: durable)] + garbage(in: sector)
        sectors[sector] = versions.contains(new) ? versions : versions + [new]
        if new.contains(where: { $0 != 0 }) { (past[sector], garbage) = (new, new) }
      }
    }

    private mutating func noteSize() {
      if !sizes.contains(bytes.count) { sizes.append(bytes.count) }
    }

    mutating func write(_ new: [UInt8], at offset: Int) {
      if bytes.count < offset + new.count { bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count) }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
      noteSectors(of: offset..<offset + new.count)
      noteSize()
    }

    mutating func truncate(to size: Int) {
      let old = bytes.count
      if size < old { bytes.removeSubrange(size...) } else { bytes += [UInt8](repeating: 0, count: size - old) }
      noteSectors(of: min(size, old)..<max(size, old))
      noteSize()
    }

    mutating func synchronize() {
      (durable, sizes, sectors) = (bytes, [bytes.count], [:])
    }

    /// The numbers of what there is to choose from: sizes, then the versions of each changed sector.
    var choices: [Int] { [sizes.count] + sectors.keys.sorted().map { sectors[$0]!.count } }

    /// Whether the sectors that were written are those before some place in the file, and none behind it.
    func isInOrder(_ choice: ArraySlice<Int>) -> Bool {
      let missing = zip(sectors.keys.sorted(), choice.dropFirst()).drop { sector, version in
        sectors[sector]![version] == content(of: sector, in: bytes)
      }
      return missing.dropFirst().allSatisfy { $1 == 0 }
    }

    func bytes(choosing choice: ArraySlice<Int>) -> [UInt8] {
      let size = sizes[choice.first!]
      var result = Array(durable.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - durable.count))
      for (sector, version) in zip(sectors.keys.sorted(), choice.dropFirst()) {
        let start = sector * SimulatedDisk.sector
        guard start < size else { continue }
        let end = min(start + SimulatedDisk.sector, size)
        result.replaceSubrange(start..<end, with: sectors[sector]![version].prefix(end - start))
      }
      return result
    }
  }

  enum Entry: Hashable { case file(Int), directory }

  private struct NameChange {
    let path: String
    var newPath: String?
    /// What is at the path, or at the new one, afterwards.
    let entry: Entry?
    /// What is at the path after an exchange with the new one.
    var otherEntry: Entry?

    func apply(to names: inout [String: Entry]) {
      names[newPath == nil ? path : newPath!] = entry
      if newPath != nil { names[path] = otherEntry }
    }
  }

  private let root: String
  private let model: Model
  private(set) var files: [File]
  private var numbers: [FileIdentity: Int] = [:]
  private var names: [String: Entry]
  private var durableNames: [String: Entry]
  private var nameChanges: [NameChange] = []

  init(_ recording: DiskRecording, root: String, _ model: Model) {
    self.root = root
    self.model = model
    files = []
    names = [:]
    for (path, identity) in recording.names {
      numbers[identity] = files.count
      names[path] = .file(files.count)
      files.append(File(durable: recording.base[identity]!, model))
    }
    durableNames = names
  }

  mutating func apply(_ change: FileSystemChange) {
    let path = change.path
    switch change.kind {
    case .creation(let identity):
      // An identity may be that of a file that was removed.
      numbers[identity] = files.count
      applyName(NameChange(path: path, entry: .file(files.count)))
      files.append(File(durable: [], model))
    case .write(let identity, let bytes, let offset): files[numbers[identity]!].write(bytes, at: offset)
    case .truncation(let identity, let size): files[numbers[identity]!].truncate(to: size)
    case .synchronization(let identity): files[numbers[identity]!].synchronize()
    case .directoryCreation: applyName(NameChange(path: path, entry: .directory))
    case .rename(let newPath): applyName(NameChange(path: path, newPath: newPath, entry: names[path]))
    case .exchange(let otherPath):
      applyName(NameChange(path: path, newPath: otherPath, entry: names[path], otherEntry: names[otherPath]))
    case .removal: applyName(NameChange(path: path, entry: nil))
    case .call: break
    case .directorySynchronization:
      for change in nameChanges where parentDirectory(of: change.path) == path { change.apply(to: &durableNames) }
      nameChanges.removeAll { parentDirectory(of: $0.path) == path }
    }
  }

  private mutating func applyName(_ change: NameChange) {
    change.apply(to: &names)
    nameChanges.append(change)
  }

  // MARK: What may be left

  /// The contents of all files by their paths; `nil` for a directory.
  typealias State = [String: [UInt8]?]

  /// What a kill leaves: everything that the system was called for.
  var stateAfterKill: State { state(of: names) { $0.bytes } }

  /// What may be chosen after a loss of power: whether each change of a name is there, then the choices of each file.
  var choices: [Int] { nameChanges.map { _ in 2 } + files.flatMap(\.choices) }

  /// Returns what a loss of power leaves, and whether each file was written from its beginning to its end.
  func stateAfterPowerLoss(choosing choice: [Int]) -> (State, isInOrder: Bool) {
    var names = durableNames
    for (change, isThere) in zip(nameChanges, choice) where isThere == 1 { change.apply(to: &names) }
    var rest = choice.dropFirst(nameChanges.count)
    var contents: [[UInt8]] = []
    var isInOrder = true
    for file in files {
      contents.append(file.bytes(choosing: rest))
      isInOrder = isInOrder && file.isInOrder(rest)
      rest = rest.dropFirst(file.choices.count)
    }
    return (state(of: names, contents), isInOrder)
  }

  private func state(of names: [String: Entry], _ content: (File) -> [UInt8]) -> State {
    state(of: names, files.map(content))
  }

  private func state(of names: [String: Entry], _ contents: [[UInt8]]) -> State {
    var state: State = [:]
    for (path, entry) in names where isReachable(path, names) {
      switch entry {
      case .file(let number): state[path] = .some(contents[number])
      case .directory: state[path] = .some(nil)
      }
    }
    return state
  }

  private func isReachable(_ path: String, _ names: [String: Entry]) -> Bool {
    let parent = parentDirectory(of: path)
    return parent == root || names[parent] == .directory && isReachable(parent, names)
  }
}
