// Darwin's system calls that Linux has not, or has with another meaning, and what a test asks of them. The numbers are those
// of Darwin's headers.
import Foundation

/// What the calls of a thread were given, and what they answer.
struct FakeCalls {
  /// The calls in their order, as texts.
  var log: [String] = []
  /// The codes with which calls fail, by name.
  var failures: [String: Int32] = [:]

  @TaskLocal static var ofTest: Lockbox<FakeCalls>?

  /// Records a call; returns whether it fails, with its code in `errno`.
  static func fails(_ name: String, _ details: String = "") -> Bool {
    ofTest?.change { $0.log.append(name + details) }
    guard let code = ofTest?.value.failures[name] else { return false }
    errno = code
    return true
  }
}

let O_EVTONLY: Int32 = 0x8000
let F_FULLFSYNC: Int32 = 51
let F_GETPROTECTIONCLASS: Int32 = 63
let F_SETPROTECTIONCLASS: Int32 = 64
let RENAME_SWAP: Int32 = 2
let RENAME_EXCL: Int32 = 4
let SEEK_HOLE: Int32 = 3
let SEEK_DATA: Int32 = 4
let SI_USER: Int32 = 0x10001
let CLOCK_UPTIME_RAW: clockid_t = 1
let CLOCK_MONOTONIC_RAW_APPROX: clockid_t = 5

func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags, 0) }

/// `O_EVTONLY` does not keep a volume from being unmounted.
func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  if FakeCalls.fails("open", flags & O_EVTONLY != 0 ? " O_EVTONLY" : "") { return -1 }
  return Glibc.open(path, flags & ~O_EVTONLY, mode)
}

/// `fsync` does not wait for the drive's own cache; `F_FULLFSYNC` does, on the volumes that have it.
func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 {
  switch command {
  case F_FULLFSYNC: FakeCalls.fails("F_FULLFSYNC") ? -1 : 0
  case F_GETPROTECTIONCLASS: FakeCalls.fails("F_GETPROTECTIONCLASS", " \(descriptor)") ? -1 : 3
  default: Glibc.fcntl(descriptor, command)
  }
}

func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
  switch command {
  case F_GETPROTECTIONCLASS: fcntl(descriptor, command)
  case F_SETPROTECTIONCLASS: FakeCalls.fails("F_SETPROTECTIONCLASS", " \(descriptor) \(value)") ? -1 : 0
  default: Glibc.fcntl(descriptor, command, value)
  }
}

func fsync(_ descriptor: Int32) -> Int32 { FakeCalls.fails("fsync") ? -1 : 0 }

/// Of two files of one directory.
func renamex_np(_ path: UnsafePointer<CChar>, _ newPath: UnsafePointer<CChar>, _ flags: UInt32) -> Int32 {
  if FakeCalls.fails("renamex_np") { return -1 }
  switch Int32(flags) {
  case RENAME_SWAP:
    let other = String(cString: newPath) + ".other"
    return rename(newPath, other) == 0 && rename(path, newPath) == 0 ? rename(other, path) : -1
  case RENAME_EXCL:
    guard access(newPath, F_OK) == 0 else { return rename(path, newPath) }
    errno = EEXIST
  default: errno = EINVAL
  }
  return -1
}

func lseek(_ descriptor: Int32, _ offset: off_t, _ from: Int32) -> off_t {
  switch from {
  case SEEK_HOLE: Glibc.lseek(descriptor, offset, 4)
  case SEEK_DATA: Glibc.lseek(descriptor, offset, 3)
  default: Glibc.lseek(descriptor, offset, from)
  }
}

typealias copyfile_flags_t = UInt32
let COPYFILE_ACL: Int32 = 1 << 0
let COPYFILE_STAT: Int32 = 1 << 1
let COPYFILE_XATTR: Int32 = 1 << 2
let COPYFILE_DATA: Int32 = 1 << 3

func fcopyfile(_ from: Int32, _ to: Int32, _ state: OpaquePointer?, _ flags: copyfile_flags_t) -> Int32 {
  let names = [(COPYFILE_ACL, "ACL"), (COPYFILE_STAT, "STAT"), (COPYFILE_XATTR, "XATTR"), (COPYFILE_DATA, "DATA")]
  let parts = names.filter { Int32(flags) & $0.0 != 0 }.map { " " + $0.1 }.joined()
  return FakeCalls.fails("fcopyfile", " \(from) \(to)\(parts)") ? -1 : 0
}

/// Each clock says another time, while a test asks.
@discardableResult
func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
  guard FakeCalls.ofTest != nil else { return Glibc.clock_gettime(clock, time) }
  time.pointee = timespec(tv_sec: Int(clock) + 100, tv_nsec: 0)
  return 0
}

extension stat {
  var st_mtimespec: timespec { st_mtim }
  var st_ctimespec: timespec { st_ctim }
}

extension siginfo_t {
  var si_addr: UnsafeMutableRawPointer? {
    withUnsafeBytes(of: self) { $0.load(fromByteOffset: 16, as: UnsafeMutableRawPointer?.self) }
  }
}

extension sigaction {
  struct Handlers {
    var __sa_sigaction: SignalHandler?
  }

  var __sigaction_u: Handlers {
    get { Handlers(__sa_sigaction: __sigaction_handler.sa_sigaction) }
    set { __sigaction_handler.sa_sigaction = newValue.__sa_sigaction }
  }
}

@discardableResult
func pthread_cond_timedwait_relative_np(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ limit: UnsafePointer<timespec>
) -> Int32 {
  var end = timespec.now(CLOCK_REALTIME)
  let nanoseconds = end.tv_nsec + limit.pointee.tv_nsec
  end.tv_sec += limit.pointee.tv_sec + nanoseconds / 1_000_000_000
  end.tv_nsec = nanoseconds % 1_000_000_000
  return pthread_cond_timedwait(condition, mutex, &end)
}
