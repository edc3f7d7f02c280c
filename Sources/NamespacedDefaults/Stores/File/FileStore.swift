/// A store in one file, which several processes can share and which survives kills and damaged bytes.
///
///     let store = try FileStore(name: "my-app")                                 // ~/.config/my-app.defaults
///     let store = try FileStore(path: "/var/lib/my-service/settings.defaults")
///
/// When a write returns, a kill does not undo it, and every process that has the file open gets the new value at its
/// next read. A write costs microseconds and O(1), however much is stored. A read costs O(1). While nothing has changed
/// it needs no file lock and no system call. While there is no file, a value that was read is taken for true
/// until the system's clock ticks, which takes 1 to 10 milliseconds.
///
/// A read creates nothing. The first write creates the file with mode 0600, and missing directories with mode 0700. A
/// value takes at most 64 MiB together with its key, and nests at most 128 levels deep.
///
/// - Several stores of one path in one process share their contents in memory.
/// - A symbolic link in place of the file is followed when the store is opened, and stays a link.
/// - A deleted file is an empty store. A process that only reads finds a deletion or a replacement of the file when it
///   synchronizes or observes, or when another process that has the old file open writes.
/// - A damaged file is read as far as possible. The damage is reported to ``Defaults/problemHandler``. Before the next
///   write the file is copied to `<path>.damaged-<number>`. A file of another program, or of an unknown version, is an
///   error and is never written.
/// - After `fork(2)` a child may use the store if no other thread of the parent was using it at that moment. Otherwise
///   it may wait for ever, as with every lock in a forked child. If a parent is killed in the middle of a write, the
///   file stays locked until the children that it had forked before close it, as they do by `exec`.
/// - A process that exceeds its file size limit (`RLIMIT_FSIZE`) gets the signal `SIGXFSZ`. The signal ends the process
///   unless it is ignored, in which case the write throws. The file stays whole in both cases.
/// - Do not use it on a network file system. Do not let other programs cut the file or write into it while it is open.
///   They may delete it, or replace it with `rename`.
/// - On Linux the writes of other processes are announced at once. Elsewhere they are announced at this process's next
///   access.
public final class FileStore: DefaultsStore {
  /// The events that a write survives once it has returned.
  public enum Durability: Sendable {
    /// The end of the process at any moment, by `SIGKILL` too.
    ///
    /// A loss of power may undo the writes since the last ``FileStore/synchronize()``. A value is then the one before,
    /// or it is missing and reported as damage.
    case processKill
    /// The end of the process, and a loss of power.
    ///
    /// Each write waits for the disk, once for all changes of one ``DefaultsStore/apply(_:)``. Up to 16 KiB of
    /// preallocated space at the end of the file make the wait shorter. A value that is stored already is not written
    /// again, and the call does not wait for it. ``FileStore/synchronize()`` does.
    case powerLoss
  }

  /// The absolute path of the file, with symbolic links resolved; the file may not exist yet.
  public var path: String { engine.path }
  /// The store's lock and observers, shared by all stores of one path.
  public var context: DefaultsStoreContext { engine.context }

  /// The name of the type and the name of the file.
  ///
  /// It has no directory, so that it stays the same when a home directory moves.
  public var label: String {
    "FileStore \((path.split(separator: "/").last.map(String.init) ?? path).debugDescription)"
  }

  let engine: StoreEngine
  private let durability: Durability

  /// Creates a store in the file `<name>.defaults` in the ``configurationDirectory()``.
  ///
  /// - Parameters:
  ///   - name: The name of the store, usually the program's name.
  ///   - durability: The events that a write survives once it has returned.
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that could lead to another directory,
  ///   ``DefaultsError/Code/noHomeDirectory`` if there is no configuration directory, or the errors of
  ///   ``init(path:durability:)``.
  public convenience init(name: String, durability: Durability = .processKill) throws {
    // A wrong name is an error even if there is no directory, so it is checked first.
    _ = try StoreLocation.path(forName: name, in: "")
    try self.init(
      path: try StoreLocation.path(forName: name, in: Self.configurationDirectory()),
      durability: durability
    )
  }

  /// Creates a store in a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path starts at the working directory.
  ///   - durability: The events that a write survives once it has returned.
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version,
  ///   ``DefaultsError/Code/failedSystemCall`` if the file exists and cannot be read, or
  ///   ``DefaultsError/Code/invalidStoreName`` for a path that is empty or contains NUL.
  public init(path: String, durability: Durability = .processKill) throws {
    engine = try EngineRegistry.shared.engine(forPath: path)
    self.durability = durability
  }

  /// Returns the directory of named stores: `$XDG_CONFIG_HOME` if that is an absolute path, or else `$HOME/.config`.
  ///
  /// - Returns: The path of the directory, which may not exist yet.
  /// - Throws: ``DefaultsError/Code/noHomeDirectory`` if neither variable can be used.
  public static func configurationDirectory() throws -> String {
    try StoreLocation.configurationDirectory(environment: environmentVariable)
  }

  /// Reads a whole file and returns what is stored and what is damaged.
  ///
  /// The file is not changed.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The numbers of records and keys, their sizes, and the damage.
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version, or
  ///   ``DefaultsError/Code/failedSystemCall`` if there is no file or it cannot be read.
  /// - Complexity: O(n), where n is the size of the file.
  public static func verify(path: String) throws -> FileStoreReport {
    try FileStoreReport(reading: canonicalPath(path))
  }

  /// Returns the stored value of a key, or `nil` if there is none.
  ///
  /// - Throws: An error if the file cannot be read.
  public func value(forKey name: String) throws -> PropertyListValue? {
    try engine.value(forKey: name)
  }

  /// Returns the names of all stored values in no particular order.
  ///
  /// - Throws: An error if the file cannot be read.
  public func keys() throws -> [String] {
    try engine.keys()
  }

  /// Appends the changes to the file; the library calls this.
  ///
  /// - Throws: An error if the changes cannot be written. In that case every old value is still stored.
  public func commit(_ changes: [DefaultsChange]) throws {
    try engine.commit(changes, durability: durability)
  }

  /// Waits until all committed changes would survive a loss of power.
  ///
  /// If they would already, this does not wait for the disk.
  ///
  /// - Throws: An error if the file cannot be written.
  public func synchronize() throws {
    try engine.synchronize()
  }

  /// Locks the file and reads what other processes have written; the library calls this.
  ///
  /// - Throws: An error if the file cannot be locked, created or read.
  public func beginExclusiveAccess() throws {
    try engine.beginWriting()
  }

  /// Unlocks the file; the library calls this.
  public func endExclusiveAccess() {
    engine.endWriting()
  }
}
