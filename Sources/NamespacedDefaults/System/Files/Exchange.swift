import NamespacedDefaultsPlatform

/// Lets two files change places, at once for every reader.
///
/// - Returns: `false` if the system or the file system cannot do that; nothing was changed then.
package func exchangeFiles(_ path: String, _ otherPath: String) throws(DefaultsError) -> Bool {
  try renameFile(path, to: otherPath, .exchange)
}

/// Gives a file a name that no file has.
///
/// - Returns: `false` if the system or the file system cannot promise that; nothing was changed then.
/// - Throws: `EEXIST` if there is a file of that name.
package func renameFileWithoutReplacing(_ path: String, to newPath: String) throws(DefaultsError) -> Bool {
  try renameFile(path, to: newPath, .withoutReplacing)
}

private enum RenameKind { case exchange, withoutReplacing }

private func renameFile(_ path: String, to newPath: String, _ kind: RenameKind) throws(DefaultsError) -> Bool {
  guard let call = RenameKind.call else { return false }
  let change: FileSystemChange.Kind = kind == .exchange ? .exchange(otherPath: newPath) : .rename(newPath: newPath)
  do {
    try systemCall("rename", path, making: change) { call(path, newPath, kind) }
    return true
  } catch {
    guard error.systemCode == EINVAL || error.systemCode == ENOTSUP || error.systemCode == ENOSYS else { throw error }
    return false
  }
}

extension RenameKind {
  /// The system call; `nil` where there is none.
  fileprivate static var call: ((_ path: String, _ newPath: String, Self) -> Int32)? {
    #if canImport(Darwin)
      return { renamex_np($0, $1, UInt32($2 == .exchange ? RENAME_SWAP : RENAME_EXCL)) }
    #elseif os(Linux) || os(Android)
      return LinuxCalls.rename.map { rename in { rename(AT_FDCWD, $0, AT_FDCWD, $1, $2 == .exchange ? 2 : 1) } }
    #else
      return nil
    #endif
  }
}

extension OpenFile {
  /// Whether some process, this one included, has the file open for writing; `false` where the system does not report it.
  ///
  /// A program that writes a file in place may have opened it and not written yet.
  package var isOpenForWriting: Bool {
    #if os(Linux) || os(Android)
      // A read lease is refused while anyone has the file open for writing (fcntl(2)). It is given back at once; the signal
      // of one that is broken meanwhile would be SIGURG, which is ignored, and not SIGIO, which ends a process.
      let (setLease, setSignal): (Int32, Int32) = (1024, 10)
      _ = fcntl(descriptor, setSignal, SIGURG)
      if fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0 { return errno == EAGAIN }
      _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
    #endif
    return false
  }
}

#if os(Linux) || os(Android)
  extension LinuxCalls {
    fileprivate typealias Rename =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    // The type is that of section 2 of the manual.
    fileprivate static let rename = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Rename.self) }
  }
#endif
