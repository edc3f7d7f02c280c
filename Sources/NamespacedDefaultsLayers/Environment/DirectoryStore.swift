public import NamespacedDefaults
public import NamespacedDefaultsFoundation

/// A directory with a file for each value as a store, which is read only.
///
/// ```swift
/// let secrets = try DirectoryStore(url: URL(filePath: "/run/secrets"))
/// Defaults.store = LayeredStore([secrets, try JSONStore(name: "tool")])
/// // This is from /run/secrets/Server.workers.
/// Defaults.Server.integer(forKey: .workers)
/// ```
///
/// Docker mounts secrets so, Kubernetes config maps and secrets, and systemd the credentials of a service, in the directory
/// that its variable `CREDENTIALS_DIRECTORY` names.
///
/// The file `Server.workers` is the setting of that name. Its text is read by the type of the key, as that of a variable of an
/// ``EnvironmentStore`` is. A byte order mark at its beginning and one line end are taken off. A file that is not UTF-8 is data. A file
/// that is empty is the empty text. A key of `Data` gets the bytes of the file as they are, whatever they are: it is not Base64. What begins with `.` is no setting, and neither is a directory.
///
/// - In a directory that has `..data`, as that of a config map, the files count to which that link leads. Kubernetes exchanges
///   it as a whole: all files are read anew, and all that has changed is announced, as one moment.
/// - In other directories each file counts when it is written. One that is empty for less than 0.1 seconds is taken for one
///   that is being written.
/// - A change is read a few milliseconds later: when the system's clock has ticked. Observers get it at once.
/// - A directory that is missing is an empty store. It can appear later. Where one has gone, or another one without some of its
///   files is in its place, as after a volume was unmounted, the last values of these files stay. That is reported once, as
///   `failedRead`, and `synchronize()` and `NamespaceAudit.validate()` throw it.
/// - What cannot be read is an error for who reads its name, with its path: a file without permission, one of more than
///   1 MiB, or after 16 MiB in all, or what is no file, such as a pipe. The others count all the same. If a file could be
///   read before, its last good value stays, and the error is reported once, as `failedRead`. So it is with the directory.
/// - Symbolic links are followed. A file or a link that another user may have put there is an error, `foreignFile`.
public final class DirectoryStore: DefaultsStore {
  /// The store's lock and observers.
  public var context: DefaultsStoreContext { files.edited.context }
  /// The absolute path of the directory as it was given; symbolic links in it are followed when it is read.
  public var path: String { files.edited.path }

  private let files: DirectoryFiles

  /// Where the values lie.
  public var _storage: any DefaultsStorage { files }

  /// Creates a store over the files of a directory, which need not exist yet, and reads them.
  ///
  /// - Parameters:
  ///   - url: The URL of the directory.
  ///   - owners: The users whose files and links the store reads.
  /// - Throws: `invalidStoreName` for a URL that is not of a file, or a path that means none.
  public init(url: URL, owners: FileStore.Owners = .userAndRoot) throws {
    guard url.isFileURL else { throw DefaultsError.invalidStoreName(url.scheme ?? "") }
    let path = url.path(percentEncoded: false)
    files = DirectoryFiles(
      path: try givenPath(path.hasPrefix("/") ? path : "./" + path, owners: owners.files),
      owners: owners.files
    )
    context.keepInIsolation()
  }

  /// The name of the type and the name of the directory.
  public var label: String { "DirectoryStore \(lastPart(of: path).debugDescription)" }

  /// Reads what has changed.
  ///
  /// - Throws: An error if the directory cannot be read.
  public func synchronize() throws {
    try context.withLock {
      files.edited.refresh(isForced: true)
      if let error = files.edited.failure { throw error }
    }
  }
}

extension DirectoryStore: PlaceReporting {
  /// Returns the path of the file.
  package func place(ofValueForKey name: String) -> ValuePlace? {
    let value = try? context.withLock { try files.storedValue(forKey: name) }
    return value == nil ? nil : ValuePlace("\(path)/\(name)", in: "\(path)/\(name)")
  }

  package func placeToGive(_ name: String) -> String? { "\(path)/\(name)" }

  package var filePath: String? { path }

  package func bytes(ofText text: String, of names: KeyName) -> Data? {
    context.withLock { names.all.compactMap { files.edited.contents.bytes(ofText: text, forKey: $0) }.first }
  }

  /// Returns the names of the files and their paths, also of those in directories, which give no setting a value.
  ///
  /// - Throws: The error of a directory that cannot be read, even if its last good values count.
  package func writtenNames() throws -> [String: String] {
    try synchronize()
    return try (keys() + namesInDirectories()).reduce(into: [:]) { $0[$1] = "\(path)/\($1)" }
  }
}

extension DirectoryStore {
  /// Returns the paths of files in directories of the directory; none if there is no such directory.
  private func namesInDirectories() throws(DefaultsError) -> [String] {
    var names: [String] = []
    do { names = try namesInDirectory(path) } catch { guard error.meansNoFile else { throw error } }
    return names.filter { $0.first != "." && isDirectory("\(path)/\($0)") }.flatMap { name in
      ((try? namesInDirectory("\(path)/\(name)")) ?? []).filter { $0.first != "." }.map { "\(name)/\($0)" }
    }
  }

  /// The name of the type and the ``path``.
  public var description: String { "DirectoryStore \(path.debugDescription)" }
}
