import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What programs that do not use the library do to a file that is open: `: >` empties it, and `cp` copies over it.
@Suite struct OverwritingTests {
  private let directory: TemporaryDirectory
  private let store: FileStore
  private let backup: [UInt8]

  /// A store with `a` at 1 and `b` at 2, and a backup of it with `a` at 7 and nothing else.
  init() throws {
    directory = try TemporaryDirectory()
    let former = try FileStore(path: directory.file("backup.defaults"))
    try former.set(.integer(7), forKey: "a")
    backup = try bytes(ofFile: former.path)
    store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try store.set(.integer(2), forKey: "b")
  }

  /// Does what `cp` does: empties the file, and writes the bytes into it.
  private func overwrite(with bytes: some Collection<UInt8>) throws {
    let file = try #require(fopen(store.path, "w"))
    defer { fclose(file) }
    #expect(fwrite(Array(bytes), 1, bytes.count, file) == bytes.count)
  }

  @Test func anEmptiedFileIsAnEmptyStore() throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    #expect(key.value == 1)
    try overwrite(with: [])
    #expect(key.value == 0)
    #expect(try store.keys() == [])
    try store.set(.integer(3), forKey: "c")
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "c") == ["1", "3"])
  }

  @Test func aWriteIntoAnEmptiedFileIsTheOnlyOneInIt() throws {
    try overwrite(with: [])
    try store.set(.integer(3), forKey: "c")
    #expect(try store.keys() == ["c"])
    #expect(try LogReport(path: store.path).damage == [])
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "c") == ["1", "3"])
  }

  @Test func aFileThatIsCopiedOverIsReadAndItsDifferencesAreAnnounced() throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    #expect(key.value == 1)
    let changes = Collector<DefaultsChange>()
    let observation = store.observe { changes.append($0) }
    try overwrite(with: backup)
    #expect(key.value == 7)
    #expect(changes.waitFor { $0.key == "b" && $0.newValue == nil })
    #expect(try store.keys() == ["a"])
    observation.cancel()
  }

  /// The file is made, remembered, and emptied and filled again within one tick of the clock by which it was absent.
  @Test func whatIsRememberedOfAnOpenFileDoesNotCountWhileItIsReadAgain() throws {
    for round in 1...1_000 {
      let store = try FileStore(path: directory.file("\(round).defaults"))
      let time = CoarseClock.now
      #expect(try store.value(forKey: "a") == nil)
      try store.set(1, forKey: "a")
      // As a thread has it that has begun to read the emptied file.
      let isCurrent = try store.locked.withLock { engine in
        engine.leave()
        try engine.header.showNothing()
        return engine.head.pointee.isCurrent
      }
      guard CoarseClock.now == time else { continue }
      #expect(!isCurrent)
      return
    }
    Issue.record("no round took less than a tick")
  }

  @Test func aFileThatIsCopiedOverIsWrittenOn() throws {
    try overwrite(with: backup)
    try store.update("a") { value in
      #expect(value == .integer(7))
      value = .integer(8)
    }
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "a") == ["1", "8"])
    #expect(try LogReport(path: store.path).damage == [])
  }

  /// The commit pointer is the same as before, for the two have the same length and, as it happens, generation.
  @Test func aWriterTellsACopyFromItsOwnFileByTheSalt() throws {
    var copy = try bytes(ofFile: store.path)
    let twin = try FileStore(path: directory.file("twin.defaults"))
    try twin.set(.integer(8), forKey: "a")
    try twin.set(.integer(9), forKey: "b")
    let pointer = copy[24..<32]
    copy = try bytes(ofFile: twin.path)
    copy[24..<32] = pointer
    try overwrite(with: copy)
    try store.set(.integer(10), forKey: "c")
    #expect(try store.value(forKey: "b") == .integer(9))
    #expect(try LogReport(path: store.path).damage == [])
  }

  /// The commit pointer follows that of the open file, as if another process had written more.
  @Test func aReaderTellsACopyFromMoreRecordsByTheirChecksums() throws {
    let other = try FileStore(path: directory.file("other.defaults"))
    for name in ["c", "d", "e"] { try other.set(.integer(3), forKey: name) }
    let pointer = CommitPointer(length: other.locked.pointer.length, generation: store.locked.pointer.generation)
    var copy = try bytes(ofFile: other.path)
    copy[24..<32] = withUnsafeBytes(of: pointer.rawValue.littleEndian) { ArraySlice($0) }
    #expect(try store.keys().sorted() == ["a", "b"])
    try overwrite(with: copy)
    #expect(try store.keys().sorted() == ["c", "d", "e"])
  }

  /// Until the clock ticks, what was read while there was no file may be read again, and nothing else.
  @Test func aFileThatHasAppearedIsNotTakenForAbsent() throws {
    let sample = try FileStore(path: directory.file("sample.defaults"))
    let files = try [1, 2].map { number in
      try sample.set(.int(number), forKey: "d")
      return try bytes(ofFile: sample.path)
    }
    try MappedHeader.$mapsFiles.withValue(false) {
      for round in 0..<20 {
        let path = directory.file("\(round).defaults")
        let store = try FileStore(path: path)
        let key = DefaultsKey("d", defaultValue: 0, store: store)
        for _ in 0..<3 { #expect(key.value == 0) }
        try write(files[0], toFile: path)
        #expect(try store.keys() == ["d"])
        for _ in 0..<3 { #expect(key.value == 1) }
        try write(files[1], toFile: path)
        #expect(key.value == 2, "round \(round)")
      }
    }
  }

  @Test func aFileThatIsEmptiedDuringAWriteIsEmptyAndTheWriteThrows() throws {
    #expect(throws: DefaultsError.overwrittenFile(path: store.path)) {
      try store.update("a") { value in
        try overwrite(with: [])
        value = .integer(3)
      }
    }
    #expect(try store.keys() == [])
    try store.set(.integer(4), forKey: "d")
    #expect(try HelperProcess.run("open", store.path, "keys", "get", "d") == ["1", "4"])
  }

  @Test func aFileThatIsEmptiedBetweenARecordAndItsCommitPointerIsEmpty() throws {
    let path = store.path
    let isEmptied = Collector<Bool>()
    #expect(throws: DefaultsError.overwrittenFile(path: path)) {
      try FileSystemChange.observe { change in
        // The write of the record comes first; the commit pointer follows it.
        guard change.path == path, case .write(_, _, offset: 24) = change.kind, isEmptied.all.isEmpty else { return }
        isEmptied.append(truncate(path, 0) == 0 && truncate(path, 600) == 0)
      } during: {
        try store.set(.integer(3), forKey: "c")
      }
    }
    #expect(isEmptied.all == [true])
    #expect(try store.keys() == [])
    try store.set(.integer(4), forKey: "d")
    #expect(try HelperProcess.run("open", path, "keys", "get", "d") == ["1", "4"])
  }

  @Test func aReadLeavesTheLockToWhoWritesANewHeader() throws {
    let (store, path) = (store, store.path)
    try overwrite(with: [UInt8](repeating: 0, count: 16))
    let wasFree = Collector<Bool>()
    try FileSystemChange.observe { change in
      guard change.path == path, case .write(_, _, offset: 0) = change.kind, wasFree.all.isEmpty else { return }
      let reads = Collector<[String]?>()
      Thread.detachNewThread { reads.append(try? store.keys()) }
      #expect(reads.waitFor { $0 == [] })
      wasFree.append((try? OpenFile(path: path, for: .reading).tryLock()) == true)
    } during: {
      try store.set(.integer(3), forKey: "c")
    }
    #expect(wasFree.all == [false])
    #expect(try store.keys() == ["c"])
  }

  @Test func aFileThatIsCopiedOverDuringAWriteKeepsWhatWasCopied() throws {
    #expect(throws: DefaultsError.overwrittenFile(path: store.path)) {
      try store.update("a") { value in
        try overwrite(with: backup)
        value = .integer(3)
      }
    }
    #expect(try bytes(ofFile: store.path) == backup)
    #expect(try store.value(forKey: "a") == .integer(7))
  }

  @Test func aFileThatIsCopiedOverDuringACompactionIsNotReplaced() throws {
    let (path, backup) = (store.path, backup)
    let newPath = store.locked.newPath
    #expect(throws: DefaultsError.overwrittenFile(path: path)) {
      try FileSystemChange.observe { change in
        guard change.path == newPath, case .synchronization = change.kind else { return }
        #expect(throws: Never.self) { try write(backup, toFile: path) }
      } during: {
        try store.compact()
      }
    }
    #expect(try store.value(forKey: "a") == .integer(7))
    #expect(try directory.names() == ["backup.defaults", "test.defaults"])
  }

  /// Nobody observes the store or synchronizes it.
  @Test(arguments: [false, true]) func aHalfCopiedFileIsReadAsFarAsItGoesAndThenToItsEnd(wasOnTheDisk: Bool) throws {
    #expect(try store.keys().count == 2)
    let (first, rest) = try halves(synchronized: wasOnTheDisk)
    let key = DefaultsKey<Data?>("d", store: store)
    #expect(key.value == nil)
    try overwrite(with: first)
    let (keys, problems) = try catchingProblems { try store.keys() }
    #expect(keys == ["c"])
    #expect(problems.isEmpty, "it may be about to get its rest")
    #expect(key.value == nil)
    try append(rest)
    #expect(key.value == Data(repeating: 1, count: 1000))
    #expect(try store.keys().sorted() == ["c", "d"])
  }

  /// Copies in pieces, while threads read; after the end of each copy the next read has all of it.
  @Test func whoReadsDuringACopyReadsAllOfItAfterItsEnd() throws {
    let sample = try FileStore(path: directory.file("sample.defaults"))
    for index in 0..<60 { try sample.set(.data(Data(repeating: UInt8(index), count: 10_000)), forKey: "k\(index)") }
    let copy = try bytes(ofFile: sample.path)
    let keys = (0..<60).map { DefaultsKey<Data?>("k\($0)", store: store) }
    let stop = Atomic(false)
    let ended = Collector<Int>()
    for thread in 0..<2 {
      Thread.detachNewThread {
        while !stop.load(ordering: .relaxed) { _ = keys.randomElement()?.value }
        ended.append(thread)
      }
    }
    var generator = SeededGenerator(7)
    for round in 0..<12 * faultRounds {
      let file = try #require(fopen(store.path, "w"))
      for start in stride(from: 0, to: copy.count, by: 64 << 10) {
        let piece = Array(copy[start..<min(start + 64 << 10, copy.count)])
        #expect(fwrite(piece, 1, piece.count, file) == piece.count)
        fflush(file)
        usleep(.random(in: 0...300, using: &generator))
      }
      fclose(file)
      let missing = keys.filter { $0.value?.count != 10_000 }
      #expect(missing.isEmpty, "round \(round)")
      #expect(try store.keys().count == 60, "round \(round)")
    }
    stop.store(true, ordering: .relaxed)
    for thread in 0..<2 { #expect(ended.waitFor { $0 == thread }) }
  }

  /// Does what `rsync --inplace` does: writes pieces over the file, and cuts it at the end.
  private func overwriteInPlace(with bytes: [UInt8], _ afterEachPiece: (Int) throws -> Void) throws {
    let file = try OpenFile(path: store.path, for: .writing)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      try file.write(Array(bytes[start..<min(start + 4096, bytes.count)]), at: start)
      try afterEachPiece(start)
    }
    try file.truncate(to: bytes.count)
  }

  /// Two files of some size: one that the store has, and one to be copied over it.
  ///
  /// If they have a common origin, the records of one are good in the other too. Where one ends, no piece of 4 KB does:
  /// the file would be whole in the middle of a copy.
  private func makeFiles(ofCommonOrigin hasCommonOrigin: Bool) throws -> [UInt8] {
    let source = directory.file("source.defaults")
    if hasCommonOrigin { try write(bytes(ofFile: store.path), toFile: source) }
    let other = try FileStore(path: source)
    for index in 0..<30 { try other.set(.data(Data(repeating: 7, count: 640)), forKey: "k\(index)") }
    for index in 0..<60 { try store.set(.data(Data(repeating: 1, count: 640)), forKey: "k\(index)") }
    return try bytes(ofFile: source)
  }

  @Test(arguments: [false, true]) func whoReadsDuringACopyInPlaceReadsAllOfItAfterItsEnd(hasCommonOrigin: Bool) throws {
    let copy = try makeFiles(ofCommonOrigin: hasCommonOrigin)
    let keys = (0..<30).map { DefaultsKey<Data?>("k\($0)", store: store) }
    try catchingProblems {
      try overwriteInPlace(with: copy) { _ in
        _ = keys.map(\.value)
        // Long enough for what was read to count as what the file has for good, if it is whole.
        usleep(150_000)
        _ = keys.map(\.value)
      }
    }.0
    #expect(keys.allSatisfy { $0.value == Data(repeating: 7, count: 640) })
    usleep(150_000)
    #expect(keys.allSatisfy { $0.value == Data(repeating: 7, count: 640) })
    #expect(store.locked.pointer == CommitPointer(length: copy.count, generation: store.locked.pointer.generation))
    #expect(store.locked.word.pointee.load(ordering: .relaxed) != 0, "it is mapped again")
  }

  @Test(arguments: [false, true]) func aWriteAfterACopyInPlaceKeepsAllOfIt(hasCommonOrigin: Bool) throws {
    let copy = try makeFiles(ofCommonOrigin: hasCommonOrigin)
    try overwriteInPlace(with: copy) { start in if start == 4096 { _ = try store.keys() } }
    try store.set(.integer(1), forKey: "new")
    #expect(try (0..<30).allSatisfy { try store.value(forKey: "k\($0)") == .data(Data(repeating: 7, count: 640)) })
    #expect(try LogReport(path: store.path).damage == [])
    #expect(try directory.names().allSatisfy { !$0.contains("damaged") })
  }

  /// A file of the same origin and length has the same commit pointer.
  @Test func aCompactionTakesInWhatWasCopiedOverTheFileUnnoticed() throws {
    let source = directory.file("source.defaults")
    try write(bytes(ofFile: store.path), toFile: source)
    try FileStore(path: source).set(.integer(7), forKey: "c")
    let copy = try bytes(ofFile: source)
    try store.set(.integer(1), forKey: "c")
    try overwriteInPlace(with: copy) { _ in }
    #expect(try store.value(forKey: "c") == .integer(1), "nothing tells it")
    try store.compact()
    #expect(try store.value(forKey: "c") == .integer(7))
  }

  @Test func aWriteTakesInTheRestOfAFileThatWasHalfCopied() throws {
    let (first, rest) = try halves()
    try overwrite(with: first)
    #expect(try store.keys() == ["c"])
    try append(rest)
    try store.set(.integer(1), forKey: "e")
    #expect(try store.keys().sorted() == ["c", "d", "e"])
    #expect(try LogReport(path: store.path).damage == [])
  }

  #if os(Linux)
    @Test func observersAreCalledForTheRestOfAFileThatWasHalfCopied() throws {
      let changes = Collector<DefaultsChange>()
      let observation = store.observe { changes.append($0) }
      let (first, rest) = try halves()
      try overwrite(with: first)
      #expect(changes.waitFor { $0.key == "c" })
      try append(rest)
      #expect(changes.waitFor { $0.key == "d" })
      observation.cancel()
    }
  #endif

  /// The two halves of a file with `c` and `d`; the second one begins in the record of `d`.
  private func halves(synchronized: Bool = false) throws -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let large = try FileStore(path: directory.file("large.defaults"))
    for name in ["c", "d"] { try large.set(.data(Data(repeating: 1, count: 1000)), forKey: name) }
    if synchronized { try large.synchronize() }
    let bytes = try bytes(ofFile: large.path)
    return (bytes[..<1500], bytes[1500...])
  }

  private func append(_ bytes: ArraySlice<UInt8>) throws {
    let file = try #require(fopen(store.path, "a"))
    defer { fclose(file) }
    #expect(fwrite(Array(bytes), 1, bytes.count, file) == bytes.count)
  }

  /// A read waits for whoever may be about to mend the file.
  ///
  /// Then another thread of this process locks it.
  @Test func aReadThatHasWaitedLeavesTheFileToTheThreadThatWrites() throws {
    let (first, rest) = try halves()
    var damaged = first + rest
    damaged[500] ^= 0xFF
    let isFree = Collector<Bool>()
    // Either may get the file first.
    for round in 1...10 {
      let holder = try OpenFile(path: store.path, for: .reading)
      let other = try OpenFile(path: store.path, for: .reading)
      #expect(try holder.tryLock(.exclusive))
      try overwrite(with: damaged)
      let (hasRead, hasWritten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread { [store] in
        _ = try? store.value(forKey: "a")
        hasRead.signal()
      }
      // It waits for 100 ms at most, and looks less often by and by.
      usleep(50_000)
      Thread.detachNewThread { [store] in
        try? store.update("c") {
          hasRead.wait()
          isFree.append((try? other.tryLock(.exclusive)) != false)
          other.unlock()
          $0 = .integer(Int64(round))
        }
        hasWritten.signal()
      }
      usleep(1_000)
      holder.unlock()
      hasWritten.wait()
      #expect(try store.value(forKey: "c") == .integer(Int64(round)))
    }
    #expect(isFree.all == [Bool](repeating: false, count: 10), "the thread that writes has locked the file")
  }

  @Test(arguments: [[], ["no-bus-handler"]])
  func processesOutlastCopiesOverTheirFileAndReadTheLast(first: [String]) throws {
    let (path, stop, go) = (store.path, directory.file("stop"), directory.file("go"))
    let storm =
      first + [
        "open", path, "observe-all", "get", "a", "write-until", stop, "await-file", go, "get", "a", "get", "b",
      ]
    let processes = try (0..<3).map { try HelperProcess(storm + ["set", "own \($0)", "1", "get", "own \($0)"]) }
    for process in processes { #expect(process.nextLine() != nil, "it has opened the file") }
    var generator = SeededGenerator(6)
    for _ in 0..<100 * faultRounds {
      try overwrite(with: Bool.random(using: &generator) ? [] : backup)
      usleep(.random(in: 0...2_000, using: &generator))
      // A process that is killed by a signal reads no more, whoever it is.
      _ = try? store.value(forKey: "a")
    }
    try write([], toFile: stop)
    for process in processes { #expect(process.nextLine() == "ok", "nothing has ended it") }
    try overwrite(with: backup)
    // Read before the writes that follow, after which the file may be as long as it was in the storm.
    #expect(try store.value(forKey: "a") == .integer(7))
    try write([], toFile: go)
    for process in processes { #expect(try process.finish() == ["7", "none", "ok", "1"]) }
    #expect(try LogReport(path: path).damage == [])
    #expect(try store.keys().sorted() == ["a", "own 0", "own 1", "own 2"])
  }

  @Test func aBusErrorElsewhereEndsTheProcessAsEver() throws {
    try write([1], toFile: directory.file("other"))
    let (reason, status, lines) = try end(of: ["bus-error", directory.file("other")], ["SWIFT_BACKTRACE": "enable=no"])
    #expect(reason == .uncaughtSignal)
    #expect(status == SIGBUS)
    #expect(lines == ["1"])
  }

  #if os(Linux)
    @Test(arguments: [[], ["no-bus-handler"]]) func theHandlerIsInstalledUnlessTheProgramSaysNo(first: [String]) throws
    {
      let process = try HelperProcess(
        first + ["open", store.path, "get", "a", "await-file", directory.file("go"), "get", "a"],
        // The runtime and the thread sanitizer handle the signal too, unless they are told not to.
        environment: ProcessInfo.processInfo.environment
          .merging(["SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": "handle_sigbus=0"]) { $1 }
      )
      #expect(process.nextLine() == "1")
      let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
      let caught = try #require(UInt64(line.drop { !$0.isWhitespace }.drop { $0.isWhitespace }, radix: 16))
      #expect((caught >> UInt64(SIGBUS - 1) & 1 == 1) == first.isEmpty)
      try overwrite(with: [])
      try write([], toFile: directory.file("go"))
      #expect(try process.finish() == ["none"])
    }
  #endif

  /// A handler that does not call the one before takes ours out.
  ///
  /// The next file that is opened is not mapped.
  @Test func aProcessWhoseHandlerIsTakenOutReadsTheFileItself() throws {
    let go = directory.file("go")
    let process = try HelperProcess([
      "open", store.path, "get", "a", "replace-bus-handler", "compact", "await-file", go, "get", "a", "set", "c", "3",
      "get", "c",
    ])
    #expect(process.nextLine() == "1")
    #expect(process.nextLine() == "ok")
    try overwrite(with: [])
    try write([], toFile: go)
    #expect(try process.finish() == ["none", "ok", "3"])
  }

  @Test func aBusErrorThatIsSentEndsTheProcessAsEver() throws {
    let (reason, status, lines) = try end(of: ["raise", "\(SIGBUS)", "get", "a"], ["SWIFT_BACKTRACE": "enable=no"])
    #expect(reason == .uncaughtSignal)
    #expect(status == SIGBUS)
    #expect(lines == ["1"])
  }

  /// Runs a process that reads the file, and then does more, in an environment with some variables.
  private func end(
    of work: [String],
    _ variables: [String: String]
  ) throws -> (Process.TerminationReason, Int32, [String]) {
    // The handler of the thread sanitizer ends the process in another way.
    let sanitizer = ["TSAN_OPTIONS": "handle_sigbus=0"]
    let environment = ProcessInfo.processInfo.environment.merging(sanitizer) { $1 }.merging(variables) { $1 }
    return try HelperProcess(["open", store.path, "get", "a"] + work, environment: environment).end()
  }

  @Test func aHandlerThatWasInstalledBeforeGetsTheBusErrorsOfOtherPages() throws {
    try write([1], toFile: directory.file("other"))
    let process = try HelperProcess([
      "bus-handler", "open", store.path, "get", "a", "bus-error", directory.file("other"),
    ])
    let (reason, status, lines) = process.end()
    #expect(reason == .exit)
    #expect(status == 7)
    #expect(lines == ["1", "handled"])
  }

  @Test func aThreadThatWatchesAFileOutlastsItsTruncation() throws {
    let changes = Collector<DefaultsChange>()
    let observation = store.observe { changes.append($0) }
    for round in 1...50 as ClosedRange<Int64> {
      try overwrite(with: [])
      try store.set(.integer(100 + round), forKey: "a")
      #expect(changes.waitFor { $0.newValue == .integer(100 + round) })
    }
    observation.cancel()
  }
}
