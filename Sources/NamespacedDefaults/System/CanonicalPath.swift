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
///
/// - Throws: ``DefaultsError/Code/invalidStoreName`` for a path that has no one meaning: it is empty, holds NUL, begins with
///   a user's name after `~`, or has `..` in a part that does not exist.
func canonicalPath(_ path: String) throws(DefaultsError) -> String {
  guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidStoreName(path) }
  if path == "~" || path.hasPrefix("~/") {
    return try resolvedPath(homeDirectory() + path.utf8Suffix(from: 1), followedLinks: 0)
  }
  guard !path.hasPrefix("~") else { throw .invalidStoreName(path) }
  return try resolvedPath(path, followedLinks: 0)
}

private func resolvedPath(_ path: String, followedLinks: Int) throws(DefaultsError) -> String {
  // One spelling: parts that are empty or `.` lead nowhere.
  let components = path.split(separator: "/").filter { $0 != "." }
  let path = (path.hasPrefix("/") ? "/" : "") + components.joined(separator: "/")
  if let resolved = realpath(path.isEmpty ? "." : path, nil) {
    defer { free(resolved) }
    return String(cString: resolved)
  }
  let code = errno
  guard code == ENOENT || code == ENOTDIR else { throw .system(operation: "realpath", path: path, code: code) }
  guard let name = components.last else { throw .system(operation: "realpath", path: path, code: code) }
  if let target = linkTarget(of: path) {
    guard followedLinks < 40 else { throw .system(operation: "realpath", path: path, code: ELOOP) }
    let joined = target.hasPrefix("/") ? target : parentDirectory(of: path) + "/" + target
    return try resolvedPath(joined, followedLinks: followedLinks + 1)
  }
  // Of a directory that does not exist nobody knows what is above it.
  guard name != ".." else { throw .invalidStoreName(path) }
  let directory = try resolvedPath(parentDirectory(of: path), followedLinks: followedLinks)
  return directory == "/" ? "/\(name)" : "\(directory)/\(name)"
}

extension String {
  fileprivate func utf8Suffix(from offset: Int) -> String { String(decoding: utf8.dropFirst(offset), as: UTF8.self) }
}

/// Returns the path that a symbolic link holds; `nil` for anything else.
func linkTarget(of path: String) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
