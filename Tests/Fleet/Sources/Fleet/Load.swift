import Foundation

/// What processes have taken so far, as Linux counts it.
struct Load {
  /// The nanoseconds of processor time by process.
  private let times: [pid_t: Int]

  init(of ids: [pid_t]) {
    times = Dictionary(uniqueKeysWithValues: ids.map { ($0, Self.nanoseconds(of: $0)) })
  }

  /// The milliseconds since an earlier time.
  func milliseconds(since old: Load) -> Double {
    // A process that has ended since is missing, and one that began has no earlier time.
    Double(times.reduce(0) { $0 + $1.value - (old.times[$1.key] ?? 0) }) / 1e6
  }

  /// A process and those that it has started.
  static func family(of id: pid_t) -> [pid_t] {
    let children = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
    return [id] + children.split(separator: " ").compactMap { pid_t($0) }
  }

  /// The milliseconds of processor time that the machine has spent on anything, of all processors together.
  static var ofMachine: Double {
    let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n").first ?? ""
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    // Without those of idling and of waiting for the disk.
    return (ticks.reduce(0, +) - ticks.dropFirst(3).prefix(2).reduce(0, +)) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The memory in MB that is a process's alone.
  static func ownMemory(of id: pid_t) -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
      .reduce(0) { $0 + (Double($1.split(separator: " ")[1]) ?? 0) / 1024 }
  }

  private static func nanoseconds(of id: pid_t) -> Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/schedstat", encoding: .utf8)
      return sum + (text?.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }
}
