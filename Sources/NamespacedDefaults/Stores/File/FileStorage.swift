/// The values of a file, written as one store of it wants.
final class FileStorage: DefaultsStorage {
  let file: StoreFile
  let options: WriteOptions

  init(_ file: StoreFile, _ options: WriteOptions) {
    self.file = file
    self.options = options
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try file.value(forKey: name) }

  func storedKeys() throws -> [String] { try file.keys() }

  /// Locks the file and reads what other processes have written.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout`` if another process keeps the file locked, or an error if it cannot be
  ///   locked, created or read.
  func beginWriting() throws { try file.beginWriting(options) }

  func endWriting() { file.endWriting() }

  /// Appends the changes to the file, behind what readers of any process use.
  ///
  /// With ``FileStore/Durability/powerLoss`` they are on the disk afterwards.
  func persist(_ changes: [DefaultsChange]) throws { try file.persist(changes, options) }

  /// Publishes them to all processes.
  func apply(_ changes: [DefaultsChange]) throws { try file.apply(changes) }
}
