import NamespacedDefaultsPlatform

/// The users whose files and links are used.
package enum FileOwners: Sendable {
  /// The user that the process runs as, and root.
  ///
  /// A file or link of another user is used too if only these two could have put it where it is.
  case userAndRoot
  /// Every user.
  case anyone
}

/// Throws an error if another user owns a file, and may have put it there.
func checkOwnership(of path: String, owner: uid_t) throws(DefaultsError) {
  guard !isTrusted(owner) else { return }
  let directory = parentDirectory(of: path)
  let status = try stat.of(directory, "stat") { stat(directory, &$0) }
  // In a directory that nobody else may write, root or the user has allowed the owner to have it.
  guard !isTrusted(status.st_uid) || status.st_mode & 0o022 != 0 else { return }
  throw .foreignFile(path: path, owner: Int(truncatingIfNeeded: owner))
}

private func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == geteuid() }

extension OpenFile {
  /// Throws an error if another user may have put the file there.
  package func checkOwner(_ owners: FileOwners) throws(DefaultsError) {
    if owners == .userAndRoot { try checkOwnership(of: path, owner: owner) }
  }
}

/// Returns the user to whom the nearest directory of a path that exists belongs, if that is another one than root, in a
/// process of root.
///
/// What root would create there, the owner could not use.
func anotherOwner(of path: String) -> Int? {
  guard geteuid() == 0 else { return nil }
  var path = path
  var status = stat()
  while stat(path, &status) != 0 {
    guard path != "/", path != "." else { return nil }
    path = parentDirectory(of: path)
  }
  return status.st_uid == 0 ? nil : Int(truncatingIfNeeded: status.st_uid)
}
