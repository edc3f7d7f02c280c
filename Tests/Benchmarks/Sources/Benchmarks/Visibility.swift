import Foundation
import NamespacedDefaults
import Results
import Synchronization

/// How long after another process's write this one knows: the value written is the time of the writing.
enum Visibility {
  private static let count = 100

  private struct Reader {
    let subject: String
    let promise: String
    /// The times between the writing and the seeing of each write.
    let times: (URL) throws -> [Double]
  }

  private static var readers: [Reader] {
    [
      Reader(subject: "FileStore, an observer's call", promise: "every change, in order", times: observed),
      Reader(subject: "FileStore, the next read", promise: "a reader that asks all the time") { directory in
        let store = try FileStore(path: directory.appending(path: "settings.defaults").path)
        return try polled(.file, directory) {
          guard case .integer(let value)? = try store.value(forKey: Name.integer) else { return 0 }
          return Int(value)
        }
      },
      Reader(subject: Result.raw, promise: "a reader that asks all the time, with synchronize(), for a second") {
        directory in
        try polled(.raw, directory) {
          UserDefaults.standard.synchronize()
          return UserDefaults.standard.integer(forKey: Name.integer)
        }
      },
      Reader(subject: "SQLite through GRDB, the next read", promise: "a reader that asks all the time") { directory in
        let database = try SQLiteSubjects(directory: directory)
        try database.fill()
        return try polled(.sqlite, directory) { database.read(Int.self, Name.integer) ?? 0 }
      },
    ]
  }

  static func results(_ effort: Effort, directory: URL) throws -> [Result] {
    var samples = [[Double]](repeating: [], count: readers.count)
    for _ in 0..<max(1, effort.rounds / 10) {
      for (index, reader) in readers.enumerated() {
        // A new place each time, in which nothing has been read yet.
        let place = directory.appending(path: "visibility-\(UUID().uuidString)")
        samples[index] += try Child.answers(["see", "\(index)"], in: place)
        note("\(reader.subject): \(samples[index].count) writes seen")
      }
    }
    return zip(readers, samples).map { reader, samples in
      Result(work: Work.visibility.rawValue, subject: reader.subject, promise: reader.promise, samples: samples)
    }
  }

  /// What the process does that waits for the other's writes.
  static func run(_ index: Int) throws {
    for sample in try readers[index].times(Place.directory) { say("\(sample)") }
  }

  /// What the process does that writes.
  static func write(_ kind: Place.Kind) throws {
    let store = try Place(kind).store()
    let database = kind == .sqlite ? try SQLiteSubjects(directory: Place.directory) : nil
    for _ in 0..<count {
      usleep(2_000)
      switch kind {
      case .sqlite: database?.write(now(), Name.integer)
      case .raw:
        UserDefaults.standard.set(now(), forKey: Name.integer)
        _ = UserDefaults.standard.synchronize()
      default: try store?.set(.integer(Int64(now())), forKey: Name.integer)
      }
    }
  }

  private static func observed(_ directory: URL) throws -> [Double] {
    let store = try FileStore(path: directory.appending(path: "settings.defaults").path)
    try store.set(0, forKey: Name.integer)
    let times = Mutex<[Double]>([])
    let observation = store.observe(Name.integer) { change in
      let seen = now()
      if case .integer(let written)? = change.newValue { times.withLock { $0.append(Double(seen - Int(written))) } }
    }
    try Child(["write", Place.Kind.file.rawValue], in: directory).end()
    usleep(20_000)
    observation.cancel()
    return times.withLock { $0 }
  }

  private static func polled(_ kind: Place.Kind, _ directory: URL, _ read: () throws -> Int) throws -> [Double] {
    var last = try read()
    var times: [Double] = []
    let writer = try Child(["write", kind.rawValue], in: directory)
    var deadline = now() + 1_000_000_000
    while times.count < count, now() < deadline {
      let value = try read()
      let seen = now()
      if value == last { continue }
      times.append(Double(seen - value))
      last = value
      deadline = seen + 1_000_000_000
    }
    writer.end()
    return times
  }
}
