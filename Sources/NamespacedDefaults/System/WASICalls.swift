#if os(WASI)
  import WASILibc

  // What the rest of the library calls, and what WASI does not have or Swift does not import from its C library.
  //
  // There is nobody who could open a ``FileStore`` on WASI. So its code only has to compile, and every call fails.

  // The codes are macros with a cast. The numbers are those of the first version of WASI.
  let EACCES: Int32 = 2
  let EAGAIN: Int32 = 6
  let EDQUOT: Int32 = 19
  let EEXIST: Int32 = 20
  let EFBIG: Int32 = 22
  let EINTR: Int32 = 27
  let EINVAL: Int32 = 28
  let EIO: Int32 = 29
  let ELOOP: Int32 = 32
  let EMFILE: Int32 = 33
  let ENFILE: Int32 = 41
  let ENOENT: Int32 = 44
  let ENOMEM: Int32 = 48
  let ENOSPC: Int32 = 51
  let ENOSYS: Int32 = 52
  let ENOTDIR: Int32 = 54
  let ENOTSUP: Int32 = 58
  let ENXIO: Int32 = 60
  let EPERM: Int32 = 63
  let EROFS: Int32 = 69
  let EWOULDBLOCK = EAGAIN

  let O_NONBLOCK: Int32 = 1 << 2
  let O_CREAT: Int32 = 1 << 12
  let O_DIRECTORY: Int32 = 2 << 12
  let O_EXCL: Int32 = 4 << 12

  let (PROT_READ, PROT_WRITE): (Int32, Int32) = (1, 2)
  let (MAP_SHARED, MAP_PRIVATE, MAP_FIXED, MAP_ANON): (Int32, Int32, Int32, Int32) = (1, 2, 16, 32)
  let F_DUPFD_CLOEXEC: Int32 = 1030

  private func failure() -> Int32 {
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
    UnsafeMutableRawPointer(bitPattern: Int(failure()))
  }

  // There is one user.
  func getuid() -> uid_t { 0 }
  func geteuid() -> uid_t { 0 }
  func getgid() -> gid_t { 0 }
  func getegid() -> gid_t { 0 }
#endif
