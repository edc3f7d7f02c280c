/// Returns the name of the program's file, whatever link it was started by; if that is unknown, the name by which it was
/// started.
func programName() -> String {
  #if os(Linux) || os(Android)
    if let path = linkTarget(of: "/proc/self/exe"), let name = path.split(separator: "/").last {
      // The system adds this to the name of a program that was replaced or deleted while it runs.
      let mark = " (deleted)"
      return String(name.hasSuffix(mark) ? name.dropLast(mark.count) : name)
    }
  #endif
  return CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
}
