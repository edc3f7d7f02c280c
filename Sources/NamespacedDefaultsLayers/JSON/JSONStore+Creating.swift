public import NamespacedDefaults

public import NamespacedDefaultsFoundation

extension JSONStore {
  /// Creates a store in the file `<name>.json` in a place for settings.
  ///
  /// If root ignores a variable that names a directory of another user, that is reported as `ignoredVariable`.
  ///
  /// ```swift
  /// try JSONStore(name: "my-tool")
  /// try JSONStore(
  ///   name: "my-service/settings",
  ///   in: .systemConfig,
  ///   permissions: 0o644
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the store, usually the program's name. It may have directories in it.
  ///   - place: The place; see `directory(of:)`.
  ///   - permissions: The mode of the file if the store creates it. New directories get the same, and may be entered by
  ///     those who may read the file.
  ///   - durability: The events that a write survives once it has returned. With
  ///     `processKill` a loss of power may undo the last writes, one by one from the last.
  ///   - lockTimeout: The longest time for which a write waits for other processes that write. After it, the write throws
  ///     `lockTimeout`.
  ///   - owners: The users whose file, and whose links on the way to it, the store uses.
  /// - Throws: `invalidStoreName` for a name that could lead to another directory,
  ///   `noHomeDirectory` if there is no directory for the place, or the errors of
  ///   ``init(path:permissions:durability:lockTimeout:owners:)``.
  public convenience init(
    name: String,
    in place: FileStore.Place = .config,
    permissions: Int = 0o600,
    durability: FileStore.Durability = .powerLoss,
    lockTimeout: Duration = .seconds(30),
    owners: FileStore.Owners = .userAndRoot
  ) throws {
    try self.init(name: name, in: place, WriteOptions(permissions, durability, lockTimeout), owners, isRequired: true)
  }

  /// Creates a store whose file need not be readable, as that of a layer.
  convenience init(
    name: String,
    in place: FileStore.Place,
    _ options: WriteOptions = WriteOptions(0o600, .powerLoss, .seconds(30)),
    _ owners: FileStore.Owners = .userAndRoot,
    isRequired: Bool
  ) throws {
    // A wrong name is an error even if there is no directory, so it is checked first.
    _ = try StoreLocation.path(forName: name, in: "", extension: "json")
    var ignored: [UntrustedVariable] = []
    let directory = try FileStore.directory(of: place) { ignored.append($0) }
    let path = try StoreLocation.path(forName: name, in: directory, extension: "json")
    try self.init(opening: path, options, owners, ignored, isRequired: isRequired)
  }

  /// Creates a store in a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path starts at the working directory, and `~/` at the home directory.
  ///   - permissions: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - durability: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - lockTimeout: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - owners: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  /// - Throws: `unreadableFile` for a file that is not JSON, with line and column,
  ///   `failedSystemCall` if the file exists and cannot be read,
  ///   `foreignFile` for a file or a link that another user may have put there, or
  ///   `invalidStoreName` for a path that means no file, as for a `FileStore`.
  public convenience init(
    path: String,
    permissions: Int = 0o600,
    durability: FileStore.Durability = .powerLoss,
    lockTimeout: Duration = .seconds(30),
    owners: FileStore.Owners = .userAndRoot
  ) throws {
    var ignored: [UntrustedVariable] = []
    if path.hasPrefix("~/") { _ = try homeDirectory { ignored.append($0) } }
    try self.init(opening: path, WriteOptions(permissions, durability, lockTimeout), owners, ignored)
  }

  /// Creates a store in a file, which need not exist yet.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - permissions: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - durability: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - lockTimeout: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  ///   - owners: As for ``init(name:in:permissions:durability:lockTimeout:owners:)``.
  /// - Throws: `invalidStoreName` for a URL that is not of a file, or the errors of
  ///   ``init(path:permissions:durability:lockTimeout:owners:)``.
  public convenience init(
    url: URL,
    permissions: Int = 0o600,
    durability: FileStore.Durability = .powerLoss,
    lockTimeout: Duration = .seconds(30),
    owners: FileStore.Owners = .userAndRoot
  ) throws {
    guard url.isFileURL else { throw DefaultsError.invalidStoreName(url.scheme ?? "") }
    // A `~` in the path of a URL is a name like any other.
    let path = url.path(percentEncoded: false)
    let options = WriteOptions(permissions, durability, lockTimeout)
    try self.init(opening: path.hasPrefix("/") ? path : "./" + path, options, owners)
  }
}
