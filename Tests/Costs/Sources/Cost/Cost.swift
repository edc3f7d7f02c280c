#if UserDefaults || !canImport(FoundationEssentials)
  import Foundation
#else
  import FoundationEssentials
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a program has cost by now.
public struct Cost {
  private let start: ContinuousClock.Instant

  /// Begins to measure: the first thing in `main`.
  public init() { start = .now }

  /// Prints the microseconds since the beginning, the threads, the shared libraries and the memory of the process, in KiB.
  public func print() {
    let time = start.duration(to: .now)
    Swift.print(time / .microseconds(1), count(in: "/proc/self/task"), sharedLibraryCount, residentSize)
  }

  private func count(in directory: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: directory).count) ?? 0
  }

  private func lines(of path: String) -> [Substring] {
    // The files of /proc have no size, so they are read piece by piece.
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var text: [UInt8] = []
    while case let byte = getc(file), byte != EOF { text.append(UInt8(byte)) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  private var sharedLibraryCount: Int {
    Set(lines(of: "/proc/self/maps").filter { $0.contains(".so") }.compactMap { $0.split(separator: " ").last }).count
  }

  private var residentSize: Int {
    lines(of: "/proc/self/status").first { $0.hasPrefix("VmRSS:") }?.split { !$0.isNumber }.first.flatMap { Int($0) }
      ?? 0
  }
}
