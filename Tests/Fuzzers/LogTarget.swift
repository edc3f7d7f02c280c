// The target `log`: a file of a FileStore with right checksums and any structure.

import Foundation

/// Opens the file of an input, reads it, writes it and opens it again, and expects what the model has.
func readAndWriteLog(_ data: Data) {
  let input = LogInput(data)
  let files = LogFiles.shared
  files.removeAll()
  files.write(input.bytes)
  MappedHeader.$mapsFiles.withValue(input.isMapped) { check(input, files) }
}

private func check(_ input: LogInput, _ files: LogFiles) {
  var written = input.bytes
  var before: [String: PropertyListValue] = [:]
  do {
    let store: FileStore
    do {
      store = try FileStore(path: files.path, durability: input.durability)
    } catch {
      _ = "\(error)"
      precondition(!input.isExact, "a file without a wrong byte cannot be opened: \(error)")
      precondition(files.read() == input.bytes, "a file that is refused has changed")
      return
    }
    before = values(of: store)
    var isDamaged = false
    if input.isExact { isDamaged = expect(before, input, input.pointers[0]) }
    if input.isExact {
      precondition(files.damageCount > 0 || !isDamaged, "damage is not reported")
      precondition(files.damageCount == 0 || isDamaged, "damage is reported of a file that has none")
    }
    // Damage of a file that is open is reported when it has stood for a while, or before a write repairs it.
    // A file without a whole header gets none, which it would be damaged by.
    for pointer in input.pointers.dropFirst() where input.bytes.count >= FileHeader.size {
      let raw = pointer.rawValue.littleEndian
      files.write(withUnsafeBytes(of: raw) { Array($0) }, at: FileHeader.pointerOffset)
      written = files.read()
      before = values(of: store)
    }
    if input.isExact, input.pointers.count > 1 {
      isDamaged = expect(before, input, input.pointers[input.pointers.count - 1])
    }
    let made = madeValues(input)
    for (key, value) in before {
      precondition(made[key]?.contains(value) == true, "a value is read that nobody has written: \(key)")
    }
    precondition(files.read() == written, "reading has changed the file")
    // A pointer that is published mends one that was flipped.
    let mustBeCopied = (try? LogReport(path: files.path).damage.isEmpty) == false

    // What is behind the committed length may be kept by the first write.
    var expected = before
    let pointer = input.pointers.last ?? .absent
    var mayKeep = false
    if input.isExact {
      for case .record(let key?, let value, _) in LogModel(input, pointer).kept { expected[key] = value }
    } else {
      mayKeep = !pointer.isValid || input.bytes.count > pointer.length || input.bytes.count < FileHeader.size
    }
    var touched: Set<String> = []
    for changes in input.writes {
      do { try store.set(changes) } catch { preconditionFailure("a write fails: \(error)") }
      for (key, value) in changes {
        expected[key] = value
        touched.insert(key)
      }
    }
    if input.synchronizes {
      do { try store.synchronize() } catch { preconditionFailure("cannot be synchronized: \(error)") }
    }
    let after = values(of: store)
    if mayKeep {
      for (key, value) in after where !touched.contains(key) {
        precondition(value == expected[key] || made[key]?.contains(value) == true, "a write has made another value")
      }
      for key in touched { precondition(after[key] == expected[key], "what was written is not there") }
    } else {
      precondition(after == expected, "a write has changed something else, or not what it was to change")
    }
    precondition(files.damageCount > 0 || !isDamaged, "damage is repaired and not reported")
    precondition(!mustBeCopied || files.hasCopy(of: written), "a damaged file was written without a copy")
    before = after
  }
  check(files, before, "opened again")
  guard input.compacts else { return }
  do { try FileStore(path: files.path).compact() } catch { preconditionFailure("cannot be compacted: \(error)") }
  check(files, before, "compacted")
}

/// Expects that an undamaged file has some values.
private func check(_ files: LogFiles, _ expected: [String: PropertyListValue], _ what: String) {
  let problemCount = files.problemCount
  do {
    let damage = try LogReport(path: files.path).damage
    precondition(damage.isEmpty, "a file that was written is damaged: \(damage)")
    let found = values(of: try FileStore(path: files.path))
    precondition(found == expected, "other values when \(what)")
  } catch {
    preconditionFailure("a file that was written cannot be opened: \(error)")
  }
  precondition(files.problemCount == problemCount, "a problem is reported of a file that was written")
}

/// Expects the values of the model.
///
/// - Returns: Whether the model has damage.
private func expect(_ found: [String: PropertyListValue], _ input: LogInput, _ pointer: CommitPointer) -> Bool {
  let model = LogModel(input, pointer)
  // A store that has the file open looks for no more than what is committed.
  let isPossible = found == model.valuesWithTail || input.pointers.count > 1 && found == model.values
  precondition(isPossible, "other values are read: \(found) and not \(model.valuesWithTail)")
  return model.isDamaged
}

private func values(of store: FileStore) -> [String: PropertyListValue] {
  do {
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  } catch {
    preconditionFailure("an open store cannot be read: \(error)")
  }
}

/// The values that each key has in any record.
private func madeValues(_ input: LogInput) -> [String: [PropertyListValue]] {
  input.pieces.reduce(into: [:]) { made, piece in
    if case .record(let key?, let value?, _) = piece.piece { made[key, default: []].append(value) }
  }
}

/// The directory of the file, in memory where that is possible, and the problems that were reported of it.
private final class LogFiles {
  // `nonisolated(unsafe)`: libFuzzer has one thread.
  nonisolated(unsafe) static let shared = LogFiles()

  private let directory: String
  var path: String { directory + "/log.defaults" }
  private(set) var problemCount = 0
  /// The reports of damage, which is more than that a file is too short.
  private(set) var damageCount = 0

  private init() {
    let memory = "/dev/shm"
    let isInMemory = FileManager.default.isWritableFile(atPath: memory)
    let parent = isInMemory ? memory : FileManager.default.temporaryDirectory.path
    directory = "\(parent)/NamespacedDefaults-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: LogFiles.shared.directory) }
    Defaults.problemHandler = { problem in
      LogFiles.shared.problemCount += 1
      if let error = problem.error as? DamagedFile, error.missingSize == 0 { LogFiles.shared.damageCount += 1 }
    }
  }

  /// Removes the file and what was left beside it.
  func removeAll() {
    (problemCount, damageCount) = (0, 0)
    for name in names { unlink("\(directory)/\(name)") }
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] }

  func write(_ bytes: [UInt8], at offset: Int = 0) {
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    precondition(pwrite(descriptor, bytes, bytes.count, offset) == bytes.count, "cannot write \(path)")
    close(descriptor)
  }

  func read() -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  func hasCopy(of bytes: [UInt8]) -> Bool {
    names.contains {
      $0.contains(".damaged-") && FileManager.default.contents(atPath: "\(directory)/\($0)") == Data(bytes)
    }
  }
}
