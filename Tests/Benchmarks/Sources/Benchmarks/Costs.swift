#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import CSupport
import Foundation
import NamespacedDefaults
import Results

/// What a program pays beside reading and writing: its start, and memory.
enum Costs {
  static func results(_ effort: Effort, directory: URL) throws -> [Result] {
    try startUp(effort, directory: directory.appending(path: "start-up")) + memory(directory: directory)
  }
}

// Start-up.
extension Costs {
  private static let programs = [
    ("StartUpUserDefaults", Result.raw, "a program that reads one stored Bool"),
    ("StartUpEmpty", "an empty program", "nothing but the Swift runtime"),
    ("StartUpSetting", "`Account.bool(forKey: .x)`, the default store", "a program that reads one stored Bool"),
  ]

  private static func startUp(_ effort: Effort, directory: URL) throws -> [Result] {
    guard let bin = Bundle.main.executableURL?.deletingLastPathComponent() else { return [] }
    _ = try Child.answers(["store-one"], in: directory)
    // The programs inherit it.
    setenv("XDG_CONFIG_HOME", directory.path, 1)
    setenv("HOME", directory.path, 1)
    var samples = [[Double]](repeating: [], count: programs.count)
    for _ in 0..<effort.rounds * 4 {
      for (index, program) in programs.enumerated() {
        samples[index].append(try lifetime(bin.appending(path: program.0).path))
      }
    }
    return zip(programs, samples).map { program, samples in
      Result(work: "Start a program, and wait for its end", subject: program.1, promise: program.2, samples: samples)
    }
  }

  /// Stores the setting that each program reads.
  static func storeOne() throws {
    #if canImport(Darwin)
      let store = try UserDefaultsStore(suiteName: "StartUpSetting")
    #else
      let store = try FileStore(name: "StartUpSetting")
    #endif
    try store.set(true, forKey: Name.bool)
    let defaults = UserDefaults(suiteName: "StartUpUserDefaults")
    defaults?.set(true, forKey: Name.bool)
    _ = defaults?.synchronize()
  }

  private static func lifetime(_ path: String) throws -> Double {
    var process = pid_t()
    var status: Int32 = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    let start = now()
    let error = posix_spawn(&process, path, nil, nil, &arguments, environ)
    guard error == 0 else { throw CocoaError(.executableLoad) }
    waitpid(process, &status, 0)
    return Double(now() - start)
  }
}

// Memory.
extension Costs {
  private static let stores: [(Place.Kind, String, String)] = [
    (.raw, Result.raw, "as Foundation keeps it"),
    (.plain, "`[String: any Sendable]`", "names and values"),
    (.memory, "InMemoryStore", "names and values"),
    (.file, "FileStore", "names and values, what is dead in the file"),
    (.userDefaults, "UserDefaultsStore", "as Foundation keeps it"),
    (.sqlite, "SQLite through GRDB", "a cache of pages"),
  ]

  private static func memory(directory: URL) throws -> [Result] {
    try stores.map { kind, subject, promise in
      let place = Place(kind, 100_000)
      let directory = directory.appending(path: "memory-\(kind.rawValue)")
      _ = try Child.answers(["fill", place.name], in: directory)
      return Result(
        work: "Keep 100,000 values, one of them read",
        subject: subject,
        promise: promise,
        keys: place.keys,
        unit: "bytes",
        samples: try (0..<3).flatMap { _ in try Child.answers(["memory", place.name], in: directory) }
      )
    }
  }

  /// Writes how many bytes of memory each value takes, its name included, in a process that has opened what is there.
  static func measureMemory(_ place: Place) throws {
    guard let before = Platform.ownMemory else { return }
    var kept: [Any] = []
    switch place.kind {
    case .plain, .memory:
      let values = Sample.values(keys: place.keys)
      kept = place.kind == .plain ? [values.mapValues(plain)] : [InMemoryStore(values)]
    case .raw: kept = [UserDefaults.standard.bool(forKey: Name.bool)]
    case .sqlite:
      let database = try SQLiteSubjects(directory: Place.directory)
      kept = [database, database.read(Bool.self, Name.bool) as Any]
    default:
      guard let store = try place.store() else { return }
      kept = [store, try store.value(forKey: Name.bool) as Any]
    }
    // What was only needed on the way does not count.
    give_memory_back()
    guard let after = Platform.ownMemory else { return }
    say("\(Double(after - before) / Double(place.keys))")
    blackHole(kept)
  }

  private static func plain(_ value: PropertyListValue) -> any Sendable {
    switch value {
    case .bool(let value): value
    case .integer(let value): value
    case .string(let value): value
    default: value
    }
  }
}
