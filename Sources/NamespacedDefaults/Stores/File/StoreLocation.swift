#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where stores lie.
enum StoreLocation {
  /// The directory of a user's settings, after the XDG Base Directory Specification, version 0.8.
  static func configurationDirectory(environment: (String) -> String?) throws(DefaultsError) -> String {
    // The specification has a relative path ignored.
    if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") { return directory }
    guard let home = environment("HOME"), !home.isEmpty else { throw .noHomeDirectory }
    return home.hasSuffix("/") ? home + ".config" : home + "/.config"
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The path of a named store.
  static func path(forName name: String, in directory: String) throws(DefaultsError) -> String {
    guard !name.isEmpty, name != ".", !name.contains(".."),
      !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    else { throw .invalidStoreName(name) }
    return directory + "/" + name + ".defaults"
  }

  /// The one path by which this process knows a file: absolute, symbolic links followed, whether the file exists or not.
  ///
  /// A link in place of the file is thus followed, once, when the store is opened: the file is kept, compacted and put
  /// aside where the link points to, and the link stays.
  static func canonicalPath(_ path: String, followedLinks: Int = 0) throws(DefaultsError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidStoreName(path) }
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let code = errno
    guard code == ENOENT || code == ENOTDIR else { throw .system(operation: "realpath", path: path, code: code) }
    if let target = linkTarget(of: path) {
      guard followedLinks < 40 else { throw .system(operation: "realpath", path: path, code: ELOOP) }
      let joined = target.hasPrefix("/") ? target : parentDirectory(of: path) + "/" + target
      return try canonicalPath(joined, followedLinks: followedLinks + 1)
    }
    guard path != "/", path != "." else { throw .system(operation: "realpath", path: path, code: code) }
    let directory = try canonicalPath(parentDirectory(of: path), followedLinks: followedLinks)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return directory == "/" ? "/" + name : directory + "/" + name
  }

  private static func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
