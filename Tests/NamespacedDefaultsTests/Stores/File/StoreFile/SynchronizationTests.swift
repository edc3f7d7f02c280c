import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

@Suite struct SynchronizationTests {
  /// Runs a body in which synchronizing the first file fails once, as after an error of the disk.
  private func failingOnce(_ path: String, during body: () throws -> Void) rethrows {
    let hasFailed = Atomic(false)
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard case .synchronization = change.kind, change.path == path else { return }
      if !hasFailed.exchange(true, ordering: .relaxed) {
        throw .system(operation: "fdatasync", path: path, code: SystemCode.inputOutput)
      }
    } during: {
      try body()
    }
  }

  /// The system may have dropped what it could not write, and says so only once.
  @Test func afterAFailedSynchronizationTheNextWritesEverythingToANewFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let old = try #require(try FileStatus(path: store.path)).identity
    let keptOpen = try OpenFile(path: store.path, for: .reading)
    failingOnce(store.path) {
      #expect(throws: DefaultsError.system(operation: "fdatasync", path: store.path, code: SystemCode.inputOutput)) {
        try store.synchronize()
      }
    }
    #expect(try FileStatus(path: store.path)?.identity == old)
    try store.synchronize()
    #expect(keptOpen.identity == old)
    #expect(try FileStatus(path: store.path)?.identity != old)
    #expect(try HelperProcess.run("open", directory.file(), "get", "a") == ["1"])
  }

  @Test func afterAFailedSynchronizationTheNextWriteThatWaitsForTheDiskGoesToANewFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    let keptOpen = try OpenFile(path: store.path, for: .reading)
    failingOnce(store.path) {
      #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
    }
    #expect(try store.value(forKey: "a") == .integer(1))
    try store.set(.integer(3), forKey: "b")
    #expect(try FileStatus(path: store.path)?.identity != keptOpen.identity)
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "get", "b") == ["1", "3"])
  }

  /// The write is taken back, and the one before it may be what the system has dropped.
  @Test func afterAFailedWriteThatWaitsSynchronizingWritesEverythingToANewFile() throws {
    let directory = try TemporaryDirectory()
    let (store, waiting) = (
      try FileStore(path: directory.file()), try FileStore(path: directory.file(), durability: .powerLoss)
    )
    try store.set(.integer(1), forKey: "a")
    let keptOpen = try OpenFile(path: store.path, for: .reading)
    failingOnce(store.path) {
      #expect(throws: DefaultsError.self) { try waiting.set(.integer(2), forKey: "b") }
    }
    #expect(try FileStatus(path: store.path)?.identity == keptOpen.identity)
    try store.synchronize()
    #expect(try FileStatus(path: store.path)?.identity != keptOpen.identity)
    #expect(try HelperProcess.run("open", directory.file(), "keys", "get", "a") == ["1", "1"])
  }

  /// The file is closed then, and opened again.
  @Test func afterAFailedRecoverySynchronizingWritesEverythingToANewFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let keptOpen = try OpenFile(path: store.path, for: .reading)
    try store.locked.writeAndDie(["b": .integer(2)])
    failingOnce(store.path) { #expect(throws: DefaultsError.self) { try store.set(.integer(3), forKey: "c") } }
    try store.synchronize()
    #expect(try FileStatus(path: store.path)?.identity != keptOpen.identity)
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "a", "get", "b") == ["2", "1", "2"])
  }

  enum RollBack: CaseIterable { case ofAFailedWait, ofAnInterruptedWrite }

  /// Otherwise damage there would be taken for an interrupted write, and be cut off in silence.
  @Test(arguments: RollBack.allCases) func whatWasOnTheDiskBeforeARollBackIsAfterIt(_ rollBack: RollBack) throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    for key in ["a", "b", "c", "d", "e"] { try store.set(.integer(1), forKey: key) }
    switch rollBack {
    case .ofAFailedWait:
      failingOnce(store.path) { #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "f") } }
    case .ofAnInterruptedWrite:
      try FileStore(path: store.path).set(.integer(2), forKey: "f")
      try OpenFile(path: store.path, for: .reading).truncate(to: store.locked.pointer.length - 8)
      try store.locked.beginWriting(WriteOptions())
      store.locked.endWriting()
    }
    let damaged = try TemporaryDirectory()
    var sample = try bytes(ofFile: store.path)
    sample[276] ^= 1  // in the value of `e`
    try write(sample, toFile: damaged.file())
    let (keys, problems) = try catchingProblems { try FileStore(path: damaged.file()).keys() }
    #expect(keys.sorted() == ["a", "b", "c", "d"])
    #expect(problems.compactMap { ($0.error as? DamagedFile)?.damage.map(\.offset) } == [[256]])
  }

  /// Who may put files into a directory may not be allowed to open it.
  @Test func aWriteThatWaitsAndWhoseNameCannotBeOnTheDiskIsNotStored() throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.path, getuid() == 0 ? 0o733 : 0o300) == 0)
    defer { chmod(directory.path, 0o700) }
    let process = try HelperProcess(unprivileged + ["open-power-loss", directory.file(), "set", "a", "1", "get", "a"])
    let first = process.nextLine()
    #expect(first?.hasPrefix("error: open \(directory.path): Permission denied") == true)
    #expect(try process.finish() == ["none"])
    let old = try #require(try FileStatus(path: directory.file()))
    #expect(old.size == FileHeader.size)
    let again = try HelperProcess(unprivileged + ["open-power-loss", directory.file(), "set", "b", "1", "keys"])
    #expect(try again.finish().last == "0")
    #expect(try FileStatus(path: directory.file())?.identity == old.identity)
    #expect(chmod(directory.path, getuid() == 0 ? 0o777 : 0o700) == 0)
    let third = try HelperProcess(unprivileged + ["open-power-loss", directory.file(), "set", "c", "1", "keys"])
    #expect(try third.finish() == ["ok", "1"])
  }

  /// Between the look at a pointer and its place in a file that is not mapped another process may have rolled back.
  @Test func aPointerOfAFileThatIsNotMappedIsWrittenUnderItsLock() throws {
    let directory = try TemporaryDirectory()
    let store = try MappedHeader.$mapsFiles.withValue(false) {
      try FileStore(path: directory.file())
    }
    try store.set(.integer(1), forKey: "a")
    try store.synchronize()
    let other = try OpenFile(path: store.path, for: .reading)
    let former = try other.readSynchronizedPointer()
    try FileSystemChange.observe { change throws(DefaultsError) in
      if case .synchronization = change.kind, change.path == store.path { #expect(try other.tryLock()) }
    } during: {
      try store.set(.integer(2), forKey: "a")
      try store.synchronize()
    }
    #expect(try other.readSynchronizedPointer() == former)
    other.unlock()
    try store.set(.integer(3), forKey: "a")
    try store.synchronize()
    #expect(try other.readSynchronizedPointer().length == former.length + 64)
  }

  /// Another process may have created them and not synchronized them.
  @Test func theFirstSynchronizationTakesInEveryDirectoryAboveTheFile() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let root = try canonicalPath(directory.path)
    try FileManager.default.createDirectory(atPath: root + "/one/two", withIntermediateDirectories: true)
    let store = try FileStore(path: root + "/one/two/test.defaults", durability: .powerLoss)
    let synchronized = Collector<String>()
    try FileSystemChange.observe { change in
      if case .directorySynchronization = change.kind, change.path.hasPrefix(root) { synchronized.append(change.path) }
    } during: {
      try store.set(.integer(1), forKey: "a")
      #expect(synchronized.all == [root + "/one/two", root + "/one", root])
      try store.set(.integer(2), forKey: "a")
    }
    #expect(synchronized.all.count == 3)
  }

  /// The roll-back of a write waits for the disk, and may get the error of what was written before.
  @Test func anErrorThatARollBackGetsIsNotForgotten() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let keptOpen = try OpenFile(path: store.path, for: .reading)
    let path = store.path
    failingOnce(path) {
      #expect(throws: DefaultsError.self) {
        try FileSystemChange.observe { change throws(DefaultsError) in
          guard change.path == path, case .write(_, _, let offset) = change.kind, offset >= 128 else { return }
          throw .system(operation: "pwrite", path: path, code: ENOSPC)
        } during: {
          try store.set(.integer(2), forKey: "b")
        }
      }
    }
    try store.synchronize()
    #expect(try FileStatus(path: path)?.identity != keptOpen.identity, "all values are in a new file")
    #expect(try HelperProcess.run("open", directory.file(), "keys", "get", "a") == ["1", "1"])
  }

  /// Otherwise sectors of the record that is cut off could come back, between those of the next one.
  @Test func aRollBackIsOnTheDiskBeforeTheNextRecord() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let path = store.path
    try store.set(.integer(1), forKey: "a")
    let events = Collector<String>()
    _ = try FileSystemChange.observe { change throws(DefaultsError) in
      guard change.path == path else { return }
      switch change.kind {
      case .synchronization: events.append("synchronization")
      case .truncation(_, let size): events.append("truncation to \(size)")
      case .write(_, _, let offset):
        events.append("write at \(offset)")
        if offset == 24 { throw .system(operation: "pwrite", path: path, code: ENOSPC) }
      default: break
      }
    } during: {
      #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "b") }
    }
    #expect(events.all.prefix(4) == ["write at 160", "write at 24", "truncation to 160", "synchronization"])
  }

  /// The creator of a file may be killed before its header is on the disk.
  @Test func noRecordGoesBehindAHeaderThatMayNotBeOnTheDisk() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    try write(FileHeader(salt: 1).bytes(pointer: CommitPointer(length: 128, generation: 1)), toFile: path)
    let events = Collector<String>()
    try FileSystemChange.observe { change in
      guard change.path == path else { return }
      switch change.kind {
      case .synchronization: events.append("synchronization")
      case .write(_, _, let offset): events.append("write at \(offset)")
      default: break
      }
    } during: {
      try FileStore(path: path).set(.integer(1), forKey: "a")
      try FileStore(path: path).set(.integer(2), forKey: "b")
    }
    #expect(
      events.all == [
        "synchronization", "write at 32", "write at 128", "write at 24", "write at 160", "write at 24",
      ]
    )
  }

  @Test func directoriesThatWereMadeAgainAreSynchronizedAgain() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let root = try canonicalPath(directory.path)
    let store = try FileStore(path: root + "/one/two/test.defaults", durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    #expect(rename(root + "/one", root + "/old") == 0)
    try FileManager.default.createDirectory(atPath: root + "/one/two", withIntermediateDirectories: true)
    let synchronized = Collector<String>()
    try FileSystemChange.observe { change in
      if case .directorySynchronization = change.kind, change.path.hasPrefix(root) { synchronized.append(change.path) }
    } during: {
      try store.set(.integer(2), forKey: "a")
    }
    #expect(synchronized.all == [root + "/one/two", root + "/one", root])
  }

  /// The file in them is a new one, which many file systems give the number of the deleted one, or the old one again.
  @Test(arguments: [false, true])
  func directoriesThatWereDeletedAndMadeAgainAreSynchronizedAgain(withTheOldFile: Bool) throws {
    let directory = try TemporaryDirectory()
    let root = try canonicalPath(directory.path)
    let store = try FileStore(path: root + "/one/two/test.defaults", durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    if withTheOldFile { try FileManager.default.moveItem(atPath: store.path, toPath: root + "/kept") }
    try FileManager.default.removeItem(atPath: root + "/one")
    try store.synchronize()
    try FileManager.default.createDirectory(atPath: root + "/one/two", withIntermediateDirectories: true)
    if withTheOldFile { try FileManager.default.moveItem(atPath: root + "/kept", toPath: store.path) }
    let synchronized = Collector<String>()
    try FileSystemChange.observe { change in
      if case .directorySynchronization = change.kind, change.path.hasPrefix(root) { synchronized.append(change.path) }
    } during: {
      try store.set(.integer(2), forKey: "a")
    }
    #expect(synchronized.all == [root + "/one/two", root + "/one", root])
  }

  /// What no loss of power may take is on the disk before anybody sees it.
  @Test func nobodyReadsAWriteBeforeTheDiskHasIt() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    let reader = try LockedFile(path: store.path)
    let read = Collector<PropertyListValue?>()
    let hasFailed = Atomic(false)
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard case .synchronization = change.kind, change.path == store.path else { return }
      read.append(try? reader.value(forKey: "a"))
      let hasRead = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        read.append(try? store.value(forKey: "a"))
        hasRead.signal()
      }
      hasRead.wait()
      guard hasFailed.exchange(true, ordering: .relaxed) else {
        throw .system(operation: "fdatasync", path: store.path, code: SystemCode.inputOutput)
      }
    } during: {
      #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
      try store.set(.integer(3), forKey: "a")
    }
    #expect(read.all.prefix(2) == [.integer(1), .integer(1)])
    #expect(!read.all.contains(.integer(2)))
    #expect(try reader.value(forKey: "a") == .integer(3))
  }

  /// A writer was killed before it could publish a record, which the next one keeps.
  @Test func nobodyReadsWhatARecoveryKeepsBeforeTheDiskHasIt() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    let reader = try LockedFile(path: store.path)
    #expect(try reader.value(forKey: "a") == .integer(1))
    try store.locked.writeAndDie(["a": .integer(2)])
    let read = Collector<PropertyListValue?>()
    try FileSystemChange.observe { change in
      guard case .synchronization = change.kind, change.path == store.path else { return }
      read.append(try? reader.value(forKey: "a"))
    } during: {
      try store.set(.integer(3), forKey: "b")
    }
    #expect(read.all == [.integer(1), .integer(2)], "before the recovery, and before the write")
    #expect(try reader.value(forKey: "b") == .integer(3))
  }

  @Test func aWriteThatTheDiskRefusedIsReadByNobodyAfterwards() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(1), forKey: "a")
    failingOnce(store.path) { #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") } }
    #expect(try store.value(forKey: "a") == .integer(1))
    let commands = ["get", "a", "set", "b", "1", "get", "a"]
    #expect(try HelperProcess.run(arguments: ["open", store.path] + commands) == ["1", "ok", "1"])
    #expect(try store.value(forKey: "a") == .integer(1))
  }

  /// A loss of power may take a commit that a reader has seen.
  @Test func aReaderOfAWriteThatARecoveryTakesBackSeesTheNextOneOfTheSameLength() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let end = store.locked.pointer.length
    try store.set(.integer(2), forKey: "a")
    let reader = try LockedFile(path: store.path)
    #expect(try reader.value(forKey: "a") == .integer(2))
    try OpenFile(path: store.path, for: .reading).write([0xFF], at: end + 14)
    #expect(try HelperProcess.run("open", store.path, "get", "a", "set", "a", "3") == ["1", "ok"])
    #expect(try reader.value(forKey: "a") == .integer(3))
  }

  enum Wait: CaseIterable { case firstWrite, write, recovery, repair, compaction, removalOnAFullDisk, synchronization }

  @Test(arguments: Wait.allCases) func threadsReadWhileOneWaitsForTheDisk(_ wait: Wait) throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    // By another process: a store of this one that is gone may still be looked at by another thread, and lends its state.
    if wait != .firstWrite { #expect(try HelperProcess.run("open", path, "set", "a", "1") == ["ok"]) }
    if wait == .recovery { try LockedFile(path: path).writeAndDie(["b": .integer(2)]) }
    if wait == .repair {
      #expect(try HelperProcess.run("open", path, "synchronize") == ["ok"])
      try OpenFile(path: path, for: .reading).write([0xFF], at: 128 + 14)
    }
    let (store, problems) = try catchingProblems {
      try FileStore(path: path, durability: wait == .write ? .powerLoss : .processKill)
    }
    #expect(problems.map(\.kind) == (wait == .repair ? [.damagedFile] : []))
    let readCount = Atomic(0)
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard change.path.hasPrefix(path) else { return }
      // Nothing can be longer than it is, and there can be no other file.
      if wait == .removalOnAFullDisk, case .write(_, _, let offset) = change.kind,
        offset >= 128 || change.path != path
      {
        throw .system(operation: "pwrite", path: change.path, code: ENOSPC)
      }
      guard case .synchronization = change.kind else { return }
      let hasRead = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        // Not what is remembered.
        _ = try? store.keys()
        readCount.add(1, ordering: .relaxed)
        hasRead.signal()
      }
      hasRead.wait()
    } during: {
      switch wait {
      case .firstWrite, .write, .recovery, .repair: try store.set(.integer(2), forKey: "a")
      case .compaction: try store.compact()
      case .removalOnAFullDisk: try store.removeAll()
      case .synchronization: try store.synchronize()
      }
    }
    #expect(readCount.load(ordering: .relaxed) > 0)
  }

  /// The system tells the error to one of two calls at one time, and lets the other succeed.
  @Test func threadsThatSynchronizeOneFileAllGetItsFirstError() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let path = store.path
    let file = try OpenFile(path: path, for: .writing)
    failingOnce(path) {
      for _ in 0..<3 {
        #expect(throws: DefaultsError.system(operation: "fdatasync", path: path, code: SystemCode.inputOutput)) {
          try file.synchronize()
        }
      }
    }
    try OpenFile(path: path, for: .writing).synchronize()
  }
}
