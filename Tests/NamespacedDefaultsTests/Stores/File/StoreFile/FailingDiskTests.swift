#if os(Linux)
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// A file system of a real disk that fails: its blocks are in a file in memory, below which there is no room any more.
  private final class FailingDisk {
    /// Whether this machine lets the tests mount one.
    static let isAvailable = (try? FailingDisk("ext2")) != nil

    private struct Unavailable: Error {}

    private let directory: TemporaryDirectory
    private var image: String { directory.file("below/image") }
    private var filler: String { directory.file("below/filler") }
    /// The path of the file system.
    var path: String { directory.file("disk") }

    init(_ type: String) throws {
      directory = try TemporaryDirectory()
      for name in ["below", "disk"] {
        try FileManager.default.createDirectory(atPath: directory.file(name), withIntermediateDirectories: false)
      }
      guard run("mount", "-t", "tmpfs", "-o", "size=3m", "none", directory.file("below")),
        run("truncate", "-s", "8m", image),
        run("mkfs.\(type)", "-q", "-E", "nodiscard,lazy_itable_init=0", image), mount()
      else { throw Unavailable() }
    }

    deinit {
      _ = run("umount", path)
      _ = run("umount", "-l", directory.file("below"))
    }

    private func mount() -> Bool { run("mount", "-o", "loop", image, path) }

    /// Leaves only what has reached the disk.
    func mountAgain() {
      #expect(run("umount", path))
      #expect(mount())
    }

    /// Takes all the room, so that no block is written that was not written before.
    func takeRoom() throws {
      let file = try #require(fopen(filler, "w"))
      defer { fclose(file) }
      let block = [UInt8](repeating: 0, count: 4096)
      while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
    }

    func giveRoom() throws { try FileManager.default.removeItem(atPath: filler) }
  }

  /// What a store says of a disk that cannot write, and what is on the disk then.
  ///
  /// The system takes the writes, fails to write them back, and says so once.
  @Suite(.enabled(if: FailingDisk.isAvailable, "the machine must allow the tests to mount a file system in a file"))
  struct FailingDiskTests {
    /// Runs a process whose commands each print a line: some on a good disk, some while it fails, and some when it is good
    /// again, at the end of which the disk must have all.
    ///
    /// - Returns: What the second part has printed.
    private func lines(
      on disk: FailingDisk,
      _ first: [[String]],
      whileItFails second: [[String]],
      then third: [[String]]
    ) throws -> [String] {
      let gates = try TemporaryDirectory()
      let parts = [first, [["await-file", gates.file("full")]], second, [["await-file", gates.file("free")]], third]
      let process = try HelperProcess(parts.flatMap { $0.flatMap { $0 } })
      for _ in first { #expect(process.nextLine() == "ok") }
      try disk.takeRoom()
      try write([], toFile: gates.file("full"))
      let lines = try second.map { _ in try #require(process.nextLine()) }
      try disk.giveRoom()
      try write([], toFile: gates.file("free"))
      #expect(try process.finish() == third.map { _ in "ok" })
      disk.mountAgain()
      return lines
    }

    private func values(of keys: [String], in path: String) throws -> [String] {
      try HelperProcess.run(arguments: ["open", path] + keys.flatMap { ["get", $0] })
    }

    private let large = "10000 bytes <0101010101010101…>"

    @Test(arguments: ["ext2", "ext4"]) func noSynchronizationSucceedsBeforeTheDiskHasAll(type: String) throws {
      let disk = try FailingDisk(type)
      let path = disk.path + "/test.defaults"
      let lines = try lines(
        on: disk,
        [["open", path, "set", "a", "1"], ["synchronize"]],
        whileItFails: [
          ["fill", "b", "2", "10000"], ["synchronize"], ["synchronize"], ["set", "c", "3"], ["synchronize"],
        ],
        then: [["synchronize"]]
      )
      #expect(lines.map { $0.prefix(16) } == ["ok", "error: fdatasync", "error: fdatasync", "ok", "error: fdatasync"])
      #expect(try values(of: ["a", "b.1", "c"], in: path) == ["1", large, "3"])
    }

    /// The disk refuses the first value when the second one, for which there is no space, is taken back.
    ///
    /// A file system with a journal refuses everything then.
    @Test func theErrorThatARollBackGotIsNotForgotten() throws {
      let disk = try FailingDisk("ext2")
      let path = disk.path + "/test.defaults"
      let lines = try lines(
        on: disk,
        [["open", path, "set", "a", "1"], ["synchronize"]],
        whileItFails: [["fill", "b", "2", "10000"], ["fill", "c", "1", "9000000"]],
        then: [["synchronize"]]
      )
      #expect(lines.map { $0.prefix(13) } == ["ok", "error: pwrite"])
      #expect(try values(of: ["a", "b.1", "c.0"], in: path) == ["1", large, "none"])
    }

    /// The disk refuses both values, and only the second one is taken back.
    @Test(arguments: ["ext2", "ext4"]) func theErrorOfAWriteThatWaitsIsThatOfTheWritesBeforeIt(type: String) throws {
      let disk = try FailingDisk(type)
      let path = disk.path + "/test.defaults"
      let lines = try lines(
        on: disk,
        [["open", path, "set", "a", "1"], ["synchronize"]],
        whileItFails: [["fill", "b", "2", "10000"], ["open-power-loss", path, "set", "c", "3"]],
        then: [["synchronize"]]
      )
      #expect(lines.map { $0.prefix(16) } == ["ok", "error: fdatasync"])
      #expect(try values(of: ["a", "b.1", "c"], in: path) == ["1", large, "none"])
    }
  }
#endif
