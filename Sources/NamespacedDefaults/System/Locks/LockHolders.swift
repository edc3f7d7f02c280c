import NamespacedDefaultsFoundation

/// Returns the ids of the processes that hold the lock of a file, as far as the system reports them.
///
/// Only Linux does, and only of processes in the same container.
func lockHolders(of identity: FileIdentity) -> [Int] {
  #if os(Linux) || os(Android)
    guard let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return [] }
    // 3: FLOCK  ADVISORY  WRITE 4711 08:01:131203 0 EOF
    let holders = table.split(separator: "\n").compactMap { line -> Int? in
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK" else { return nil }
      let file = fields[5].split(separator: ":")
      guard file.count == 3, let major = UInt64(file[0], radix: 16), let minor = UInt64(file[1], radix: 16),
        identity == FileIdentity(device: major << 32 | minor, inode: UInt64(file[2]) ?? 0)
      else { return nil }
      return Int(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    }
    // A process with several shared locks has a line for each, and a line appears twice when other locks come and go
    // between two reads of the table.
    return Set(holders).sorted()
  #else
    return []
  #endif
}
