import Foundation
import NamespacedDefaults

/// A file named by an argument, where `-` is the input or the output.
enum Document {
  static func read(_ name: String) throws -> Data {
    try reporting("read", name) {
      name == "-" ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: name))
    }
  }

  /// Writes a file, or leaves the one there was before where that fails.
  static func write(_ data: Data, to name: String) throws {
    if name == "-" { return try printBytes(Array(data)) }
    try reporting("write", name) { try data.write(to: URL(filePath: name), options: .atomic) }
  }

  /// Turns Foundation's errors into the library's, which say in the system's words what is wrong with which file.
  private static func reporting<Result>(_ operation: String, _ name: String, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch let error as CocoaError {
      let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
      throw DefaultsError.system(operation: operation, path: name, code: code)
    }
  }
}
