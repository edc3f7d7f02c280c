import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets
import TestSupport
import Testing

/// A directory of a test's own, removed when released.
final class SecretsDirectory: Sendable {
  let path: String

  init() throws {
    var bytes = Array(
      FileManager.default.temporaryDirectory.appendingPathComponent("NamespacedDefaultsSecrets.XXXXXX").path.utf8CString
    )
    path = try #require(bytes.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/secrets.defaults" }
}

/// A process that uses a sealed file; its commands are beside `SecretsProcess`.
final class SecretsProcess {
  private let process = Process()
  private let output = Pipe()

  private static var executable: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
      return bundle.deletingLastPathComponent().appendingPathComponent("SecretsProcess")
    #else
      return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("SecretsProcess")
    #endif
  }

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
  }

  /// Waits until so many bytes were printed, and kills the process.
  func kill(afterBytes count: Int) throws {
    var rest = count
    while rest > 0, let data = try output.fileHandleForReading.read(upToCount: rest), !data.isEmpty {
      rest -= data.count
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try #require(rest == 0)
  }

  /// Waits for the end, and returns what was printed; "failed" if it has failed.
  func finish() -> String {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : "failed"
  }
}

/// Collects the problems that a body reports.
func problems(_ body: () throws -> Void) rethrows -> [DefaultsProblem] {
  let all = Collector<DefaultsProblem>()
  try Defaults.withProblemHandler({ all.append($0) }, operation: body)
  return all.all
}

/// Expects that a body throws a library's error, and returns its code.
func code(of body: () throws -> Void) -> DefaultsError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DefaultsError)?.code
  }
}

extension InMemoryStore {
  /// The data that are stored under a name.
  func data(_ name: String) throws -> Data {
    guard case .data(let data)? = value(forKey: name) else { throw DefaultsError(.typeMismatch, "no data") }
    return data
  }
}
