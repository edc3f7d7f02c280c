import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Files that cannot be replaced by a compacted one: they are written on, and that is reported once.
@Suite struct ReplacementTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try canonicalPath(directory.file())
    try FileStore(path: path).set(.integer(1), forKey: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
  }

  /// Writes so much that the file would be compacted twice, and returns what is reported.
  private func reports(ofProcess arguments: [String] = []) throws -> [String] {
    let command = arguments + ["open", path, "increment", "c", "1200"]
    return try HelperProcess.problems(command, environment: ProcessInfo.processInfo.environment)
  }

  private func checkThatTheFileGrew() throws {
    #expect(try FileStatus(path: path)?.size ?? 0 > 600 << 10)
    #expect(try HelperProcess.run("open", path, "get", "a", "get", "c") == ["1", "1200"])
    #expect(try LogReport(path: path).damage == [])
  }

  @Test func aDirectoryThatMayNotBeWrittenIsReportedOnce() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
    let reports = try reports(ofProcess: unprivileged)
    #expect(reports.count == 1)
    #expect(reports.first?.hasPrefix("NamespacedDefaults: failedCompaction: open \(path).new-") == true)
    #expect(reports.first?.contains("Permission denied") == true)
    try checkThatTheFileGrew()
  }

  @Test(.enabled(if: getuid() == 0, "only root can make another user's file"))
  func aFileOfAnotherOwnerIsReportedOnce() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
    let reports = try reports(ofProcess: unprivileged)
    #expect(reports.count == 1)
    let reason = "it belongs to another user or group, or has several names"
    #expect(reports.first?.hasSuffix("no other file can take the place of \(path): \(reason)") == true)
    #expect(try directory.names() == ["test.defaults"])
    try checkThatTheFileGrew()
  }

  /// A file that is mounted alone, as containers do it; where none may be mounted, an error stands for it.
  @Test func aFileThatIsMountedIsReportedOnceAndAllGoOnWithIt() throws {
    guard run("mount", "--bind", path, path) else {
      let store = try FileStore(path: path)
      let (_, problems) = try catchingProblems {
        try FileSystemChange.observe { [path] change throws(DefaultsError) in
          guard case .rename(newPath: path) = change.kind else { return }
          throw .system(operation: "rename", path: change.path, code: EBUSY)
        } during: {
          for index in 0..<1200 {
            let ballast = PropertyListValue.data(Data(repeating: UInt8(index & 0xFF), count: 500))
            try store.set(["c": .integer(Int64(index + 1)), "ballast": ballast])
          }
        }
      }
      #expect(problems.map(\.kind) == [.failedCompaction])
      return try checkThatTheFileGrew()
    }
    defer { #expect(run("umount", path)) }
    let reader = try FileStore(path: path)
    let reports = try reports()
    #expect(reports.count == 1)
    #expect(reports.first?.contains("failedCompaction: rename ") == true)
    #expect(reports.first?.hasSuffix(" (where the file alone is mounted, mount its directory)") == true)
    #expect(try reader.value(forKey: "c") == .integer(1200))
    try checkThatTheFileGrew()
  }

  /// A new file would have one name, and whoever uses the other one would go on with the old file.
  @Test func aFileWithTwoNamesIsReportedOnce() throws {
    #expect(link(path, directory.file("other")) == 0)
    let reports = try reports()
    #expect(reports.count == 1)
    #expect(reports.first?.contains("failedCompaction: no other file can take the place of \(path)") == true)
    #expect(try HelperProcess.run("open", directory.file("other"), "get", "c") == ["1200"])
    try checkThatTheFileGrew()
  }

  /// As in a container with a file of the host, which the host replaces.
  @Test(.enabled(if: getuid() == 0, "only root can mount"))
  func whatIsWrittenIntoAFileWithoutANameIsAnError() throws {
    let mounted = directory.file("mounted.defaults")
    try write([], toFile: mounted)
    guard run("mount", "--bind", path, mounted) else { return }
    defer { #expect(run("umount", mounted)) }
    let store = try FileStore(path: mounted)
    try store.set(.integer(2), forKey: "a")
    try FileStore(path: path).compact()
    let message =
      "\(mounted) was replaced or removed where it is mounted from; mount its directory, and not the file alone"
    let error = #expect(throws: DefaultsError.self) { try store.set(.integer(3), forKey: "a") }
    #expect(error?.message == message)
    #expect(#expect(throws: DefaultsError.self) { try LogReport(path: mounted) }?.message == message)
    #expect(try store.value(forKey: "a") == .integer(2))
  }

  #if os(Linux)
    /// The first write to a file of a lower layer makes a copy in the upper one.
    @Test(.enabled(if: getuid() == 0, "only root can mount"))
    func aReaderOfALowerLayerReadsTheUpperOne() throws {
      let layers = directory.file("layers")
      try FileManager.default.createDirectory(atPath: layers, withIntermediateDirectories: false)
      guard run("mount", "-t", "tmpfs", "none", layers) else { return }
      defer { _ = run("umount", "-l", layers) }
      for name in ["lower", "upper", "work", "merged"] {
        try FileManager.default.createDirectory(atPath: layers + "/" + name, withIntermediateDirectories: false)
      }
      try FileStore(path: layers + "/lower/test.defaults").set(.integer(1), forKey: "a")
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
      try FileManager.default.setAttributes(permissions, ofItemAtPath: layers + "/lower/test.defaults")
      for path in [directory.path, layers] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      let options = ["lower", "upper", "work"].map { "\($0)dir=\(layers)/\($0)" }.joined(separator: ",")
      guard run("mount", "-t", "overlay", "overlay", "-o", options, layers + "/merged") else { return }
      defer { _ = run("umount", "-l", layers + "/merged") }
      let (path, go) = (layers + "/merged/test.defaults", directory.file("go"))
      let reader = try HelperProcess(
        unprivileged + ["open", path, "get", "a", "await-file", go, "get", "a", "synchronize", "get", "a"]
      )
      #expect(reader.nextLine() == "1")
      #expect(try HelperProcess.run("open", path, "set", "a", "2") == ["ok"])
      try write([], toFile: go)
      #expect(try reader.finish() == ["2", "ok", "2"])
    }
  #endif
}
