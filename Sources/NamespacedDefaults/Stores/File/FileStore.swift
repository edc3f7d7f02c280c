/// A store in one file, which several processes can share and which survives kills and damaged bytes.
///
/// ```swift
/// // This is ~/.config/my-app.defaults.
/// let store = try FileStore(name: "my-app")
/// let other = try FileStore(path: "/var/lib/my-service/settings.defaults")
/// ```
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
/// - Symbolic links on the way to the file are followed again whenever it is looked for, and stay links. Two stores whose
///   paths lead to one file by different links are like those of two processes; a write of one within one of the other
///   throws ``DefaultsError/Code/lockTimeout`` at once.
/// - A directory that has gone is an error of the write. Only the first write of a store makes missing directories.
/// - A deleted file is an empty store. A process that only reads finds a deletion or a replacement of the file when it
///   synchronizes or observes, or when another process that has the old file open writes.
/// - A damaged file is read as far as possible, and so is one that was cut short. That is reported to
///   ``Defaults/problemHandler``. Before a write repairs a damaged file, it is copied to `<path>.damaged-<number>`. A file of
///   another program, or of an unknown version, is an error and is never written.
/// - After `fork(2)` a child may use the store, also if other threads of the parent were using it at that moment. If a
///   parent is killed in the middle of a write, the file stays locked until the children that it had forked before close it,
///   as they do by `exec`.
/// - The store handles the signal `SIGBUS`; see ``handlesBusErrors``.
/// - A process that exceeds its file size limit (`RLIMIT_FSIZE`) gets the signal `SIGXFSZ`. The signal ends the process
///   unless it is ignored, in which case the write throws. The file stays whole in both cases.
/// - On a network file system not all of this holds between machines, which is reported once; the page on limits has the
///   details. Other programs may delete the file, or replace it with `rename`, at any time.
///   They may empty it or copy over it while no process writes.
/// - The writes of other processes are announced at once, by inotify on Linux and Android, and by kqueue on Apple platforms
///   and FreeBSD. Those that follow within a millisecond are announced together.
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
    /// Each write waits for the disk before anybody reads it, once for all changes of one
    /// ``DefaultsStore/transaction(_:)``. A value that is stored already is not written again, and the call does not wait for
    /// it. ``FileStore/synchronize()`` does.
    case powerLoss
  }

  /// The time from which on a device with a passcode lets programs open the file: an iPhone, an iPad, a watch or a Vision.
  ///
  /// On every other system a file can be opened at any time, whatever is said here.
  public struct Protection: Hashable, Sendable {
    /// The number that XNU has for the class (`bsd/sys/content_protection.h`).
    let number: Int32

    /// From the first unlock after a restart on, as `UserDefaults`.
    ///
    /// Before it, ``DefaultsError/Code/notReadableYet`` is thrown.
    public static let completeUntilFirstUserAuthentication = Protection(number: 3)
    /// At any time, for settings that a program needs before that.
    ///
    /// Nothing but the device's own key encrypts the file, so keep nothing secret in it. Its first value is to be written
    /// after an unlock: the system may refuse to make a file before.
    public static let none = Protection(number: 4)
  }

  /// The users whose file, and whose links on the way to it, a store uses.
  public struct Owners: Hashable, Sendable {
    package let files: FileOwners

    /// The user that the process runs as, and root.
    ///
    /// A file or link of another user is used too if nobody but these could have put it where it is: in a directory that
    /// belongs to one of them and that nobody else may write.
    public static let userAndRoot = Owners(files: .userAndRoot)
    /// Every user, for a file that several users share in a directory that all of them may write.
    ///
    /// Each of them can read, change and replace the file. It counts for all stores of one path in a process.
    public static let anyone = Owners(files: .anyone)
  }

  /// The absolute path of the file as it was given; the file may not exist yet.
  public var path: String { file.givenPath }
  /// The store's lock and observers, shared by all stores of one path.
  public var context: DefaultsStoreContext { file.context }

  /// The name of the type and the name of the file.
  ///
  /// It has no directory, so that it stays the same when a home directory moves.
  public var label: String { "FileStore \(lastPart(of: path).debugDescription)" }

  /// Where the values lie.
  public var _storage: any DefaultsStorage { values }

  /// The longest time for which a write waits until other threads have changed the store, and other processes the file.
  public var lockTimeout: Duration { values.options.lockTimeout }

  private let values: FileStorage
  var file: StoreFile { values.file }

  init(opening path: String, _ options: WriteOptions, _ owners: Owners, _ protection: Protection) throws {
    var options = options
    options.protection = protection
    values = FileStorage(try StoreFile.shared(atPath: path, owners: owners.files), options)
    context.keepInIsolation()
  }

  /// Waits until all committed changes would survive a loss of power.
  ///
  /// If they would already, this does not wait for the disk.
  ///
  /// - Throws: An error if the file cannot be written.
  public func synchronize() throws {
    if try !file.synchronize() { try compact() }
  }

  /// Writes the file anew without what was removed and replaced, and waits for the disk.
  ///
  /// Removed values stay in the file until it is compacted, which otherwise happens when most of a file of 256 KiB or more
  /// is of no use. Call this to take a secret out of the file. Copies that the file system keeps are out of its reach.
  ///
  /// - Throws: An error if the new file cannot be written; the old one is still in place then.
  /// - Complexity: O(n), where n is the size of what is stored.
  public func compact() throws {
    try exclusively { try file.compactNow() }
  }
}

extension FileStore {
  /// The name of the type and the ``path``.
  public var description: String { "FileStore \(path.quoted)" }
}

extension FileStore: PlaceReporting {
  package func place(ofValueForKey name: String) -> ValuePlace? { ValuePlace(path, in: path) }

  package var filePath: String? { path }
}

extension FileStore {
  /// The path of the file if it is damaged, or of a copy that was made of it before a repair; `nil` if it never was.
  package var damagedFile: String? {
    get throws {
      if !context.withLock({ file.contents.isSound }) { return path }
      let directory = parentDirectory(of: path)
      let copies = "\(lastPart(of: path)).damaged-"
      return try namesInDirectory(directory).first { $0.hasPrefix(copies) }.map { "\(directory)/\($0)" }
    }
  }
}

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
