#if Postgres
  import Foundation

  /// The path of a file for a store, in a directory that goes with this object.
  final class TemporaryFile {
    private let directory: String

    init() throws {
      directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var path: String { directory + "/replica.defaults" }
  }
#endif
