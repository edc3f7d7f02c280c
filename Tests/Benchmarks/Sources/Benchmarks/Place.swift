import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Results

/// Where a process keeps its values, and how many: `file:1000`, `raw:10`.
///
/// Each place is a process of its own, for so every subject runs as it would in a program: with one store, chosen once
/// at the start, and with nobody else's caches and threads beside it.
struct Place: Hashable {
  enum Kind: String, CaseIterable {
    case memory, memoryObserved, file, fileObserved, fileWatched, filePowerLoss, userDefaults
    case memoryMixed, fileMixed, layeredMixed
    case raw, plain, configuration, sqlite, sqlitePowerLoss
  }

  let kind: Kind
  let keys: Int

  init(_ kind: Kind, _ keys: Int = 10) {
    self.kind = kind
    self.keys = keys
  }

  init?(_ name: String) {
    let parts = name.split(separator: ":")
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let keys = Int(parts[1]) else { return nil }
    self.init(kind, keys)
  }

  var name: String { "\(kind.rawValue):\(keys)" }

  static let all = [
    Place(.raw, 10), Place(.raw, 1_000), Place(.raw, 10_000), Place(.raw, 100_000),
    Place(.plain), Place(.configuration), Place(.sqlite, 10), Place(.sqlite, 100_000), Place(.sqlitePowerLoss),
    Place(.memory, 10), Place(.memory, 1_000), Place(.memory, 100_000), Place(.memoryObserved),
    Place(.file, 10), Place(.file, 1_000), Place(.file, 10_000), Place(.file, 100_000), Place(.fileObserved),
    Place(.fileWatched), Place(.memoryMixed), Place(.fileMixed), Place(.layeredMixed),
    Place(.filePowerLoss, 10), Place(.filePowerLoss, 10_000), Place(.filePowerLoss, 100_000),
    Place(.userDefaults, 10), Place(.userDefaults, 1_000), Place(.userDefaults, 100_000),
  ]

  /// The directory of this process, which the one that started it has named.
  static var directory: URL {
    URL(filePath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "/nowhere", directoryHint: .isDirectory)
  }
}

extension Place {
  /// The library's store; `nil` for a place of another kind.
  func store() throws -> (any DefaultsStore)? {
    let path = Self.directory.appending(path: "settings.defaults").path
    switch kind {
    case .memory, .memoryObserved, .memoryMixed: return InMemoryStore()
    case .file, .fileObserved, .fileWatched, .fileMixed: return try FileStore(path: path)
    case .layeredMixed: return LayeredStore([InMemoryStore(), try FileStore(path: path)])
    case .filePowerLoss: return try FileStore(path: path, durability: .powerLoss)
    case .userDefaults: return UserDefaultsStore(.standard)
    case .raw, .plain, .configuration, .sqlite, .sqlitePowerLoss: return nil
    }
  }

  /// Puts the values there, and makes the store the one of this process.
  func fill() throws {
    switch kind {
    case .raw, .userDefaults: try RawSubjects.fill(keys: keys)
    case .sqlite, .sqlitePowerLoss: try SQLiteSubjects(directory: Self.directory, keys: keys).fill()
    case .layeredMixed:
      try FileStore(path: Self.directory.appending(path: "settings.defaults").path).set(Sample.values(keys: keys))
    case .memory, .memoryObserved, .memoryMixed, .file, .fileObserved, .fileWatched, .fileMixed, .filePowerLoss: break
    case .plain, .configuration: return
    }
    guard let store = try store() else { return }
    if kind != .userDefaults, kind != .layeredMixed { try store.set(Sample.values(keys: keys)) }
    Defaults.store = store
  }

  /// What is measured there.
  func subjects() throws -> [Subject] {
    let memory = LibrarySubjects(storeName: "InMemoryStore", keys: keys)
    let file = LibrarySubjects(storeName: "FileStore", keys: keys)
    let userDefaults = LibrarySubjects(storeName: "UserDefaultsStore", keys: keys)
    let raw = RawSubjects(defaults: .standard, keys: keys)
    let noFile = "memory, any thread, observable"
    let kill = "survives SIGKILL, atomic, several processes"
    let power = "waits for the disk, atomic, several processes"
    let foundation = Platform.isDarwin ? "as UserDefaults" : "synchronized after each change"
    switch kind {
    case .memory:
      return (keys == 10 ? memory.all : memory.few + [memory.removal]) + [
        memory.set(.set, noFile), memory.setAndRead(noFile), memory.setAndReadOther(noFile),
      ]
    case .memoryObserved:
      return LibrarySubjects(storeName: "InMemoryStore", keys: keys, note: Result.observed).observed(.set, noFile)
    case .file:
      return (keys == 10 ? file.all : file.few + [file.removal]) + [
        file.set(.setAgainstKill, kill), file.setAndRead(kill), file.setAndReadOther(kill),
      ]
    case .fileObserved:
      return LibrarySubjects(storeName: "FileStore", keys: keys, note: Result.observed).observed(.setAgainstKill, kill)
    case .fileWatched:
      let watched = LibrarySubjects(storeName: "FileStore", keys: keys, note: Result.observedElsewhere)
      return [watched.set(.setAgainstKill, kill)]
    case .memoryMixed:
      return memory.few + [memory.set(.set, noFile), memory.change, memory.setInteger]
        + memory.mixed(nil) + (try memory.own(InMemoryStore()))
    case .fileMixed, .layeredMixed:
      let library = kind == .fileMixed ? file : LibrarySubjects(storeName: "LayeredStore", keys: keys)
      let own =
        kind == .fileMixed ? try library.own(FileStore(path: Self.directory.appending(path: "own.defaults").path)) : []
      return library.few + [library.set(.setAgainstKill, kill), library.change]
        + [library.setInteger] + library.mixed(try WritingProcess()) + own
    case .filePowerLoss:
      return [file.set(.setAgainstPowerLoss, power)] + (keys == 10 ? [file.setMany(power + ", all or none")] : [])
    case .userDefaults:
      return (keys == 10 ? userDefaults.all : userDefaults.few) + [userDefaults.set(.setAgainstKill, foundation)]
        + RawSubjects(defaults: .standard, keys: keys, note: Result.besideStore).few
    case .raw:
      switch keys {
      case 10: return raw.readers + raw.writers
      case 100_000: return raw.few
      default: return raw.few + raw.writers.filter { $0.result.subject == RawSubjects.name }
      }
    case .plain: return PlainSubjects(keys: keys).all
    case .configuration: return ConfigurationSubjects.all(keys: keys)
    case .sqlite:
      let sqlite = try SQLiteSubjects(directory: Self.directory, keys: keys)
      return sqlite.readers + [sqlite.writer(.setAgainstKill)]
    case .sqlitePowerLoss:
      let sqlite = try SQLiteSubjects(directory: Self.directory, keys: keys, isDurable: true)
      return [sqlite.writer(.setAgainstPowerLoss), sqlite.manyWriter]
    }
  }

  /// Observers of the values that are read and written, where the place has some; they must be held.
  func observations() -> [DefaultsObservation] {
    guard kind == .memoryObserved || kind == .fileObserved else { return [] }
    return [Name.bool, Name.written].map { Defaults.store.observe($0) { _ in } }
  }

  /// A process that observes the value that is written, where the place has one.
  func watcher() throws -> Child? {
    guard kind == .fileWatched else { return nil }
    let child = try Child(["watch"], in: Self.directory)
    _ = child.receive()
    return child
  }
}
