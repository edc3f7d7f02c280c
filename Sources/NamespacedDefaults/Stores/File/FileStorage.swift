/// The values of a file, written as one store of it wants.
final class FileStorage: DefaultsStorage {
  let engine: GuardedEngine
  let options: WriteOptions

  init(_ engine: GuardedEngine, _ options: WriteOptions) {
    self.engine = engine
    self.options = options
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    try engine.whileLocked { try $0.value(forKey: name) }
  }

  func storedKeys() throws -> [String] { try engine.whileLocked { try $0.keys() } }

  /// Locks the file and reads what other processes have written.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout`` if another process keeps the file locked, or an error if it cannot be
  ///   locked, created or read.
  func beginWriting() throws { try engine.inTurn { try $0.beginWriting(options) } }

  func endWriting() { engine.inTurn { $0.endWriting() } }

  /// Appends the changes to the file, behind what readers of any process use.
  ///
  /// With ``FileStore/Durability/powerLoss`` they are on the disk afterwards.
  func persist(_ changes: [DefaultsChange]) throws { try engine.inTurn { try $0.persist(changes, options) } }

  /// Publishes them to all processes.
  func apply(_ changes: [DefaultsChange]) throws { try engine.whileLocked { try $0.apply(changes) } }
}
