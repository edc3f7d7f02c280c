// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of Darwin; the values of constants are of no account.

@_exported public import DarwinTypes

public struct pthread_mutex_t {
  public init() {}
}

public struct pthread_mutexattr_t {
  public init() {}
}

// Disfavoured, for on Linux Foundation brings another one along.
@_disfavoredOverload public var errno: Int32 {
  get { unimplemented() }
  set { unimplemented() }
}
public var EACCES: Int32 { 0 }
public var EEXIST: Int32 { 0 }
public var EFBIG: Int32 { 0 }
public var EINTR: Int32 { 0 }
@_disfavoredOverload public var EIO: Int32 { 0 }
public var ELOOP: Int32 { 0 }
public var ENOENT: Int32 { 0 }
public var ENOMEM: Int32 { 0 }
public var ENOTDIR: Int32 { 0 }
public var EPERM: Int32 { 0 }
public var EROFS: Int32 { 0 }

public var F_DUPFD_CLOEXEC: Int32 { 0 }
public var F_FULLFSYNC: Int32 { 0 }
public var LOCK_SH: Int32 { 0 }
public var LOCK_EX: Int32 { 0 }
public var LOCK_NB: Int32 { 0 }
public var LOCK_UN: Int32 { 0 }
public var MAP_ANON: Int32 { 0 }
public var MAP_FIXED: Int32 { 0 }
public var MAP_PRIVATE: Int32 { 0 }
public var MAP_SHARED: Int32 { 0 }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public var MAP_FAILED: UnsafeMutableRawPointer! { nil }
public var O_CLOEXEC: Int32 { 0 }
public var O_CREAT: Int32 { 0 }
public var O_DIRECTORY: Int32 { 0 }
public var O_EXCL: Int32 { 0 }
public var O_NOCTTY: Int32 { 0 }
public var O_NONBLOCK: Int32 { 0 }
public var O_RDONLY: Int32 { 0 }
public var O_RDWR: Int32 { 0 }
public var PATH_MAX: Int32 { 0 }
public var PROT_READ: Int32 { 0 }
public var PROT_WRITE: Int32 { 0 }
public var RLIMIT_FSIZE: Int32 { 0 }
public var PTHREAD_MUTEX_RECURSIVE: Int32 { 0 }
public var STDERR_FILENO: Int32 { 2 }
public var S_IFMT: mode_t { 0 }
public var S_IFREG: mode_t { 0 }
public var _SC_PAGESIZE: Int32 { 0 }

@discardableResult public func close(_: Int32) -> Int32 { unimplemented() }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { unimplemented() }
@discardableResult public func fchown(_: Int32, _: uid_t, _: gid_t) -> Int32 { unimplemented() }
@discardableResult public func fcntl(_: Int32, _: Int32) -> Int32 { unimplemented() }
@discardableResult public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { unimplemented() }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { unimplemented() }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>) -> Int32 { unimplemented() }
@discardableResult public func fsync(_: Int32) -> Int32 { unimplemented() }
@discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { unimplemented() }
@discardableResult public func getrlimit(_: Int32, _: UnsafeMutablePointer<rlimit>) -> Int32 { unimplemented() }
@discardableResult public func mkdir(_: UnsafePointer<CChar>, _: mode_t) -> Int32 { unimplemented() }
@discardableResult public func munmap(_: UnsafeMutableRawPointer?, _: Int) -> Int32 { unimplemented() }
@discardableResult public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { unimplemented() }
@discardableResult public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { unimplemented() }
@discardableResult public func pread(_: Int32, _: UnsafeMutableRawPointer?, _: Int, _: off_t) -> Int { unimplemented() }
@discardableResult public func pwrite(_: Int32, _: UnsafeRawPointer?, _: Int, _: off_t) -> Int { unimplemented() }
@discardableResult public func readlink(_: UnsafePointer<CChar>, _: UnsafeMutablePointer<CChar>, _: Int) -> Int {
  unimplemented()
}
@discardableResult public func rename(_: UnsafePointer<CChar>, _: UnsafePointer<CChar>) -> Int32 { unimplemented() }
@discardableResult public func stat(_: UnsafePointer<CChar>, _: UnsafeMutablePointer<stat>) -> Int32 { unimplemented() }
@discardableResult public func sysconf(_: Int32) -> Int { unimplemented() }
@discardableResult public func unlink(_: UnsafePointer<CChar>) -> Int32 { unimplemented() }
public func free(_: UnsafeMutableRawPointer?) { unimplemented() }
public func getenv(_: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { unimplemented() }
public func realpath(_: UnsafePointer<CChar>, _: UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
  unimplemented()
}
public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>? { unimplemented() }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public func mmap(
  _: UnsafeMutableRawPointer?,
  _: Int,
  _: Int32,
  _: Int32,
  _: Int32,
  _: off_t
) -> UnsafeMutableRawPointer! { unimplemented() }

@discardableResult public func pthread_atfork(
  _: (@convention(c) () -> Void)?,
  _: (@convention(c) () -> Void)?,
  _: (@convention(c) () -> Void)?
) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutex_init(
  _: UnsafeMutablePointer<pthread_mutex_t>,
  _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { unimplemented() }
@discardableResult public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutexattr_destroy(_: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutexattr_init(_: UnsafeMutablePointer<pthread_mutexattr_t>) -> Int32 {
  unimplemented()
}
@discardableResult public func pthread_mutexattr_settype(_: UnsafeMutablePointer<pthread_mutexattr_t>, _: Int32)
  -> Int32
{ unimplemented() }

private func unimplemented() -> Never { fatalError("a stand-in is never run") }
