import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

@Suite struct DamageTests {
  /// A small file in which every kind of record occurs, and what it holds.
  private func makeSample(_ directory: TemporaryDirectory) throws -> [UInt8] {
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try store.set(.integer(9), forKey: "b")
    try store.set(.integer(2), forKey: "b")
    try store.set(.bool(true), forKey: "gone")
    try store.set(nil, forKey: "gone")
    try store.set(["c": .string("three"), "d": .array([.double(4)])])
    // So that what is wrong in it is damage, and no interrupted write.
    try store.synchronize()
    return try bytes(ofFile: directory.file())
  }

  private let expected: [String: PropertyListValue] = [
    "a": .integer(1), "b": .integer(2), "c": .string("three"), "d": .array([.double(4)]),
  ]

  private func values(_ store: FileStore) throws -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    for key in try store.keys() { values[key] = try store.value(forKey: key) }
    return values
  }

  /// Changes one byte of a file, which may hold any byte there.
  private func flipByte(at offset: Int, of path: String) throws {
    let file = try OpenFile(path: path, for: .reading)
    try file.write([try bytes(ofFile: path)[offset] ^ 0xFF], at: offset)
  }

  @Test func everyFlippedByteCostsAtMostItsOwnValueAndIsReportedAndPutAside() throws {
    let directory = try TemporaryDirectory()
    let sample = try makeSample(directory)
    // What is said of those who wait for the lock is no content; see `WaitingProcessTests`.
    for index in sample.indices where !(64..<128).contains(index) {
      for flip: UInt8 in [0x01, 0xFF] {
        let directory = try TemporaryDirectory(inMemory: true)
        var damaged = sample
        damaged[index] ^= flip
        try write(damaged, toFile: directory.file())
        let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
        #expect(problems.map(\.kind) == [.damagedFile], "byte \(index)")

        let found = try values(store)
        for (key, value) in found { #expect(expected[key] == value, "byte \(index), key \(key)") }
        #expect(expected.count - found.count <= 1, "byte \(index)")
        #expect(try bytes(ofFile: directory.file()) == damaged, "reading changes nothing")

        try store.set(.integer(5), forKey: "new")
        #expect(try bytes(ofFile: directory.file("test.defaults.damaged-1")) == damaged)
        #expect(try LogReport(path: directory.file()).damage == [])
        #expect(try values(store) == found.merging(["new": .integer(5)]) { $1 })
      }
    }
  }

  @Test func aFileCutAnywhereKeepsWhatIsBefore() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file()
    var states: [(size: Int, values: [String: PropertyListValue])] = [(128, [:])]
    do {
      let store = try FileStore(path: path)
      for (key, value) in [("a", 1), ("b", 2), ("a", 3)] as [(String, Int64)] {
        try store.set(.integer(value), forKey: key)
        states.append((try bytes(ofFile: path).count, try values(store)))
      }
      try store.set(["c": .string("x"), "d": .string("y")])
      states.append((try bytes(ofFile: path).count, try values(store)))
    }
    let sample = try bytes(ofFile: path)
    for size in 1..<sample.count {
      let directory = try TemporaryDirectory(inMemory: true)
      let cut = Array(sample[..<size])
      try write(cut, toFile: directory.file())
      let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
      // A file that is cut behind its header is what a loss of power leaves of writes that did not wait for the disk.
      #expect(problems.map(\.kind) == [.damagedFile], "\(size) bytes")
      let missingSize = (problems.first?.error as? DamagedFile)?.missingSize
      #expect(missingSize == (size < 128 ? 0 : sample.count - size), "\(size) bytes")
      let before = states.last { $0.size <= size }?.values ?? [:]
      #expect(try values(store) == before, "\(size) bytes")

      try store.set(.integer(5), forKey: "new")
      #expect(try directory.names().count == (size < 128 ? 2 : 1), "\(size) bytes")
      if size < 128 { #expect(try bytes(ofFile: directory.file("test.defaults.damaged-1")) == cut) }
      #expect(try LogReport(path: directory.file()).damage == [])
    }
  }

  @Test func aFileThatWasCutIsReportedOnceWithTheNumberOfItsBytes() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    do {
      let store = try FileStore(path: path)
      for index in 0..<30 { try store.set(.integer(Int64(index)), forKey: "k\(index)") }
    }
    let size = try #require(try FileStatus(path: path)).size
    try OpenFile(path: path, for: .writing).truncate(to: 764)
    let (_, problems) = try catchingProblems {
      let store = try FileStore(path: path)
      #expect(try store.keys().count == 19)
      try store.synchronize()
      try store.set(.integer(1), forKey: "new")
      #expect(try FileStore(path: path).keys().count == 20)
    }
    #expect(
      problems.map(\.description) == [
        "damagedFile: \(path) ends \(size - 764) bytes before its committed length: something has cut it, or the power was "
          + "lost before they were on the disk. What was stored there is lost, and the rest is in use"
      ]
    )
  }

  @Test func aTornTailIsNoDamageAndIsCutByTheNextWrite() throws {
    let directory = try TemporaryDirectory()
    let sample = try makeSample(directory)
    for tail in [[1], [UInt8](repeating: 0, count: 12), [UInt8](repeating: 0xAB, count: 500)] as [[UInt8]] {
      let directory = try TemporaryDirectory()
      try write(sample + tail, toFile: directory.file())
      let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
      #expect(problems.isEmpty)
      #expect(try values(store) == expected)
      try store.set(.bool(false), forKey: "e")
      #expect(try bytes(ofFile: directory.file()).count == sample.count + 24)
      #expect(try directory.names() == ["test.defaults"])
    }
  }

  @Test func wholeRecordsBehindTheCommittedLengthAreKeptByTheNextWriter() throws {
    let directory = try TemporaryDirectory()
    let before: [UInt8]
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      before = try bytes(ofFile: directory.file())
      try store.set(.integer(2), forKey: "a")
      try store.set(["b": .integer(3), "c": .integer(4)])
    }
    var late = try bytes(ofFile: directory.file())
    // As if the word had not reached the disk, nor the last record of the batch.
    late.replaceSubrange(24..<32, with: before[24..<32])
    late.removeLast()
    try write(late, toFile: directory.file())
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "a") == .integer(2))
    try store.set(.integer(5), forKey: "d")
    #expect(try values(store) == ["a": .integer(2), "d": .integer(5)])
  }

  @Test func aRecordCutShortBehindTheEndIsNoDamage() throws {
    let directory = try TemporaryDirectory()
    #expect(try HelperProcess.run("open-power-loss", directory.file(), "set", "a", "1") == ["ok"])
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "a") == .integer(1))
    // While the store has the file open.
    let file = try OpenFile(path: store.path, for: .reading)
    try file.write([200, 0, 0, 0, 1, 2, 3], at: store.locked.pointer.length)
    try store.set(.integer(2), forKey: "b")
    #expect(try FileStatus(path: directory.file())?.size == store.locked.pointer.length)
    #expect(try LogReport(path: directory.file()).damage == [])
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "get", "b") == ["1", "2"])
  }

  @Test func whatALossOfPowerLeftBehindTheEndIsCutByTheNextWrite() throws {
    let directory = try TemporaryDirectory()
    #expect(try HelperProcess.run("open-power-loss", directory.file(), "set", "a", "1") == ["ok"])
    try write(bytes(ofFile: directory.file()) + [UInt8](repeating: 0, count: 9_000) + [1], toFile: directory.file())
    let store = try FileStore(path: directory.file())
    try store.set(.integer(2), forKey: "b")
    #expect(try FileStatus(path: directory.file())?.size == store.locked.pointer.length)
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "get", "b") == ["1", "2"])
  }

  @Test func aWrongWordIsAllThatIsReported() throws {
    let directory = try TemporaryDirectory()
    #expect(try HelperProcess.run("open-power-loss", directory.file(), "set", "a", "1") == ["ok"])
    try flipByte(at: 30, of: directory.file())
    let report = try LogReport(path: directory.file())
    #expect(report.damagedRanges.map(\.offset) == [24])
    #expect(report.keyCount == 1)
  }

  /// Pages reach the disk in any order: whichever of them do, a write counts as a whole or not at all.
  @Test func aWriteOfWhichALossOfPowerTookSomePagesIsNone() throws {
    let directory = try TemporaryDirectory()
    func value(_ byte: UInt8) -> PropertyListValue { .data(Data(repeating: byte, count: 6_000)) }
    var files: [[UInt8]] = []
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(["a": value(1), "b": value(2)])
      try store.set(.integer(1), forKey: "c")
      files.append(try bytes(ofFile: store.path))
      try store.set(["a": .data(Data(repeating: 3, count: 1_500)), "b": .data(Data(repeating: 4, count: 2_000))])
      files.append(try bytes(ofFile: store.path))
      // The power is lost before the writer has waited.
      files[1].replaceSubrange(32..<40, with: files[0][32..<40])
    }
    // The size may be there before the pages.
    for index in files.indices { files[index] += [UInt8](repeating: 0, count: 16_384 - files[index].count) }
    let pages = (0..<4).filter { files[0][$0 * 4_096..<($0 + 1) * 4_096] != files[1][$0 * 4_096..<($0 + 1) * 4_096] }
    #expect(pages == [0, 2, 3])
    for written in 0..<1 << pages.count {
      var file = files[0]
      for (index, page) in pages.enumerated() where written >> index & 1 == 1 {
        file.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: files[1][page * 4_096..<(page + 1) * 4_096])
      }
      let damaged = try TemporaryDirectory()
      try write(file, toFile: damaged.file())
      let (found, _) = try catchingProblems { try values(FileStore(path: damaged.file())) }
      // With its records, whether the commit pointer is there or not.
      let isNew = written & 6 == 6
      let expected: PropertyListValue = isNew ? .data(Data(repeating: 3, count: 1_500)) : value(1)
      let other: PropertyListValue = isNew ? .data(Data(repeating: 4, count: 2_000)) : value(2)
      #expect(found == ["a": expected, "b": other, "c": .integer(1)], "pages \(String(written, radix: 2))")
    }
  }

  @Test func aWriteOfWhichALossOfPowerTookTheEndIsNone() throws {
    let directory = try TemporaryDirectory()
    let (size, synchronized): (Int, CommitPointer)
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(["a": .integer(1), "b": .integer(1)])
      size = try #require(try FileStatus(path: store.path)).size
      synchronized = try OpenFile(path: store.path, for: .reading).readSynchronizedPointer()
      // The word has reached the disk, and the file's new size has not.
      try store.set(["a": .integer(2), "b": .data(Data(repeating: 2, count: 20_000))])
    }
    let file = try OpenFile(path: directory.file(), for: .reading)
    try file.write(synchronized, at: 32)
    try file.truncate(to: size)
    let report = try LogReport(path: directory.file())
    #expect(report.damage == [])
    #expect(report.missingSize > 20_000)
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == ["a": .integer(1), "b": .integer(1)])
    #expect(problems.map { ($0.error as? DamagedFile)?.damage.count } == [0], "it is shorter, and not damaged")
  }

  /// Nothing is guessed from zeros: the value was on the disk, so it is damaged now.
  @Test(arguments: [174, 5_000]) func damageInAValueOfZerosIsDamage(offset: Int) throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(.integer(1), forKey: "a")
      try store.set(.data(Data(count: 9_000)), forKey: "a")
    }
    try flipByte(at: offset, of: directory.file())
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == [:], "the older value does not come back")
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  /// What was written after the last wait and has nothing after it may never have been on the disk.
  @Test func aWrongLastWriteThatNobodyWaitedForIsAnInterruptedOne() throws {
    let directory = try TemporaryDirectory()
    let size: Int
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      try store.synchronize()
      size = store.locked.pointer.length
      try store.set(["a": .integer(2), "b": .integer(2)])
    }
    try flipByte(at: size + 14, of: directory.file())
    let report = try LogReport(path: directory.file())
    #expect(report.damage == [])
    #expect(report.missingSize == 64)
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == ["a": .integer(1)])
    #expect(problems.isEmpty)
  }

  /// A later write that had returned shows that the one before it had returned, and is lost.
  @Test func aWrongWriteBeforeOneThatHadReturnedIsDamage() throws {
    let directory = try TemporaryDirectory()
    let offset: Int
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      try store.synchronize()
      offset = store.locked.pointer.length
      try store.set(.integer(2), forKey: "a")
      try store.set(.integer(2), forKey: "b")
    }
    try flipByte(at: offset + 14, of: directory.file())
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == ["a": .integer(1), "b": .integer(2)], "it counts as a whole or not at all")
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  /// A loss of power may take the pointer of a write that was on the disk.
  @Test func aWholeWriteBehindTheCommitPointerIsReadWhileNobodyHasTheLock() throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(.integer(1), forKey: "a")
      try store.locked.writeAndDie(["a": .integer(2), "b": .integer(2)])
    }
    #expect(try LogReport(path: directory.file()).keyCount == 2)
    do {
      let writer = try OpenFile(path: directory.file(), for: .reading)
      #expect(try writer.tryLock())
      #expect(try values(FileStore(path: directory.file())) == ["a": .integer(1)], "a writer is about to publish it")
    }
    let reader = try FileStore(path: directory.file())
    #expect(try values(reader) == ["a": .integer(2), "b": .integer(2)])
    #expect(try HelperProcess.run("open", directory.file(), "set", "c", "3", "keys") == ["ok", "3"])
    #expect(try values(reader) == ["a": .integer(2), "b": .integer(2), "c": .integer(3)])
  }

  @Test func aTornWriteBehindTheCommitPointerIsNotRead() throws {
    let directory = try TemporaryDirectory()
    let offset: Int
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(.integer(1), forKey: "a")
      offset = store.locked.pointer.length
      try store.locked.writeAndDie(["a": .integer(2), "b": .integer(2)])
    }
    try flipByte(at: offset + 14, of: directory.file())
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == ["a": .integer(1)])
    #expect(problems.isEmpty)
  }

  @Test func anOlderValueThatIsDamagedIsNoLoss() throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      try store.set(.integer(2), forKey: "a")
      try store.synchronize()
    }
    try flipByte(at: 128 + 14, of: directory.file())
    let report = try LogReport(path: directory.file())
    #expect(
      report.damagedRanges.map(\.reason) == ["a record is wrong; a newer one of its key follows, so nothing is lost"]
    )
    #expect(report.keyCount == 1)
  }

  @Test func aWrongHeadBeforeSectorsOfZerosCostsNothing() throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file(), durability: .powerLoss)
      try store.set(.integer(1), forKey: "a")
      try store.set(.data(Data(count: 9_000)), forKey: "a")
    }
    try OpenFile(path: directory.file(), for: .reading).write([0xFF], at: 128 + 32)
    let (found, problems) = try catchingProblems { try values(FileStore(path: directory.file())) }
    #expect(found == ["a": .data(Data(count: 9_000))])
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  @Test func damageThatCannotBeRepairedIsReportedOnce() throws {
    let directory = try TemporaryDirectory()
    var sample = try makeSample(directory)
    sample[128 + 14] ^= 1
    let path = directory.file("damaged")
    try write(sample, toFile: path)
    #expect(link(path, directory.file("second")) == 0, "a file with two names is not replaced")
    let (_, problems) = try catchingProblems {
      let store = try FileStore(path: path)
      for number in 1...3 {
        try store.set(.integer(Int64(number)), forKey: "z")
        for (path, newPath) in [(path, directory.file("away")), (directory.file("away"), path)] {
          #expect(rename(path, newPath) == 0)
          try store.synchronize()
        }
      }
    }
    #expect(problems.map(\.kind).count { $0 == .damagedFile } == 1)
  }

  @Test func damageIsReportedOnceAndDescribed() throws {
    let directory = try TemporaryDirectory()
    var sample = try makeSample(directory)
    sample[128 + 14] ^= 1
    let damaged = try TemporaryDirectory()
    try write(sample, toFile: damaged.file())
    let path = try canonicalPath(damaged.file())
    let (_, problems) = try catchingProblems {
      let store = try FileStore(path: damaged.file())
      _ = try store.value(forKey: "a")
      _ = try store.keys()
      // Read again, the same damage is nothing new.
      for (path, newPath) in [(damaged.file(), damaged.file("away")), (damaged.file("away"), damaged.file())] {
        #expect(rename(path, newPath) == 0)
        try store.synchronize()
      }
      #expect(try store.keys().count == 3)
    }
    #expect(
      problems.map(\.description) == [
        "damagedFile: \(path) is damaged: bytes 128..<160: a record is wrong; the value of its key, whose CRC-32C is 3251651376, is lost. "
          + "The rest is in use; before a write repairs the file, it is copied to \(path).damaged-<number>"
      ]
    )
    let report = try LogReport(path: damaged.file())
    #expect(report.path == path)
    #expect(report.formatVersion == 3)
    #expect(report.fileSize == sample.count)
    #expect(report.recordCount == 6)
    #expect(report.keyCount == 3)
    #expect(report.damagedRanges.map(\.offset) == [128])
    #expect(report.damagedRanges.map(\.length) == [32])
    #expect(try bytes(ofFile: damaged.file()) == sample)
  }

  @Test func moreDamageIsReportedToo() throws {
    let directory = try TemporaryDirectory()
    _ = try makeSample(directory)
    let store = try FileStore(path: directory.file())
    let problems = Collector<DefaultsProblem.Kind>()
    try Defaults.withProblemHandler({ problems.append($0.kind) }) {
      for (count, offset) in [128 + 14, 128 + 32 + 14].enumerated() {
        try flipByte(at: offset, of: store.path)
        for (path, newPath) in [(store.path, directory.file("away")), (directory.file("away"), store.path)] {
          #expect(rename(path, newPath) == 0)
          try store.synchronize()
        }
        // A file that has just got its name may be one that is being copied.
        while problems.all.count <= count {
          _ = try store.value(forKey: "a")
          usleep(5_000)
        }
      }
    }
    #expect(problems.all == [.damagedFile, .damagedFile])
  }

  /// Whoever observes sees the file grow.
  @Test func aBackupThatIsCopiedToANewFileIsNoDamageMeanwhile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(["a": .data(Data(count: 3_000)), "b": .integer(2)])
    let backup = try bytes(ofFile: store.path)
    let (_, problems) = try catchingProblems {
      try FileManager.default.removeItem(atPath: store.path)
      try store.synchronize()
      #expect(try store.keys() == [])
      try write([], toFile: store.path)
      let copy = try OpenFile(path: store.path, for: .writing)
      for range in [0..<128, 128..<1_000, 1_000..<backup.count] {
        try copy.write(Array(backup[range]), at: range.lowerBound)
        _ = try store.keys()
      }
      #expect(try store.value(forKey: "b") == .integer(2))
    }
    #expect(problems.isEmpty)
  }

  @Test func copiesOfDamagedFilesDoNotReplaceEachOther() throws {
    let directory = try TemporaryDirectory()
    for round in 1...3 {
      try write(Array("NSDF".utf8) + [UInt8](repeating: 0x46, count: 0), toFile: directory.file())
      let (_, problems) = try catchingProblems {
        try FileStore(path: directory.file()).set(.integer(Int64(round)), forKey: "a")
      }
      #expect(problems.map(\.kind) == [.damagedFile])
    }
    #expect(
      try directory.names() == [
        "test.defaults", "test.defaults.damaged-1", "test.defaults.damaged-2", "test.defaults.damaged-3",
      ]
    )
  }

  @Test func aNewerVersionIsRefusedUntouched() throws {
    let directory = try TemporaryDirectory()
    var copy = Array("NSDFLT\r\n".utf8) + [4, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    copy.append(littleEndian: copy.withUnsafeBytes { CRC32C($0).checksum })
    let newer = copy + Array("whatever comes".utf8)
    try write(newer, toFile: directory.file())
    let path = try canonicalPath(directory.file())
    let error = DefaultsError.unreadableFile(path: path, reason: "its format version 4 is not known to this library")
    #expect(throws: error) { try FileStore(path: directory.file()) }
    #expect(throws: error) { try LogReport(path: directory.file()) }
    #expect(try bytes(ofFile: directory.file()) == newer)
  }

  @Test(arguments: ["x", "<plist/>", String(repeating: "{\"json\": true}", count: 100)])
  func aForeignFileIsRefusedUntouched(content: String) throws {
    let directory = try TemporaryDirectory()
    try write(Array(content.utf8), toFile: directory.file())
    #expect(throws: DefaultsError.self) { try FileStore(path: directory.file()) }
    #expect(try directory.names() == ["test.defaults"])
    #expect(try bytes(ofFile: directory.file()) == Array(content.utf8))
  }

  @Test func aForeignFileThatTakesThePlaceWhileOpenIsRefusedUntouched() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try write(Array("foreign".utf8), toFile: directory.file("new"))
    try FileManager.default.removeItem(atPath: directory.file())
    try FileManager.default.moveItem(atPath: directory.file("new"), toPath: directory.file())
    #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "a") }
    #expect(throws: DefaultsError.self) { try store.value(forKey: "a") }
    #expect(try bytes(ofFile: directory.file()) == Array("foreign".utf8))
  }

  /// Records begin at multiples of 8, and those in the value do with a name of one of these lengths.
  @Test(arguments: 1...8)
  func aRecordInsideAValueIsNotTakenForOne(lengthOfItsName: Int) throws {
    let directory = try TemporaryDirectory()
    let start: Int
    do {
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      let backup = try bytes(ofFile: directory.file())
      try store.set(.integer(2), forKey: "a")
      start = try bytes(ofFile: directory.file()).count
      try store.set(.data(Data(backup)), forKey: String(repeating: "b", count: lengthOfItsName))
      try store.synchronize()
    }
    var damaged = try bytes(ofFile: directory.file())
    // The head and the body, but nothing of the value.
    for offset in [start, start + 12] { damaged[offset] ^= 1 }
    try write(damaged, toFile: directory.file())
    let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
    #expect(try values(store) == ["a": .integer(2)])
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  @Test func aRecordThatClaimsFourGigabytesIsRefused() throws {
    let directory = try TemporaryDirectory()
    var sample = try makeSample(directory)
    let header = try #require(
      { if case .header(let header, _) = sample.withUnsafeBytes({ FileHeader.read($0) }) { header } else { nil } }()
    )
    // A head whose own checksum is right, so that only its length speaks against it.
    let head = UInt64(UInt32.max) | UInt64(RecordFormat.hash(of: "a")) << 32
    sample.store(littleEndian: .max, at: 128)
    sample.store(littleEndian: RecordSeed(salt: header.salt).checksum(ofHead: head, at: 128), at: 136)
    let damaged = try TemporaryDirectory()
    try write(sample, toFile: damaged.file())
    let (store, problems) = try catchingProblems { try FileStore(path: damaged.file()) }
    #expect(problems.count == 1)
    #expect(try values(store) == expected)
  }

  /// 2,000 files with one to eight random bytes changed, cut, repeated or moved.
  @Test func randomMutationsNeitherCrashNorHangNorInventValues() throws {
    let directory = try TemporaryDirectory()
    let sample = try makeSample(directory)
    let everWritten = expected.merging(["gone": .bool(true)]) { $1 }
    var generator = SeededGenerator(1)
    let path = try TemporaryDirectory()
    for round in 0..<300 * faultRounds {
      let mutated = mutate(sample, &generator)
      try write(mutated, toFile: path.file())
      try catchingProblems {
        guard let store = try? FileStore(path: path.file()) else { return }
        for (key, value) in try values(store) {
          #expect(everWritten[key] == value || key == "b" && value == .integer(9), "round \(round)")
        }
      }.0
    }
  }

  @Test func randomBytesAreNoFile() throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(2)
    for _ in 0..<200 * faultRounds {
      let size = Int.random(in: 1...2000, using: &generator)
      let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try write(noise, toFile: directory.file())
      #expect(throws: DefaultsError.self) { try FileStore(path: directory.file()) }
      #expect(try bytes(ofFile: directory.file()) == noise)
    }
  }

  private func mutate(_ sample: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &generator)
      let end = Int.random(in: index...bytes.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes.removeSubrange(end...)
      case 1: bytes.removeSubrange(index..<min(end, index + 40))
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 3: bytes.replaceSubrange(index..<end, with: [UInt8](repeating: 0, count: end - index))
      default: bytes[index] = .random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }
}
