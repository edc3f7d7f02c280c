import Foundation

/// A directory of a test's own, removed with everything in it when released.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/AppleFakes.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file with a text in it.
  func file(_ name: String, _ text: String = "") throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }
}

/// Runs a body and returns its calls of the system.
func calls(failing failures: [String: Int32] = [:], _ body: () throws -> Void) rethrows -> [String] {
  let calls = Lockbox(FakeCalls(failures: failures))
  try FakeCalls.$ofTest.withValue(calls, operation: body)
  return calls.value.log
}
