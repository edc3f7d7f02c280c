import Foundation
import Testing

/// The calls of Darwin that take the place of those of Linux.
@Suite struct DarwinCallTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [true, false])
  func aWaitForTheDiskWaitsForTheCacheOfTheDrive(_ includesTimes: Bool) throws {
    #expect(try calls { try synchronize(3, "a", includingTimes: includesTimes) } == ["F_FULLFSYNC"])
    for code in [ENOTSUP, EINVAL] {
      let calls = try calls(failing: ["F_FULLFSYNC": code]) { try synchronize(3, "a", includingTimes: includesTimes) }
      #expect(calls == ["F_FULLFSYNC", "fsync"])
    }
    let failed = calls(failing: ["F_FULLFSYNC": EIO]) {
      let error = #expect(throws: DefaultsError.self) { try synchronize(3, "a", includingTimes: includesTimes) }
      #expect(error?.systemCode == EIO)
    }
    #expect(failed == ["F_FULLFSYNC"])
  }

  @Test func twoFilesChangePlaces() throws {
    let (first, second) = (try directory.file("a", "1"), try directory.file("b", "2"))
    #expect(try exchangeFiles(first, second))
    #expect(try String(contentsOfFile: first, encoding: .utf8) == "2")
    #expect(try String(contentsOfFile: second, encoding: .utf8) == "1")
  }

  @Test func aRenameReplacesNothing() throws {
    let (first, second) = (try directory.file("a", "1"), try directory.file("b", "2"))
    let error = #expect(throws: DefaultsError.self) { try renameFileWithoutReplacing(first, to: second) }
    #expect(error?.systemCode == EEXIST)
    #expect(try renameFileWithoutReplacing(first, to: directory.path + "/c"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["b", "c"])
  }

  @Test func aFileSystemMayHaveNoSuchRename() throws {
    let (first, second) = (try directory.file("a", "1"), try directory.file("b", "2"))
    for code in [ENOTSUP, EINVAL] {
      _ = try calls(failing: ["renamex_np": code]) { () throws in #expect(try !exchangeFiles(first, second)) }
    }
    _ = calls(failing: ["renamex_np": EIO]) {
      #expect(throws: DefaultsError.self) { try exchangeFiles(first, second) }
    }
  }

  @Test func aNewFileGetsTheAttributesAndTheProtectionOfTheOld() throws {
    try DataProtection.$ofDevice.withValue(.ofCalls, operation: checkAttributes)
  }

  private func checkAttributes() throws {
    let old = try OpenFile(path: try directory.file("a"), for: .writing)
    let new = try OpenFile(path: directory.path + "/b", for: .creating)
    let copy = "fcopyfile \(old.descriptor) \(new.descriptor) ACL XATTR"
    let query = "F_GETPROTECTIONCLASS \(old.descriptor)"
    let all = try calls { try new.copyAttributes(of: old) }
    #expect(all == [query, "F_SETPROTECTIONCLASS \(new.descriptor) 3", copy])
    // Not every file system has protection.
    let without = try calls(failing: ["F_GETPROTECTIONCLASS": ENOTSUP]) { try new.copyAttributes(of: old) }
    #expect(without == [query, copy])
    let failed = calls(failing: ["fcopyfile": EIO]) {
      #expect(throws: DefaultsError.self) { try new.copyAttributes(of: old) }
    }
    #expect(failed.last == copy)
  }

  @Test func holesOfAFileAreSkipped() throws {
    let file = try OpenFile(path: directory.path + "/a", for: .creating)
    try file.truncate(to: 4 << 20)
    try file.write([UInt8](repeating: 1, count: 4096), at: 1 << 20)
    #expect(try file.nextData(from: 0, size: 4 << 20) == 1 << 20..<1 << 20 + 4096)
    #expect(try file.nextData(from: 2 << 20, size: 4 << 20) == nil)
  }

  @Test func aStampTellsWritesFromChangesOfTheAttributes() throws {
    let path = try directory.file("a", "1")
    let stamp = try #require(try FileStamp(path: path))
    // A second after the epoch is when it was written, and now when it was changed.
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let written = try #require(try FileStamp(path: path))
    #expect(!stamp.isSameContents(as: written))
    usleep(20_000)
    #expect(chmod(path, 0o600) == 0)
    let changed = try #require(try FileStamp(path: path))
    #expect(written.isSameContents(as: changed))
    #expect(written != changed)
  }

  @Test func theClocksAreThoseThatNobodySets() {
    #expect(FakeCalls.$ofTest.withValue(Lockbox(FakeCalls())) { FineClock.now } == 101_000_000_000)
    #expect(FakeCalls.$ofTest.withValue(Lockbox(FakeCalls())) { CoarseClock.now } == 105_000_000_000)
  }

  @Test func aSignalThatWasSentIsNoFault() {
    var signal = siginfo_t()
    signal.si_code = 2
    withUnsafeMutableBytes(of: &signal) { $0.storeBytes(of: 0x1234, toByteOffset: 16, as: UInt.self) }
    #expect(signal.isFault)
    #expect(signal.faultAddress == 0x1234)
    signal.si_code = SI_USER
    #expect(!signal.isFault)
  }

  @Test func anActionHasTheHandlerThatItIsGiven() {
    var action = sigaction()
    action.signalHandler = { _, _, _ in }
    #expect(action.handlerAddress > 1)
    #expect(unsafeBitCast(action.__sigaction_handler.sa_sigaction, to: UInt.self) == action.handlerAddress)
  }
}
