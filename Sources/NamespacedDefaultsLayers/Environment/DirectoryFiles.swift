import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The files of a directory, as they were at one moment.
struct DirectoryContents: EditedContents {
  private static let fileLimit = 1 << 20
  private static let sizeLimit = 16 << 20

  /// What was read, or why not; `stamp` shows whether a file is still the same.
  struct File {
    fileprivate var stamp: FileStamp?
    fileprivate(set) var value: Result<PropertyListValue, DefaultsError>?
    /// The bytes of which the value was made.
    fileprivate var bytes = Data()
    /// The file to which links lead.
    fileprivate var target: String?
    /// The directories of the file and of the links to it.
    fileprivate var directories: [FileStamp] = []
    fileprivate var isBeingWritten = false
  }

  private(set) var files: [String: File] = [:]
  /// The files as they were before, whose values observers may be about to get.
  private var formerFiles: [String: File] = [:]
  /// Whether the directory is one that is exchanged as a whole, so that nobody writes into its files.
  private var isExchanged = false
  /// Whether a change might have left all stamps as they are.
  private var isRecent = false

  init() {}

  /// Returns the bytes of a file of which a value of it is the text.
  func bytes(ofText text: String, forKey name: String) -> Data? {
    [files[name], formerFiles[name]].lazy.compactMap(\.self)
      .first { (try? $0.value?.get()) == .string(text) }?.bytes
  }

  private var goodValues: [String: PropertyListValue] { files.compactMapValues { try? $0.value?.get() } }

  func changes(since old: Self, in context: DefaultsStoreContext) -> [DefaultsChange] {
    goodValues.changes(since: old.goodValues)
  }

  // MARK: Looking for changes

  static func reload(_ file: EditedFile<Self>) throws(DefaultsError) -> Bool {
    let (path, old) = (file.path, file.contents)
    var new = Self()
    // The directory of `..data` has the files, if there is one.
    var found = try FileStamp(path: path + "/..data", ofAnyKind: true)
    new.isExchanged = found != nil
    if !new.isExchanged { found = try FileStamp(path: path, ofAnyKind: true) }
    new.isRecent = found?.isRecent == true
    if !file.mayBeOld, found == file.stamp, new.isExchanged == old.isExchanged,
      new.isExchanged || old.files.allSatisfy({ (try? FileStamp(path: "\(path)/\($0)")) == $1.stamp })
    {
      return true
    }
    let source = path + (new.isExchanged ? "/..data" : "")
    let (directory, links) = try canonicalPath(absolute: source, owners: file.owners)
    let home = new.isExchanged ? try canonicalPath(absolute: path, owners: file.owners).path : directory
    var watched = [home + "/"] + links
    do throws(DefaultsError) {
      if found != nil { try new.read(directory, of: home, for: file) }
    } catch {
      // It has just been exchanged, or has gone.
      let isAsFound = !new.isExchanged && (try? FileStamp(path: path, ofAnyKind: true)) == found
      guard error.meansNoFile, !isAsFound else { throw error }
      return false
    }
    // A part of what was read may be of another version, or was removed already.
    if new.isExchanged {
      guard try canonicalPath(absolute: source, owners: file.owners).path == directory else { return false }
    } else {
      watched += new.files.values.compactMap(\.target).sorted()
    }
    file.watcher.follow(watched)
    new.keepGoodValues(of: old, in: file)
    let failure = new.keepVanishedFiles(of: old, in: file)
    // Files that have just been written are read again, and are the same.
    let changed = old.files.filter { $1.bytes != new.files[$0]?.bytes }
    new.formerFiles = old.formerFiles.merging(changed) { $1 }
    file.take(new, found, mayBeOld: new.isRecent, failure: failure)
    return !new.files.values.contains(where: \.isBeingWritten)
  }

  /// Takes over the last good values of the files that cannot be read now.
  private mutating func keepGoodValues(of old: Self, in directory: EditedFile<Self>) {
    for (name, file) in files {
      let old = old.files[name]
      var isKept = file.isBeingWritten
      if case .failure(let error) = file.value, case .success = old?.value {
        directory.report(error, key: name)
        isKept = true
      }
      guard isKept else { continue }
      files[name]?.value = old?.value
      files[name]?.bytes = old?.bytes ?? Data()
    }
  }

  /// Takes over the files that nobody has removed, and that have gone with their directory, or are not in another one there.
  ///
  /// - Returns: The error of these files.
  private mutating func keepVanishedFiles(of old: Self, in directory: EditedFile<Self>) -> DefaultsError? {
    let (path, owners) = (directory.path, directory.owners)
    let lost = old.files.filter { name, file in
      guard files[name] == nil, file.value != nil else { return false }
      // What a directory that is exchanged as a whole no longer has was removed.
      if isExchanged { return !file.directories.haveLostFile(at: "\(path)/..data/\(name)", from: path) }
      guard let place = try? canonicalPath(absolute: "\(path)/\(name)", owners: owners).path else { return true }
      return !file.directories.haveLostFile(at: place)
    }
    for (name, var file) in lost {
      (file.stamp, file.isBeingWritten) = (nil, false)
      files[name] = file
    }
    let names = lost.keys.sorted().joined(separator: ", ")
    let reason =
      "\(path) has gone, or is another directory without \(names); the last values stay until the files are there again"
    return lost.isEmpty ? nil : DefaultsError(.unreadableFile, reason, path: path)
  }

  // MARK: Reading the files

  private mutating func read(
    _ directory: String,
    of home: String,
    for owner: EditedFile<Self>
  ) throws(DefaultsError) {
    var size = 0
    for name in try namesInDirectory(directory).sorted() where name.first != "." && !ReservedName.isReserved(name) {
      guard let file = read("\(directory)/\(name)", in: home, after: size, for: owner) else { continue }
      size += file.bytes.count
      isRecent = isRecent || file.stamp?.isRecent == true
      files[name] = file
    }
  }

  /// Reads a file; `nil` if there is none, or a directory.
  private func read(_ path: String, in home: String, after size: Int, for owner: EditedFile<Self>) -> File? {
    var file = File()
    do throws(DefaultsError) {
      let (target, links) = try canonicalPath(absolute: path, owners: owner.owners)
      guard !isDirectory(target) else { return nil }
      file.target = target
      file.directories = [FileStamp](directoriesOf: links + [target, "\(home)/."])
      file.stamp = try FileStamp(path: target)
      guard file.stamp != nil, let open = try owner.opened(target) else { return nil }
      let words = "\(Self.fileLimit >> 20) MiB of a file and \(Self.sizeLimit >> 20) MiB of all"
      let new = try owner.read(open, as: path, upTo: min(Self.fileLimit, Self.sizeLimit - size), words)
      (file.stamp, file.value, file.bytes) = (new.stamp, .success(Self.value(of: new.bytes)), Data(new.bytes))
      file.isBeingWritten = !isExchanged && (!new.isWhole || new.bytes.isEmpty && new.isRecent)
    } catch {
      if error.meansNoFile { return nil }
      file.value = .failure(error)
    }
    return file
  }

  /// Returns the text without the mark of its byte order and one line end, or data that are no text.
  private static func value(of bytes: [UInt8]) -> PropertyListValue {
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let text = String(validating: text, as: UTF8.self) else { return .data(Data(bytes)) }
    return .string(text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text)
  }
}

/// The values of the files of a directory.
final class DirectoryFiles: ReadOnlyStorage {
  let edited: EditedFile<DirectoryContents>

  init(path: String, owners: FileOwners) {
    edited = EditedFile(path: path, owners: owners)
    do { try edited.open() } catch { edited.report(error) }
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    ReservedName.isReserved(name) ? nil : try edited.current().files[name]?.value?.get()
  }

  func storedKeys() throws -> [String] { try edited.current().files.filter { $1.value != nil }.map(\.key) }

  func advice(_ names: [String]) -> String {
    let files = names.map { "\(edited.path)/\($0)" }.joined(separator: ", ")
    return "a program does not write this directory: write or remove \(files) where it comes from"
  }
}
