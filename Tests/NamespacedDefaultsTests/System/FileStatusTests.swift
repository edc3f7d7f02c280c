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
