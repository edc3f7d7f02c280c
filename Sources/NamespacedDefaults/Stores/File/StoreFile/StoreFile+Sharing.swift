// The files in use, one for each path as it was given.
//
// Two paths that lead to one file have two, because a link on the way of one may lead elsewhere later.
extension StoreFile {
  private static let ofPaths = WeakTable()  // of `StoreFile`

  /// Returns the file of a path, after it was read.
  static func shared(atPath path: String, owners: FileOwners) throws -> StoreFile {
    let path = try NamespacedDefaults.givenPath(path, owners: owners)
    let file = try ofPaths.value(for: path, life: \.context.problems) { () throws(DefaultsError) in
      try StoreFile(path: path)
    }
    // Outside the table's lock, because another process may hold the file's lock for a while.
    try file.context.withLock {
      if owners == .anyone { file.owners = .anyone }
      try file.follow()
      try file.refresh()
    }
    return file
  }

  /// The other path under which the current thread has locked the file with an identity for writing.
  ///
  /// One file has two of them if it has two names: links, or mounts of one directory at two places.
  func otherPathLockedByCurrentThread(_ identity: FileIdentity) -> String? {
    Self.ofPaths.first { (file: StoreFile) in
      let isOther = file.givenPath != givenPath && file.context.writeLock.isMine
      return isOther && file.context.withLock { file.lockedLog?.file.identity == identity } ? file.givenPath : nil
    }
  }
}
