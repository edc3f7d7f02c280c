#if os(WASI) || os(Windows)
  import NamespacedDefaultsPlatform

  // What the code of a ``FileStore`` uses and these systems do not have.
  //
  // Nobody can create a ``FileStore`` there. So its code only has to compile: every call fails, and the numbers do not
  // matter.

  let (PROT_READ, PROT_WRITE): (Int32, Int32) = (1, 2)
  let (MAP_SHARED, MAP_PRIVATE, MAP_FIXED, MAP_ANON): (Int32, Int32, Int32, Int32) = (1, 2, 16, 32)
  let (O_NONBLOCK, O_CREAT, O_DIRECTORY, O_EXCL): (Int32, Int32, Int32, Int32) = (4, 1 << 12, 2 << 12, 4 << 12)
  let F_DUPFD_CLOEXEC: Int32 = 1030

  private func failure<Result: SignedInteger>() -> Result {
    errno = ENOSYS
    return -1
  }

  func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { failure() }
  func fchown(_ descriptor: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 { failure() }

  func mmap(
    _ address: UnsafeMutableRawPointer?,
    _ size: Int,
    _ protection: Int32,
    _ flags: Int32,
    _ descriptor: Int32,
    _ offset: off_t
  ) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: failure() as Int)
  }

  // There is one user.
  func getuid() -> uid_t { 0 }
  func geteuid() -> uid_t { 0 }
  func getgid() -> gid_t { 0 }
  func getegid() -> gid_t { 0 }

  #if os(Windows)
    typealias mode_t = UInt32
    typealias off_t = Int64
    typealias uid_t = UInt32
    typealias gid_t = UInt32

    let EDQUOT: Int32 = -1
    let (O_RDONLY, O_RDWR, O_CLOEXEC, O_NOCTTY): (Int32, Int32, Int32, Int32) = (0, 2, 0, 0)
    let (LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN): (Int32, Int32, Int32, Int32) = (1, 2, 4, 8)
    let (S_IFMT, S_IFREG, S_IFDIR): (mode_t, mode_t, mode_t) = (0o170000, 0o100000, 0o040000)
    let (S_IFIFO, S_IFLNK, S_IFSOCK): (mode_t, mode_t, mode_t) = (0o010000, 0o120000, 0o140000)
    let (F_OK, PATH_MAX, STDERR_FILENO, _SC_PAGESIZE): (Int32, Int32, Int32, Int32) = (0, 4096, 2, 0)

    struct SystemStatus {
      var st_dev = 0
      var st_ino = 0
      var st_size = 0
      var st_mode: mode_t = 0
      var st_uid: uid_t = 0
      var st_gid: gid_t = 0
    }

    func stat(_ path: String, _ status: inout SystemStatus) -> Int32 { failure() }
    func lstat(_ path: String, _ status: inout SystemStatus) -> Int32 { failure() }
    func fstat(_ descriptor: Int32, _ status: inout SystemStatus) -> Int32 { failure() }

    func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 { failure() }
    @discardableResult func close(_ descriptor: Int32) -> Int32 { failure() }
    func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { failure() }
    func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ size: Int, _ offset: off_t) -> Int { failure() }
    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ size: Int, _ offset: off_t) -> Int { failure() }
    func lseek(_ descriptor: Int32, _ offset: off_t, _ origin: Int32) -> off_t { failure() }
    func ftruncate(_ descriptor: Int32, _ size: off_t) -> Int32 { failure() }
    func fsync(_ descriptor: Int32) -> Int32 { failure() }
    func fdatasync(_ descriptor: Int32) -> Int32 { failure() }
    func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { failure() }

    func access(_ path: String, _ mode: Int32) -> Int32 { failure() }
    func chmod(_ path: String, _ mode: mode_t) -> Int32 { failure() }
    func mkdir(_ path: String, _ mode: mode_t) -> Int32 { failure() }
    func unlink(_ path: String) -> Int32 { failure() }
    func readlink(_ path: String, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int { failure() }
    func realpath(_ path: String, _ resolved: UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>? { nil }
    func getenv(_ name: String) -> UnsafeMutablePointer<CChar>? { nil }
    func sysconf(_ name: Int32) -> Int { failure() }
  #endif
#endif
