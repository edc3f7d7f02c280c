#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the absolute path of a file, with all symbolic links followed, whether the file exists or not.
///
/// A store follows a link in place of its file once, when the store is opened. The file is kept, compacted and
/// quarantined in the directory to which the link points, and the link stays.
func canonicalPath(_ path: String, followedLinks: Int = 0) throws(DefaultsError) -> String {
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

private func linkTarget(of path: String) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
