import Foundation
import NamespacedDefaults
import Results

/// Opens a store that is there and reads one value, each time in a new process.
enum Opening {
  private static let places: [(Place, String, String)] = [10, 100_000].flatMap { keys in
    [
      (Place(.raw, keys), Result.raw, "reads everything"),
      (Place(.file, keys), "FileStore", "reads and checks everything"),
      (Place(.userDefaults, keys), "UserDefaultsStore", "reads everything"),
      (Place(.sqlite, keys), "SQLite through GRDB", "reads what is asked for"),
    ]
  }

  static func results(_ effort: Effort, directory: URL) throws -> [Result] {
    var samples = [[Double]](repeating: [], count: places.count)
    for _ in 0..<max(3, effort.rounds / 2) {
      for (index, (place, _, _)) in places.enumerated() {
        samples[index] += try Child.answers(["open", place.name], in: directory.appending(path: place.name))
      }
    }
    return zip(places, samples).map { place, samples in
      Result(work: Work.open.rawValue, subject: place.1, promise: place.2, keys: place.0.keys, samples: samples)
    }
  }

  /// What the new process does.
  static func run(_ place: Place) throws {
    let start = now()
    switch place.kind {
    case .raw: blackHole(UserDefaults.standard.bool(forKey: Name.bool))
    case .sqlite: blackHole(try SQLiteSubjects(directory: Place.directory).read(Bool.self, Name.bool))
    default:
      guard let store = try place.store() else { return }
      Defaults.store = store
      blackHole(Defaults.Account.bool(forKey: .isUserLoggedIn))
    }
    say("\(now() - start)")
  }
}
