import NamespacedDefaults

/// The stores that lie in a directory.
struct StoreDirectory {
  let path: String

  /// Where the stores are that have names.
  ///
  /// - Throws: The error of a directory that may not be read; one that does not exist has no stores.
  static func configuration() throws -> Self {
    let path = try FileStore.directory(of: .config)
    if access(path, R_OK | X_OK) != 0, errno != ENOENT { throw FileFailure.now("read", path) }
    return Self(path: path)
  }

  /// The names of the stores in the directory itself, sorted.
  var names: [String] { (ownNames + jsonFiles(in: path)).sorted() }

  /// The names of the JSON files in the directory itself, as layers have them.
  var jsonNames: [String] {
    contents(of: path).filter { $0.hasSuffix(Self.json) && isFile(path + "/" + $0) }.map {
      String($0.dropLast(Self.json.count))
    }
  }

  private var ownNames: [String] {
    files(in: path).filter { isFile(path + "/" + $0) }.map { String($0.dropLast(Self.suffix.count)) }
  }

  /// What `--store` takes, of the stores in the directory and in those inside it.
  var stores: [String] {
    #if canImport(Darwin)
      // There a name is a suite of UserDefaults.
      let own = ownNames.map { path + "/" + $0 + Self.suffix } + jsonFiles(in: path)
    #else
      let own = names
    #endif
    let directories = contents(of: path).filter { !$0.hasPrefix(".") }.map { path + "/" + $0 }
    return own
      + directories.flatMap { directory in
        (files(in: directory) + jsonFiles(in: directory)).sorted().map { directory + "/" + $0 }.filter(isFile)
      }
  }

  /// The paths of stores and directories that begin like a path.
  static func completions(of path: String) -> [String] {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let place = Self(path: directory)
    return place.contents(of: directory).compactMap { name in
      let path = directory + name
      if place.isDirectory(path) { return path + "/" }
      return (name.hasSuffix(suffix) || StoreAddress.isJSON(name)) && place.isFile(path) ? path : nil
    }
  }

  private static let suffix = ".defaults"
  private static let json = ".json"

  private func files(in directory: String) -> [String] {
    contents(of: directory).filter { $0.hasSuffix(Self.suffix) && $0 != Self.suffix }
  }

  /// The JSON files beside which the library has left the lock of those who write them; others are of other programs.
  private func jsonFiles(in directory: String) -> [String] {
    let names = contents(of: directory)
    let locks = Set(names.filter { $0.hasPrefix(".") })
    return names.filter { $0.hasSuffix(Self.json) && locks.contains(".\($0).lock") }
  }

  private func contents(of directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }

  private func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  private func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  private func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
