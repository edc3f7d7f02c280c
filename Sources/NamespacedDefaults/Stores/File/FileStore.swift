/// A store in one file, which loses nothing: not to a kill, not to other processes, not to a damaged byte.
///
///     let store = try FileStore(name: "my-app")                                 // ~/.config/my-app.defaults
///     let store = try FileStore(path: "/var/lib/my-service/settings.defaults")
///
/// When a write returns, every process that has the file open sees it at its next read, and a kill does not undo it. A
/// write costs microseconds and O(1), whatever else is stored; a read costs O(1), needs no file lock and no system call
/// while nothing has changed (as long as there is no file at all, it looks for one every 10 milliseconds).
///
/// Whoever only reads creates nothing; the first write creates the file with mode 0600 and missing directories with
/// mode 0700. A value takes at most 64 MiB with its key, and nests at most 128 levels deep.
///
/// - Several stores of one path in one process share what is in memory.
/// - A symbolic link in place of the file is followed when the store is opened, and stays a link.
/// - A deleted file is an empty store. A process that only reads learns that a file was deleted or replaced when it
///   synchronizes or observes, or when someone who had the old file open writes.
/// - A damaged file gives what can be read of it; the rest is reported to ``Defaults/problemHandler``, and the file is
///   copied to `<path>.damaged-<number>` before the next write. A file of another program, or of a version that is not
///   known, is an error and is never written.
/// - After `fork(2)` a child may go on using the store, provided that no other thread of the parent was using it at that
///   moment: then, as with all locks in a forked child, it may wait for ever. A parent that is killed in the middle of a
///   write leaves the file locked until its children that were forked off before have closed it, as they do by `exec`.
/// - A process that exceeds its file size limit (`RLIMIT_FSIZE`) gets the signal `SIGXFSZ`, which ends it unless it is
///   ignored; then the write throws. The file is whole either way.
/// - Do not use it on a network file system, and do not cut the file or write into it with other programs while it is
///   open; deleting and replacing (`rename`) it is allowed.
/// - Observers hear of other processes' writes at once on Linux; elsewhere with this process's next access.
public final class FileStore: DefaultsStore {
  /// What a write survives once it has returned.
  public enum Durability: Sendable {
    /// The end of the process at any moment, by `SIGKILL` too. After a loss of power, values
    /// written after the last ``FileStore/synchronize()`` may be the ones before, or missing and reported as damage.
    case processKill
    /// A loss of power too: each write waits for the disk, once for all changes of one ``DefaultsStore/apply(_:)``. The
    /// file grows up to 16 KiB ahead, which makes the wait shorter. A value that is stored already is not written again,
    /// nor waited for; ``FileStore/synchronize()`` waits for it.
    case powerLoss
  }

  /// Where the file is, or will be; absolute, symbolic links resolved.
  public var path: String { engine.path }
  /// The store's lock and observers, shared by all stores of one path.
  public var context: DefaultsStoreContext { engine.context }

  /// The last part of the path, so that the label stays the same when a home directory has moved.
  public var label: String {
    "FileStore \((path.split(separator: "/").last.map(String.init) ?? path).debugDescription)"
  }

  let engine: StoreEngine
  private let durability: Durability

  /// Opens `<name>.defaults` in the ``configurationDirectory()``.
  ///
  /// - Parameters:
  ///   - name: Usually the program's name.
  ///   - durability: What a write survives once it has returned.
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that could lead elsewhere, or what ``init(path:durability:)``
  ///   throws.
  public convenience init(name: String, durability: Durability = .processKill) throws {
    // The name first: it is wrong wherever the directory is.
    _ = try StoreLocation.path(forName: name, in: "")
    try self.init(
      path: try StoreLocation.path(forName: name, in: Self.configurationDirectory()),
      durability: durability
    )
  }

  /// Opens a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: Where the file is; a relative path starts at the working directory.
  ///   - durability: What a write survives once it has returned.
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version, or
  ///   ``DefaultsError/Code/failedSystemCall`` when the file is there and cannot be read.
  public init(path: String, durability: Durability = .processKill) throws {
    engine = try EngineRegistry.shared.engine(forPath: path)
    self.durability = durability
  }

  /// The directory of named stores: `$XDG_CONFIG_HOME` where that is an absolute path, `$HOME/.config` elsewhere.
  ///
  /// - Returns: Its path, whether it exists or not.
  /// - Throws: ``DefaultsError/Code/noHomeDirectory`` when neither variable is set.
  public static func configurationDirectory() throws -> String {
    try StoreLocation.configurationDirectory(environment: environmentVariable)
  }

  /// Reads a file through and changes nothing; costs time proportional to its size.
  ///
  /// - Parameter path: Where the file is.
  /// - Returns: What is in the file, and what is damaged.
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version, or
  ///   ``DefaultsError/Code/failedSystemCall`` when there is no file or it cannot be read.
  public static func verify(path: String) throws -> FileStoreReport {
    try FileStoreReport(reading: canonicalPath(path))
  }

  /// The stored value of a key, or `nil` when there is none.
  ///
  /// - Throws: What kept the file from being read.
  public func value(forKey name: String) throws -> PropertyListValue? {
    try engine.value(forKey: name)
  }

  /// The names of all stored values, in no order.
  ///
  /// - Throws: What kept the file from being read.
  public func keys() throws -> [String] {
    try engine.keys()
  }

  /// Appends the changes to the file; called by the library.
  ///
  /// - Throws: What kept the changes from being written; every old value is still there then.
  public func commit(_ changes: [DefaultsChange]) throws {
    try engine.commit(changes, durability: durability)
  }

  /// Waits until everything committed so far would survive a loss of power; costs nothing when it would already.
  ///
  /// - Throws: What kept the file from being written.
  public func synchronize() throws {
    try engine.synchronize()
  }

  /// Locks the file and takes note of what other processes wrote; called by the library.
  ///
  /// - Throws: What kept the file from being locked or created.
  public func beginExclusiveAccess() throws {
    try engine.beginWriting()
  }

  /// Unlocks the file; called by the library.
  public func endExclusiveAccess() {
    engine.endWriting()
  }
}
