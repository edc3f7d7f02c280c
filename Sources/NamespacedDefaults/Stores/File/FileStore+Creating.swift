public import NamespacedDefaultsFoundation

import Synchronization

extension FileStore {
  /// Whether the library handles the signal `SIGBUS`; set it to `false` before the first store is created.
  ///
  /// A store reads through a shared mapping which other processes have written. If another program truncates the file, the
  /// system sends that signal to the thread that reads. The handler passes on every signal that does not come from such a
  /// file. Without the handler, or where another one has taken its place, the store makes a system call for each read.
  public static var handlesBusErrors: Bool {
    get { BusErrorHandler.isWanted.load(ordering: .relaxed) }
    set { BusErrorHandler.isWanted.store(newValue, ordering: .relaxed) }
  }

  /// Creates a store in the file `<name>.defaults` in a place for settings.
  ///
  /// If root ignores a variable that names a directory of another user, that is reported as
  /// `ignoredVariable`.
  ///
  /// ```swift
  /// try FileStore(name: "my-tool")
  /// try FileStore(name: "my-service/settings", in: .state, permissions: 0o644)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the store, usually the program's name. It may have directories in it.
  ///   - place: The place; see ``directory(of:)``.
  ///   - permissions: The mode of the file if the store creates it. New directories get the same, and may be entered by
  ///     those who may read the file.
  ///   - durability: The events that a write survives once it has returned.
  ///   - lockTimeout: The longest time for which a write waits for other processes that write. After it, the write throws
  ///     ``DefaultsError/Code/lockTimeout``.
  ///   - owners: The users whose file, and whose links on the way to it, the store uses.
  ///   - protection: The time from which a device with a passcode lets programs open the file, if the store creates it.
  ///     Another file keeps what it has.
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that could lead to another directory,
  ///   ``DefaultsError/Code/noHomeDirectory`` if there is no directory for the place, or the errors of
  ///   ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  public convenience init(
    name: String,
    in place: Place = .config,
    permissions: Int = 0o600,
    durability: Durability = .processKill,
    lockTimeout: Duration = .seconds(30),
    owners: Owners = .userAndRoot,
    protection: Protection = .completeUntilFirstUserAuthentication
  ) throws {
    // A wrong name is an error even if there is no directory, so it is checked first.
    _ = try StoreLocation.path(forName: name, in: "")
    var ignored: [UntrustedVariable] = []
    let path = try StoreLocation.path(forName: name, in: Self.directory(of: place) { ignored.append($0) })
    try self.init(opening: path, WriteOptions(permissions, durability, lockTimeout), owners, protection)
    ProblemOfProcess(ignored: ignored, path: self.path)?.report()
  }

  /// Creates a store in a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path starts at the working directory, and `~/` at the home directory.
  ///   - permissions: The mode of the file if the store creates it. New directories get the same, and may be entered by
  ///     those who may read the file.
  ///   - durability: The events that a write survives once it has returned.
  ///   - lockTimeout: The longest time for which a write waits for other processes that write. After it, the write throws
  ///     ``DefaultsError/Code/lockTimeout``.
  ///   - owners: The users whose file, and whose links on the way to it, the store uses.
  ///   - protection: The time from which a device with a passcode lets programs open the file, if the store creates it.
  ///     Another file keeps what it has.
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version,
  ///   ``DefaultsError/Code/notReadableYet`` if the device keeps the file closed until it is unlocked,
  ///   ``DefaultsError/Code/failedSystemCall`` if the file exists and cannot be read,
  ///   ``DefaultsError/Code/foreignFile`` for a file or a link that another user may have put there, or
  ///   ``DefaultsError/Code/invalidStoreName`` for a path that is empty, contains NUL, begins with another user's name as
  ///   `~name` does, or leads back out of a directory that does not exist.
  public convenience init(
    path: String,
    permissions: Int = 0o600,
    durability: Durability = .processKill,
    lockTimeout: Duration = .seconds(30),
    owners: Owners = .userAndRoot,
    protection: Protection = .completeUntilFirstUserAuthentication
  ) throws {
    try self.init(opening: path, WriteOptions(permissions, durability, lockTimeout), owners, protection)
    var ignored: [UntrustedVariable] = []
    if path.hasPrefix("~/") { _ = try homeDirectory { ignored.append($0) } }
    ProblemOfProcess(ignored: ignored, path: self.path)?.report()
  }

  /// Creates a store in a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - permissions: As for ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  ///   - durability: The events that a write survives once it has returned.
  ///   - lockTimeout: As for ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  ///   - owners: As for ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  ///   - protection: As for ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a URL that is not of a file, or the errors of
  ///   ``init(path:permissions:durability:lockTimeout:owners:protection:)``.
  public convenience init(
    url: URL,
    permissions: Int = 0o600,
    durability: Durability = .processKill,
    lockTimeout: Duration = .seconds(30),
    owners: Owners = .userAndRoot,
    protection: Protection = .completeUntilFirstUserAuthentication
  ) throws {
    guard url.isFileURL else { throw DefaultsError.invalidStoreName(url.scheme ?? "") }
    // A `~` in the path of a URL is a name like any other.
    let path = url.path(percentEncoded: false)
    let options = WriteOptions(permissions, durability, lockTimeout)
    try self.init(opening: path.hasPrefix("/") ? path : "./" + path, options, owners, protection)
  }
}
