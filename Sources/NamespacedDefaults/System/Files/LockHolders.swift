import NamespacedDefaultsPlatform

/// Returns the ids of the processes that hold the lock of a file, as far as the system tells.
///
/// Only Linux does, and only of processes in the same container.
func lockHolders(of identity: FileIdentity) -> [Int] {
  #if os(Linux) || os(Android)
    guard let table = try? contents(ofSystemFile: "/proc/locks") else { return [] }
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

#if os(Linux) || os(Android)
  /// Returns the text of a file that the system makes up when it is read.
  private func contents(ofSystemFile path: String) throws(DefaultsError) -> String {
    let descriptor = try openedFile(path) { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = try systemCall("read", path) { read(descriptor, &buffer, buffer.count) }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }
#endif
