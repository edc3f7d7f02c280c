public import NamespacedDefaults

/// A store in a JSON file that people edit.
///
/// ```swift
/// let store = try JSONStore(name: "my-tool")  // ~/.config/my-tool.json
/// ```
///
/// ```json
/// {
///   // Asks no more.
///   "Account": {"isUserLoggedIn": true, "since": "2026-01-31T15:04:05Z"},
///   "launchCount": 3
/// }
/// ```
///
/// It is for configuration. A write replaces the whole file and waits for the disk, which takes a hundred times as long as a
/// write of a `FileStore`, the store for state. A read costs the same.
///
/// A write changes the text of its own value only. Order, indentation, comments, line endings and the rest of the file stay byte
/// for byte, and new members look like their neighbours. So do the members of an object and the elements of a list that are
/// equal. No comment is ever removed: those of a removed member stay where they were. Each edit is read again before it is
/// stored, and compared with what was meant. Comments, commas after the last member and the other freedoms of JSON5 are read.
/// The library writes plain JSON.
///
/// **Names.** `Account.isUserLoggedIn` is the member `isUserLoggedIn` of the object `Account`: what comes before the last dot
/// is an object of the file. Names with dots as a whole, `"log.level": "info"`, and deeper objects, `Server.tls.enabled` in
/// `{"Server": {"tls": {"enabled": true}}}`, are read and changed where they stand, and so is a `null`, which is no value. A
/// new name goes into the deepest object that is there: `Server.tls.port` into the same one. A name that stands there twice,
/// however its dots are spread, is an error with both lines.
///
/// **Objects.** `{"profile": {"name": "Ann"}}` may be the value of a key `profile`, and it may be the namespace of a key
/// `profile.name`. The declarations of the process say it, at every depth: a key that it has used, in this store or in one over it, a
/// type that has the namespace, or `NamespaceAudit.declare(in:)`. The value of a key is read, written, removed, listed, copied
/// and exported as the object that a person writes. What other keys have in it is theirs: a removal of `profile` leaves
/// `profile.name` then, and a write puts the value into the member `$value` of the object. `"$value": null` says that the
/// object's own name has no value. A name that no key has, without a dot, is written into `$value` too.
///
/// Of any other object nobody says it. In the list of names, `keys()`, one of the file is a namespace then, and one in another
/// object one value. Its members are read and written by their names. Its removal by a bare text throws
/// `undeclaredObject`, with the names in it, and changes nothing. So does what would copy, move or export it, but for an
/// export with nested namespaces, which has what is in it by its names. `removeAll()` removes all of it.
///
/// The member `"$schema"` of the file, by which an editor finds what may stand there, is no setting, and stays; see
/// `NamespaceAudit.jsonSchema()`. In one transaction the value of a part counts over that of the object that it is in, whichever
/// was written last.
///
/// **Values.** Numbers, strings, Booleans, arrays and dictionaries are those of JSON. `1.0` is a double and `1` an
/// integer. A `Codable` is an object, and comes back as a dictionary, which its key reads. A date is ISO 8601, exact; a key of
/// a date reads it as people write it. Data that are JSON of an object or a list, compact and with sorted names, stand there
/// as what is in them, and come back byte for byte where data are asked for. A list with a null is such data. Those of a
/// number, a string or a Boolean are `{"$json": 1}`, other data `{"$data": "<Base64>"}`, and an infinity is
/// `{"$double": "inf"}`: an object with one member of such a name is read as in an export. A `Codable` that is one number, text or Boolean is read as a person writes it, too.
/// A number that
/// neither 64 bits nor a double can hold, such as one of 30 digits, stays the text that it is, which a `Decimal` reads.
///
/// **Others.** Programs with this library take turns, by the lock of a small hidden file beside the JSON file, as
/// `.my-tool.json.lock`. A program that takes no lock may save at any time: right before the file is replaced, the library
/// reads it again, and it looks at what it has replaced. What was saved meanwhile stays, and the write is made on it; if that
/// changed the very value, the write throws `overwrittenFile` and stores nothing. This takes a
/// system that can exchange two files, which Linux, Android and Apple platforms do on their usual file systems. Elsewhere, a
/// save in the microseconds before the rename is lost. On other systems than Linux and Android, so is one of a program that
/// has opened the file to write in place, and writes after that.
///
/// - A change by another program is read a few milliseconds later: when the system's clock has ticked. Observers get it at
///   once. A file that is found missing, empty or broken is taken for one that is being saved until it has been found so for 0.1
///   seconds, however long it was so.
/// - A file that cannot be read is an error for who opens the store. Later, the last good values stay, the error is reported once
///   as `failedRead`, with line and column, and writes throw it. The file is not written. When it
///   is mended, it is read again.
/// - Symbolic links on the way to the file are followed each time, and stay. The first write creates the file to which a link
///   leads, if there is none, with its directories. Owner, permissions and attributes stay too. A
///   file that would become another user's or group's, or that has several names (hard links), is not replaced but written in
///   place, which others can see half done; what a kill interrupts is finished when the next store opens. Of the lock file
///   the same users may make use. Both the file and the directory must be writable, and with `durability: .powerLoss` the
///   directory readable. A link in place of the lock or of the new file, or a file there that another user may have put there, is
///   an error, `foreignFile`.
/// - A kill between the exchange of the two files and the look at what was replaced leaves what another program has just saved
///   in `.my-tool.json.new`. The next write puts it back first; until then it is not read. If somebody has saved the file
///   since, it is kept as `my-tool.json.saved-1`, which is reported once. After a loss of power, that can also be a write that
///   was interrupted.
/// - A file that was deleted from its directory is an empty store. Where the directory has gone, or another one without the file
///   is there, as after a volume was unmounted or after a `chroot`, it is a file that cannot be read. The first write creates the file with mode 0600, and missing directories with mode 0700.
/// - The file may have 16 MiB, and a value may nest 128 levels deep. All of it is in memory, ten times its size at most.
/// - Several stores of one path in one process share their contents.
/// - Do not use it on a network file system, nor in a child of `fork(2)` that goes on without `exec`.
public final class JSONStore: DefaultsStore {
  /// The absolute path of the file as it was given; symbolic links in it are followed at each access.
  public var path: String { file.path }
  /// The store's lock and observers, shared by all stores of one path.
  public var context: DefaultsStoreContext { file.context }
  /// The name of the type and the name of the file.
  public var label: String { "JSONStore \(lastPart(of: path).debugDescription)" }
  /// The longest time for which a call waits until other threads have released the store, and a write until other processes
  /// have released the file.
  public var lockTimeout: Duration { values.options.lockTimeout }
  /// Where the values lie.
  public var _storage: any DefaultsStorage { values }

  private let values: JSONStorage
  private var file: JSONFile { values.file }

  /// Opens the file, and reports the variables that root did not follow on the way to it.
  init(
    opening path: String,
    _ options: WriteOptions,
    _ owners: FileStore.Owners,
    _ ignored: [UntrustedVariable] = [],
    isRequired: Bool = true
  ) throws {
    values = JSONStorage(try JSONFile.file(at: path, owners: owners.files, isRequired: isRequired), options)
    context.keepInIsolation()
    ProblemOfProcess(ignored: ignored, path: file.path)?.report()
  }

  /// Reads what other programs have written, and waits until all committed changes would survive a loss of power.
  ///
  /// - Throws: An error if the file cannot be read or its directory cannot be synchronized.
  public func synchronize() throws {
    try file.synchronize()
  }
}

/// The values of a file, written as one store of it wants.
private final class JSONStorage: ObjectStorage {
  let file: JSONFile
  let options: WriteOptions

  init(_ file: JSONFile, _ options: WriteOptions) { (self.file, self.options) = (file, options) }

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    try file.edited.current().value(forKey: name)
  }

  func storedKeys() throws -> [String] { try file.objects().names }

  func undeclaredObjects() throws -> [String: [String]] {
    let objects = try file.objects()
    let text = file.contents.text
    return objects.unknown.reduce(into: [:]) { $0[text.storedName(of: $1)] = objects.leaves(in: $1) }
  }

  func undeclaredNames(inObject name: String) throws -> [String]? {
    try file.objects().names(inUnknown: name)
  }

  func beginWriting() throws { try file.beginWriting(options) }

  func endWriting() { file.endWriting() }

  /// Writes the file anew.
  ///
  /// - Throws: An error if the changes cannot be written, or if another program has changed one of the values meanwhile. In
  ///   that case the file is as it was.
  /// - Complexity: O(n), where n is the size of the file.
  func persist(_ changes: [DefaultsChange]) throws { try file.persist(changes, options) }

  func apply(_ changes: [DefaultsChange]) { file.apply(changes) }

  /// Returns a value as it is read back from the file: data that are JSON as the array or the dictionary that is in them.
  func storedForm(of value: PropertyListValue) -> PropertyListValue { value.asInText }
}

extension JSONStore {
  /// The name of the type and the ``path``.
  public var description: String { "JSONStore \(path.debugDescription)" }
}

extension JSONStore: PlaceReporting {
  /// Returns path, line and column of the value, as it was read last.
  package func place(ofValueForKey name: String) -> ValuePlace? {
    let contents = context.withLock { file.contents }
    // As for `null`, with which a name has no value.
    guard contents.value(forKey: name) != nil else { return nil }
    let words = { @Sendable [path] (part: [any CodingKey]) in
      contents.place(ofValueForKey: name, at: part).map { "\(path):\($0.line):\($0.column)" }
    }
    return words([]).map { ValuePlace($0, in: path, wordsOfPart: words) }
  }

  package var filePath: String? { path }

  /// Returns the names in the file and their places.
  ///
  /// - Throws: The error of a file that cannot be read, even if its last good values count.
  package func writtenNames() throws -> [String: String] {
    let (contents, names) = try context.withLock {
      let names = try file.objects().names
      if let failure = file.edited.failure { throw failure }
      return (file.contents, names)
    }
    return names.reduce(into: [:]) { places, name in
      places[name] = contents.place(ofValueForKey: name).map { "\(path):\($0.line):\($0.column)" } ?? path
    }
  }
}
