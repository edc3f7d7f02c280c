import Foundation

/// What a table of figures has to say about where they were measured.
enum Platform {
  static var isDarwin: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }

  /// Bytes of memory that the process has written to and not given back; `nil` where that cannot be told.
  static var ownMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
