/// The identity of a file, which no other file has as long as this one is open in some process.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
