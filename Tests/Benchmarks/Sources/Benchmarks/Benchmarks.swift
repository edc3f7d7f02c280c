import CSupport
import Foundation
import Results

/// Measures the library beside what else there is, and writes one line of JSON for each result.
///
///     Benchmarks [--quick] [--only TEXT] [--costs]
///
/// The other arguments are this program's words to itself: it starts a process for each place where settings are.
@main
enum Benchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first.flatMap(Place.init)) {
    case ("worker", let place?): try Worker.run(place)
    case ("fill", let place?): try place.fill()
    case ("open", let place?): try Opening.run(place)
    case ("memory", let place?): try Costs.measureMemory(place)
    case ("store-one", _): try Costs.storeOne()
    case ("see", _): try Visibility.run(Int(arguments.last ?? "") ?? 0)
    case ("write-on", let place?): try WritingProcess.run(place)
    case ("watch", _): try Watcher.run()
    case ("write", _): try Visibility.write(Place.Kind(rawValue: arguments.last ?? "") ?? .file)
    default: try measure(Array(arguments))
    }
  }

  private static func measure(_ arguments: [String]) throws {
    let effort: Effort = arguments.contains("--quick") ? .quick : .full
    let filter = arguments.firstIndex(of: "--only").map { arguments[$0 + 1] }
    // Beside the build and not in a directory for temporary files, which may be memory: a loss of power is not survived there.
    let build = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
    let directory = build.appending(path: "benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var results: [Result] = []
    if arguments.contains("--costs") {
      results = try Costs.results(effort, directory: directory)
    } else {
      results.append(conditions(directory))
      var rounds = try Rounds(effort: effort, directory: directory, filter: filter)
      if filter == nil { results += try Opening.results(effort, directory: directory) }
      results += try rounds.run()
      if filter == nil { results += try Visibility.results(effort, directory: directory) }
    }
    for result in results { say(try result.line()) }
  }

  private static func conditions(_ directory: URL) -> Result {
    let information = ProcessInfo.processInfo
    let disk =
      is_memory_file_system(directory.path)
      ? "files in memory, so that a loss of power means nothing" : "files on a disk"
    return Result(
      work: Result.conditions,
      subject:
        "\(information.environment["COMPILER"] ?? "Swift, release build"), \(Platform.architecture), \(information.activeProcessorCount) cores, "
        + "\(information.operatingSystemVersionString), \(disk)",
      promise: ""
    )
  }
}
