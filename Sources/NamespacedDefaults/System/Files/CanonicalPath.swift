import NamespacedDefaultsPlatform

/// Returns the absolute path of a file, with all symbolic links followed, whether the file exists or not.
///
/// A store follows the links anew whenever it looks for its file. The file is kept, compacted and quarantined in the
/// directory to which a link in its place points, and the link stays.
///
/// A link counts only if nobody but the user and root could have put it there; see ``FileOwners``.
///
/// - Throws: ``DefaultsError/Code/invalidStoreName`` for a path that has no one meaning: it is empty, holds NUL, begins with
///   a user's name after `~`, or has `..` in a part that does not exist. ``DefaultsError/Code/foreignFile`` for a link of
///   another user. The error of a directory on the way that cannot be searched.
func canonicalPath(_ path: String, owners: FileOwners = .userAndRoot) throws(DefaultsError) -> String {
  try canonicalPath(absolute: absolutePath(path), owners: owners).path
}

/// Returns the absolute path of a file as it was given, which is the same however it is spelled.
///
/// `..` leads to the parent of what a link leads to. So the links before it are followed here, once and for all.
///
/// - Throws: The errors of ``canonicalPath(_:owners:)``, but for links that come after the last `..`.
package func givenPath(_ path: String, owners: FileOwners) throws(DefaultsError) -> String {
  let absolute = try absolutePath(path)
  // Most paths are, and to join one costs a hundred times as much as to look.
  if hasOneForm(absolute) { return absolute }
  let components = absolute.split(separator: "/").filter { $0 != "." }
  func joined(_ components: some Sequence<Substring>) -> String { components.map { "/" + $0 }.joined() }
  guard let last = components.lastIndex(of: "..") else { return joined(components) }
  // For the error, which names the whole path.
  _ = try canonicalPath(absolute: joined(components), owners: owners)
  let parent = try canonicalPath(absolute: joined(components[...last]), owners: owners).path
  return (parent == "/" ? "" : parent) + joined(components[(last + 1)...])
}

/// Returns whether an absolute path has no component that is empty, `.` or `..`.
private func hasOneForm(_ path: String) -> Bool {
  // The bytes of the component so far, and how many of them are points.
  var (length, points) = (1, 0)
  for byte in path.utf8 {
    if byte == UInt8(ascii: "/") {
      guard length > 2 || length > points else { return false }
      (length, points) = (0, 0)
    } else {
      length += 1
      if byte == UInt8(ascii: ".") { points += 1 }
    }
  }
  return length > 2 || length > points
}

/// Returns the absolute path of a file as it was given, with `~/` replaced by the home directory.
///
/// - Throws: ``DefaultsError/Code/invalidStoreName`` for a path that has no one meaning, as ``canonicalPath(_:owners:)`` does.
func absolutePath(_ path: String) throws(DefaultsError) -> String {
  guard !path.isEmpty else { throw .invalidStorePath(path, "it is empty") }
  guard !path.utf8.contains(0) else { throw .invalidStorePath(path, "it holds NUL") }
  if path == "~" || path.hasPrefix("~/") {
    return try homeDirectory() + String(decoding: path.utf8.dropFirst(), as: UTF8.self)
  }
  guard !path.hasPrefix("~") else {
    throw .invalidStorePath(path, "only \"~/\" is a home directory; for a file of that name begin with \"./\"")
  }
  return try path.hasPrefix("/") ? path : workingDirectory() + "/" + path
}

/// Returns the path of a file with all symbolic links followed, and the paths of those links.
package func canonicalPath(
  absolute path: String,
  owners: FileOwners
) throws(DefaultsError) -> (path: String, links: [String]) {
  // The components that are left, the next one last.
  var components = Array(path.split(separator: "/").map(String.init).reversed())
  var resolved = ""
  var links: [String] = []
  while let component = components.popLast() {
    // Parts that are empty or `.` lead nowhere. A path without links has one parent.
    if component == "." { continue }
    if component == ".." {
      resolved = String(resolved[..<(resolved.lastIndex(of: "/") ?? resolved.startIndex)])
      continue
    }
    let next = resolved + "/" + component
    guard let status = try FileStatus(ofLinkOr: next) else {
      // The parent of a directory that does not exist is unknown.
      guard !components.contains("..") else {
        throw .invalidStorePath(path, "it leads back out of a directory that does not exist")
      }
      var path = next
      while let component = components.popLast() { if component != "." { path += "/" + component } }
      return (path, links)
    }
    if status.isLink, let target = linkTarget(of: next) {
      links.append(next)
      guard links.count <= 40 else { throw .system(operation: "readlink", path: path, code: ELOOP) }
      if owners == .userAndRoot { try checkOwnership(of: next, owner: status.owner) }
      if target.hasPrefix("/") { resolved = "" }
      components += target.split(separator: "/").map(String.init).reversed()
    } else {
      resolved = next
    }
  }
  return (resolved.isEmpty ? "/" : resolved, links)
}

private func workingDirectory() throws(DefaultsError) -> String {
  guard let resolved = realpath(".", nil) else { throw .system(operation: "realpath", path: ".", code: errno) }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the path that a symbolic link holds; `nil` for anything else.
func linkTarget(of path: String) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
