import Foundation
import Testing

/// A file that 0.1.0 has written, of `Tests/Golden`.
enum GoldenFile: String {
  case firstFileStore = "FileStore-first.defaults"
  case fileStore = "FileStore.defaults"
  case jsonStore = "JSONStore.json"
  case jsonExport = "Export.json"
  case listExport = "Export.plist"
  case userDefaults = "UserDefaults.plist"

  private static let isRecording = ProcessInfo.processInfo.environment["NAMESPACED_DEFAULTS_GOLDEN"] != nil

  private var url: URL {
    URL(filePath: #filePath).appending(path: "../../../Golden/0.1.0/\(rawValue)").standardized
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// Writes a copy, which a test may change.
  func copy(to path: String) throws {
    try Data(bytes()).write(to: URL(filePath: path))
  }

  /// Writes the file of the release, where the environment variable `NAMESPACED_DEFAULTS_GOLDEN` is set.
  func record(_ bytes: some Collection<UInt8>) throws {
    if Self.isRecording { try Data(bytes).write(to: url) }
  }

  /// Expects a file that is written now to be the one of the release, apart from some bytes.
  func expect(
    _ bytes: some Collection<UInt8>,
    apartFrom varying: [Range<Int>] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try record(bytes)
    let isMasked = { (offset: Int) in varying.contains { $0.contains(offset) } }
    let masked = { (bytes: [UInt8]) in bytes.enumerated().map { isMasked($0.offset) ? 0 : $0.element } }
    let (written, golden) = (masked(Array(bytes)), masked(try self.bytes()))
    let difference = zip(written, golden).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(difference == nil, "\(rawValue) differs at this offset", sourceLocation: location)
    #expect(written.count == golden.count, "\(rawValue)", sourceLocation: location)
  }
}
