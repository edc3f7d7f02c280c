// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of Darwin, with the types that it has there: `mode_t` has 16 bits, `dev_t` a sign, and so on. In a
// module of its own, for in one Swift has no room for a type and a function of one name.

public typealias mode_t = UInt16
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias off_t = Int64
public typealias dev_t = Int32
public typealias ino_t = UInt64

public typealias rlim_t = UInt64

public struct rlimit {
  public var rlim_cur: rlim_t = 0
  public init() {}
}

public struct stat {
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_ino: ino_t = 0
  public var st_uid: uid_t = 0
  public var st_gid: gid_t = 0
  public var st_size: off_t = 0
  public init() {}
}
