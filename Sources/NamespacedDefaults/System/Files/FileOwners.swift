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
  // In a directory that nobody else may write, root or the user has allowed the owner to have it.
  guard !isTrusted(owner), try isWritableByOthers(parentDirectory(of: path)) else { return }
  throw foreign(owner, .foreignFile(path: path, owner: Int(truncatingIfNeeded: owner)))
}

/// Returns an error about the file of another user, who may be root if this process cannot know.
private func foreign(_ owner: uid_t, _ error: DefaultsError) -> DefaultsError {
  guard LinuxCalls.isUnmapped(owner) else { return error }
  return error.adding("or it is a file of root or of another user whom the user namespace of this process does not map")
}

private func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == geteuid() }

/// Returns whether another user than root may put files into a directory.
private func isWritableByOthers(_ directory: String) throws(DefaultsError) -> Bool {
  let status = try stat.of(directory, "stat") { stat(directory, &$0) }
  return !isTrusted(status.st_uid) || status.st_mode & 0o022 != 0
}

extension OpenFile {
  /// Throws an error if another user may have put the file there.
  package func checkOwner(_ owners: FileOwners) throws(DefaultsError) {
    if owners == .userAndRoot { try checkOwnership(of: path, owner: owner) }
  }

  /// Opens a file that the library makes for itself beside another one, such as a lock.
  ///
  /// It is never reached through a link. So a link there was planted, and so was a second name of some other file.
  ///
  /// - Returns: The file; `nil` if there is none.
  /// - Throws: ``DefaultsError/Code/foreignFile`` for what the library cannot have made, or what another user may have.
  package static func helper(
    _ path: String,
    for purpose: Purpose,
    _ owners: FileOwners
  ) throws(DefaultsError) -> OpenFile? {
    do {
      guard let file = try ifPresent({ () throws(DefaultsError) in try OpenFile(path: path, for: purpose) }) else {
        return nil
      }
      try file.status().checkHelper(path, owners)
      return file
    } catch {
      // Whose it is says more than why it cannot be opened.
      if let status = try? FileStatus(ofLinkOr: path) { try status.checkHelper(path, owners) }
      throw error
    }
  }
}

extension FileStatus {
  /// Throws an error unless the library may have made the file for itself; see ``OpenFile/helper(_:for:_:)``.
  fileprivate func checkHelper(_ path: String, _ owners: FileOwners) throws(DefaultsError) {
    if isRegular {
      guard owners == .userAndRoot && !isTrusted(owner) || linkCount > 1 else { return }
      guard try isWritableByOthers(parentDirectory(of: path)) else { return }
    }
    let kind = isRegular && linkCount > 1 ? "a file with several names" : kind
    throw foreign(owner, .foreignHelper(path: path, owner: Int(truncatingIfNeeded: owner), kind))
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
