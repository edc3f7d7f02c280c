import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct FileStatusTests {
  @Test func aFileIsSeenAsFoundationSeesIt() throws {
    let directory = try TemporaryDirectory()
    try write([1, 2, 3, 4, 5], toFile: directory.file())
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file())
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file())
    let status = try #require(try FileStatus(path: directory.file()))
    #expect(status.size == 5)
    #expect(status.isRegular)
    #expect(status.permissions == 0o640)
    #expect(Int(status.owner) == attributes[.ownerAccountID] as? Int)
    #expect(Int(status.group) == attributes[.groupOwnerAccountID] as? Int)
    #expect(status.identity.inode == attributes[.systemFileNumber] as? UInt64)
  }

  @Test func aFileIsTheSameByPathAndByDescriptor() throws {
    let directory = try TemporaryDirectory()
    try write([], toFile: directory.file("a"))
    try write([], toFile: directory.file("b"))
    let a = try FileStatus(path: directory.file("a"))?.identity
    #expect(a == (try OpenFile(path: directory.file("a"), for: .reading).status().identity))
    #expect(a != (try OpenFile(path: directory.file("b"), for: .reading).status().identity))
  }

  /// Where a file system counts whole seconds, two saves in one of them leave the same stamp.
  @Test(
    arguments: [
      (0, 0, true), (-1, 0, true), (-3, 0, false), (-1, 1, false), (1, 1, true),
    ] as [(seconds: Int, nanoseconds: Int, isRecent: Bool)]
  )
  func aStampIsRecentForAsLongAsTheClockOfItsFileSystemTicks(seconds: Int, nanoseconds: Int, isRecent: Bool) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // In the first half of the second a whole one has not passed.
    let second = now.tv_nsec < 500_000_000 ? now.tv_sec : now.tv_sec + 1
    let time = timespec(tv_sec: second + seconds, tv_nsec: nanoseconds)
    var status = stat()
    #if canImport(Darwin)
      (status.st_mtimespec, status.st_ctimespec) = (time, time)
    #else
      (status.st_mtim, status.st_ctim) = (time, time)
    #endif
    #expect(FileStamp(status).isRecent == isRecent)
  }

  #if os(Linux)
    /// As the size of all files in it.
    @Test(arguments: [0, 1, 1000]) func aFileOfProcIsReadWhole(limit: Int) throws {
      let file = try OpenFile(path: "/proc/sys/kernel/ostype", for: .readingOnly)
      #expect(try FileStamp(of: file).size == 0)
      #expect(try file.readAll(size: 0, limit: limit) == Array("Linux\n".utf8.prefix(limit + 1)))
    }
  #endif

  @Test func whereThereIsNoFileThereIsNoStatus() throws {
    let directory = try TemporaryDirectory()
    try write([], toFile: directory.file("a"))
    #expect(try FileStatus(path: directory.file("b"))?.size == nil)
    #expect(try FileStatus(path: directory.file("a/b"))?.size == nil)
    #expect(throws: DefaultsError.self) { try FileStatus(path: directory.file(String(repeating: "x", count: 300))) }
  }

  @Test func aDeviceIsNoRegularFile() throws {
    #expect(try FileStatus(path: "/dev/null")?.isRegular == false)
  }
}
