/// Returns the name of the program's file, whatever link it was started by; if that is unknown, the name by which it was
/// started.
func programName() -> String {
  #if os(Linux) || os(Android)
    if let path = linkTarget(of: "/proc/self/exe") {
      let name = lastComponent(of: path)
      // The system adds this to the name of a program that was replaced or deleted while it runs.
      let mark = " (deleted)"
      return String(name.hasSuffix(mark) ? name.dropLast(mark.count) : name)
    }
  #endif
  return CommandLine.arguments.first.map { String(lastComponent(of: $0)) } ?? ""
}

/// Returns the part of a path after its last slash.
private func lastComponent(of path: String) -> Substring {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
}
