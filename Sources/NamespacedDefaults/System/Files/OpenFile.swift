import NamespacedDefaultsPlatform

/// An open file that can be read, written, locked and synchronized; it is closed when it is released.
package final class OpenFile: Sendable {
  package enum Lock { case shared, exclusive }
  /// The purpose for which a file is opened.
  package enum Purpose {
    /// Reading, and writing if that is permitted.
    case reading
    /// Reading alone, which no program takes for the beginning of a write.
    case readingOnly
    /// Writing; the file exists.
    case writing
    /// Writing; the file does not exist, and is created for its owner alone.
    case creating
  }

  package let path: String
  let descriptor: Int32
  let isWritable: Bool
  let identity: FileIdentity
  /// The user who owned the file when it was opened.
  let owner: uid_t
  /// The size that the file had then.
  package let openedSize: Int
  private let process = ForkCounter.Mark()
  /// The position of the descriptor, which nothing reads from, and which a forked child has in common with its parent.
  private let mark: off_t
  /// The error of the first synchronization that has failed, which later ones throw too.
  ///
  /// The system reports an error once, and lets the next call succeed. Threads that synchronize wait for each other here, so
  /// that none of them takes the error away from another one.
  // `nonisolated(unsafe)`: it is used only with the lock.
  private nonisolated(unsafe) var failure: DefaultsError?
  private let failureLock = NamespacedDefaults.Lock()

  /// Creates an open file for a purpose.
  ///
  /// - Throws: The error of the system, which a link in place of the file is too (``DefaultsError/meansLink``). The links that
  ///   are followed are in no path of `canonicalPath`.
  package init(path: String, for purpose: Purpose) throws(DefaultsError) {
    // Without O_NONBLOCK, the call would wait for ever at a pipe in place of the file.
    let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | (purpose == .creating ? O_CREAT | O_EXCL : 0)
    var writable = purpose != .readingOnly
    let access = writable ? O_RDWR : O_RDONLY
    let descriptor: Int32
    do {
      descriptor = try DataProtection.opened(path, access | flags)
    } catch {
      guard purpose == .reading, error.meansReadOnly else { throw error }
      writable = false
      descriptor = try DataProtection.opened(path, O_RDONLY | flags)
    }
    do throws(DefaultsError) {
      let status = try FileStatus(descriptor: descriptor, path: path)
      guard status.isRegular else { throw status.irregularFile(path: path) }
      identity = status.identity
      owner = status.owner
      openedSize = status.size
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    isWritable = writable
    mark = lseek(descriptor, .random(in: 1..<1 << 30), SEEK_SET)
    if purpose == .creating { try FileSystemChange.announce(path, .creation(identity)) }
  }

  /// Whether the file belonged to the user that the process runs as when it was opened.
  package var isOwn: Bool { owner == geteuid() }

  /// Whether the file is still the one at its path.
  package var isAtPath: Bool {
    get throws(DefaultsError) { try FileStatus(path: path)?.identity == identity }
  }

  /// Whether the file was opened by the parent of this process, which was forked since, and has its lock.
  package var isInherited: Bool { process.isInherited }

  /// Whether the file, which must not be empty, may be written through a mapping.
  var isOverwrittenInPlace: Bool { isWritable && LinuxCalls.isOverwrittenInPlace(descriptor) }

  /// The name of the network file system that the file is on; `nil` for any other one, and where the system does not name it.
  var network: String? { LinuxCalls.network(of: descriptor) }

  /// Whether a mapping goes on to show what others write.
  ///
  /// It may not where another machine writes. And on overlayfs it goes on to show the file of the lower layer when a process
  /// writes the file for the first time; who may write the file has made the system copy it by opening it.
  var showsAllWritesInMappings: Bool {
    if !isWritable, LinuxCalls.isOnOverlay(descriptor) { return false }
    return network == nil
  }

  deinit {
    // close(2) alone does not release the lock while a child that was forked meanwhile has the descriptor too.
    // The child must not release it, because the lock is its parent's. And it may lack the descriptor: the system copies these
    // before the memory, into which another thread may then put what it has opened. The number is another file's then.
    if !isInherited { unlock() } else if lseek(descriptor, 0, SEEK_CUR) != mark { return }
    close(descriptor)
  }

  /// Locks the file, unless another opening of it, in any process, holds a lock that excludes this one.
  ///
  /// The system releases the lock of a process that is killed, unless a forked child still has the descriptor.
  ///
  /// - Returns: Whether the file is locked now.
  /// - Throws: An error if the file cannot be locked, whoever holds its lock.
  package func tryLock(_ lock: Lock = .exclusive) throws(DefaultsError) -> Bool {
    try announceCall("flock", path)
    while flock(descriptor, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw .system(operation: "flock", path: path, code: code) }
    }
    return true
  }

  package func unlock() {
    // This cannot fail for a descriptor that could be locked.
    _ = flock(descriptor, LOCK_UN)
  }

  func status() throws(DefaultsError) -> FileStatus {
    try FileStatus(descriptor: descriptor, path: path)
  }

  /// Fills a buffer with the file's bytes from an offset on, up to the end of the file.
  ///
  /// - Returns: The number of bytes that were read.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DefaultsError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = try systemCall("pread", path) {
        pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  #if canImport(Darwin)
    private static let (seekData, seekHole) = (SEEK_DATA, SEEK_HOLE)
  #else
    // Swift does not import the names, which are GNU's. The numbers are those of Linux and of FreeBSD.
    private static let (seekData, seekHole): (Int32, Int32) = (3, 4)
  #endif

  /// Returns the next range from an offset on that is not a hole; `nil` if there is none.
  ///
  /// A file system that does not record holes has none.
  func nextData(from offset: Int, size: Int) throws(DefaultsError) -> Range<Int>? {
    guard offset < size else { return nil }
    defer { lseek(descriptor, mark, SEEK_SET) }
    let start = lseek(descriptor, off_t(offset), Self.seekData)
    if start < 0 { return errno == ENXIO ? nil : offset..<size }
    let end = lseek(descriptor, start, Self.seekHole)
    return Int(clamping: start)..<(end < 0 ? size : min(Int(clamping: end), size))
  }

  /// Returns the file's bytes, up to a limit.
  package func readAll(upTo limit: Int) throws(DefaultsError) -> [UInt8] {
    var failure: DefaultsError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(DefaultsError) {
        count = try read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Returns the file's bytes, up to one more than a limit.
  ///
  /// The size of a file reads 0 in /proc and on some file systems of FUSE, whatever is in it.
  package func readAll(size: Int, limit: Int) throws(DefaultsError) -> [UInt8] {
    let bytes = try readAll(upTo: min(size, limit) + 1)
    // Copied, so that the array is no larger than its bytes.
    return size > 0 || bytes.isEmpty ? bytes : Array(try readAll(upTo: limit + 1)[...])
  }

  /// Writes all bytes at an offset; if it throws, some of them may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DefaultsError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try systemCall("pwrite", path, making: .write(identity, Array(rest), offset: offset + done)) {
        pwrite(descriptor, rest.baseAddress!, rest.count, off_t(offset + done))
      }
    }
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws {
    try bytes.withUnsafeBytes { try write($0, at: offset) }
  }

  package func truncate(to size: Int) throws(DefaultsError) {
    try systemCall("ftruncate", path, making: .truncation(identity, size: size)) { ftruncate(descriptor, off_t(size)) }
  }

  /// Waits until the file's content would survive a loss of power.
  ///
  /// - Throws: The error of the system, also if an earlier call had it: what the system could not write then may be lost.
  package func synchronize() throws(DefaultsError) {
    assertReadsGoOn()
    failureLock.lock()
    defer { failureLock.unlock() }
    if let failure { throw failure }
    do throws(DefaultsError) {
      try FileSystemChange.announce(path, .synchronization(identity))
      try NamespacedDefaults.synchronize(descriptor, path, includingTimes: false)
    } catch {
      failure = error
      throw error
    }
  }

  /// Sets the file's owner and group.
  func setOwner(_ owner: uid_t, group: gid_t) throws(DefaultsError) {
    try systemCall("fchown", path) { fchown(descriptor, owner, group) }
  }

  package func setPermissions(_ permissions: FilePermissions) throws(DefaultsError) {
    try setPermissions(permissions.ofFile)
  }

  /// Sets the file's permissions.
  func setPermissions(_ permissions: mode_t) throws(DefaultsError) {
    try ifSupported { () throws(DefaultsError) in try systemCall("fchmod", path) { fchmod(descriptor, permissions) } }
  }
}

/// Waits until a file or a directory would survive a loss of power.
///
/// - Parameters:
///   - descriptor: The descriptor of the file or directory.
///   - path: Its path.
///   - includesTimes: Whether to wait also for what is not needed to read the file again.
/// - Throws: ``DefaultsError/Code/failedSystemCall``.
func synchronize(_ descriptor: Int32, _ path: String, includingTimes includesTimes: Bool) throws(DefaultsError) {
  assertReadsGoOn()
  #if canImport(Darwin)
    // On Darwin, fsync(2) does not wait for the drive's own cache. Some network and external volumes have nothing better.
    try systemCall("fcntl", path, { fcntl(descriptor, F_FULLFSYNC) }, ifUnsupported: "fsync", { fsync(descriptor) })
  #else
    if includesTimes {
      try systemCall("fsync", path) { fsync(descriptor) }
    } else {
      try systemCall("fdatasync", path) { fdatasync(descriptor) }
    }
  #endif
}
