import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Files that claim to be larger than any disk, for most of them are a hole.
@Suite struct SparseFileTests {
  private func makeSample(_ directory: TemporaryDirectory, size: Int) throws {
    let store = try FileStore(path: directory.file())
    try store.set(1, forKey: "a")
    let file = try OpenFile(path: directory.file(), for: .reading)
    try file.truncate(to: size)
    // Everything in the file counts, and most of it is no record.
    try file.publish(CommitPointer(length: size, generation: store.locked.pointer.generation))
  }

  @Test(.timeLimit(.minutes(60))) func aHoleOfATerabyteIsPassedOver() throws {
    let directory = try TemporaryDirectory()
    try makeSample(directory, size: 1 << 39)
    let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
    #expect(try store.value(forKey: "a") == 1)
    #expect(problems.count <= 1)
  }

  @Test(.timeLimit(.minutes(60))) func theCopyOfADamagedFileHasItsHoles() throws {
    let directory = try TemporaryDirectory()
    try makeSample(directory, size: 1 << 30)
    // After the hole, so that it is no write that a loss of power has interrupted.
    try OpenFile(path: directory.file(), for: .reading).write([0xFF], at: 40)
    let (store, _) = try catchingProblems { try FileStore(path: directory.file()) }
    try store.set(2, forKey: "b")
    var status = stat()
    try #require(stat(directory.file("test.defaults.damaged-1"), &status) == 0)
    #expect(status.st_size == 1 << 30)
    #expect(status.st_blocks < 1_000)
    #expect(try store.value(forKey: "a") == 1)
  }
}
