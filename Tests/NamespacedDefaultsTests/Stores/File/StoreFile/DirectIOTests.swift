#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// A directory on a file system that refuses shared mappings, as FUSE does with `direct_io`.
  private final class DirectIO {
    /// Whether this machine has the program, and lets the tests mount.
    static let isAvailable = (try? DirectIO()) != nil

    private struct Unavailable: Error {}

    private let directory: TemporaryDirectory
    private let program = Process()
    var path: String { directory.file("mounted") }

    init() throws {
      directory = try TemporaryDirectory()
      for name in ["below", "mounted"] {
        try FileManager.default.createDirectory(atPath: directory.file(name), withIntermediateDirectories: false)
      }
      program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // In the foreground: the test would wait for the end of a program that it leaves behind.
      program.arguments = ["bindfs", "-f", "-o", "direct_io", directory.file("below"), path]
      program.standardError = FileHandle.nullDevice
      try program.run()
      let device = try FileStatus(path: directory.path)?.identity.device
      while try FileStatus(path: path)?.identity.device == device {
        guard program.isRunning else { throw Unavailable() }
        usleep(1000)
      }
    }

    deinit {
      guard program.isRunning else { return }
      // At once, whoever has a file open there.
      let isUnmounted = ["fusermount3", "fusermount"].contains { run($0, "-u", "-z", path) }
      if !isUnmounted { _ = run("umount", "-l", path) }
      // Not SIGTERM, which a thread of the tests may have blocked for the programs that it starts.
      kill(program.processIdentifier, SIGKILL)
      program.waitUntilExit()
    }
  }

  /// Files that the system does not map: the store reads and writes them with system calls.
  @Suite(.enabled(if: DirectIO.isAvailable, "bindfs must be there, and the machine must allow the tests to mount"))
  struct DirectIOTests {
    private let directory: DirectIO
    private let path: String

    init() throws {
      directory = try DirectIO()
      path = directory.path + "/test.defaults"
    }

    @Test func suchAFileIsNotMapped() throws {
      try FileStore(path: path).set(.integer(1), forKey: "a")
      let file = try OpenFile(path: path, for: .reading)
      #expect(mmap(nil, 1, PROT_READ, MAP_SHARED, file.descriptor, 0) == MAP_FAILED)
      #expect(errno == ENODEV)
    }

    @Test func processesThatCannotMapTheFileLoseNoUpdate() throws {
      let processes = try (0..<3).map { _ in try HelperProcess(["open", path, "increment", "counter", "300"]) }
      let names = try processes.map { try #require(try $0.finish().last) }
      let store = try FileStore(path: path)
      #expect(try store.value(forKey: "counter") == .integer(900))
      for name in names { #expect(try store.value(forKey: name) == .integer(300)) }
      #expect(try HelperProcess.run("open", path, "set", "a", "2", "synchronize") == ["ok", "ok"])
      #expect(try store.value(forKey: "a") == .integer(2))
      #expect(try LogReport(path: path).damage == [])
    }

    @Test func aFileThatCannotBeMappedIsObserved() throws {
      let store = try FileStore(path: path)
      try store.set(.integer(1), forKey: "a")
      let changes = Collector<DefaultsChange>()
      let observation = store.observe { changes.append($0) }
      #expect(try HelperProcess.run("open", path, "set", "a", "2") == ["ok"])
      #expect(changes.waitFor { $0.newValue == .integer(2) })
      #expect(truncate(path, 0) == 0)
      #expect(try store.keys() == [])
      #expect(changes.waitFor { $0.newValue == nil })
      observation.cancel()
    }
  }
#endif
