public import NamespacedDefaults

/// The result of ``NamespacedDefaults/FileStore/verify(path:)``.
///
/// ```swift
/// let path = "/var/lib/my-service/settings.defaults"
/// let report = try FileStore.verify(path: path)
/// print(report)
/// if !report.damage.isEmpty { … }
/// ```
public struct FileStoreReport: Sendable, Equatable {
  fileprivate let log: LogReport

  /// The file's size in bytes.
  public var fileSize: Int { log.fileSize }
  /// The number of keys that have a value.
  public var keyCount: Int { log.keyCount }
  /// The size in bytes of the live records, which are the last record of each key that has a value.
  public var liveSize: Int { log.liveSize }
  /// A line for each damaged range, in the order of the file; empty if nothing is damaged.
  public var damage: [String] { log.damage }
}

extension FileStoreReport: CustomStringConvertible {
  /// The path, and below it a line for each number and each damaged range.
  public var description: String { log.description }
}

extension FileStore {
  /// Reads a whole file and returns what is stored and what is damaged.
  ///
  /// The file is not changed.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The numbers of records and keys, their sizes, and the damage.
  /// - Throws: `DefaultsError.Code.unreadableFile` for a file of another kind or version, or
  ///   `DefaultsError.Code.failedSystemCall` if there is no file or it cannot be read.
  /// - Complexity: O(n), where n is the size of the file.
  public static func verify(path: String) throws -> FileStoreReport {
    FileStoreReport(log: try LogReport(path: path))
  }
}
