import Cost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that does without the library: it reads 100 lines of names and values into a dictionary, and looks one up.
@main
enum Lines {
  static func main() {
    let cost = Cost()
    var settings: [String: String] = [:]
    for line in contents(of: CommandLine.arguments[1]).split(separator: UInt8(ascii: "\n")) {
      guard let end = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      settings[String(decoding: line[..<end], as: UTF8.self)] = String(decoding: line[(end + 1)...], as: UTF8.self)
    }
    precondition(settings["Account.isUserLoggedIn"] == "true")
    cost.print()
  }

  private static func contents(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 16) { $1 = max(read(file, $0.baseAddress, $0.count), 0) }
  }
}
