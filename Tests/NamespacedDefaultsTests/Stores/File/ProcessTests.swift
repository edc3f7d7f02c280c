import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What several processes, and kills among them, do to one file.
@Suite struct ProcessTests {
  /// A process writes without pause, and compacts its file every few hundred writes, until it is killed.
  @Test func afterAKillEveryWriteThatHadReturnedIsThere() throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(3)
    for round in 0..<15 * faultRounds {
      let process = try HelperProcess(["open", directory.file(), "churn", "key"])
      let first = try #require(process.nextLine())
      usleep(.random(in: 0...15_000, using: &generator))
      let last = try #require(Int64(process.kill().last ?? first))

      #expect(try LogReport(path: directory.file()).damage == [], "round \(round)")
      let (store, problems) = try catchingProblems { try FileStore(path: directory.file()) }
      #expect(problems.isEmpty, "round \(round)")
      // The write that was under way may have come to its end.
      let stored = try #require(try store.value(forKey: "key"))
      #expect(stored == .integer(last) || stored == .integer(last + 1), "round \(round): \(last) had returned")
      #expect(try store.value(forKey: "key.ballast") == .data(Data(repeating: 1, count: 1000)))
      // Would wait for ever if a lock had been left behind.
      try store.set(.integer(Int64(round)), forKey: "round")
    }
  }

  @Test func aReaderFollowsThroughKillsAndCompactions() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    var generator = SeededGenerator(4)
    for round in 0..<5 * faultRounds {
      let process = try HelperProcess(["open", directory.file(), "churn", "key"])
      for _ in 0..<Int.random(in: 1...600, using: &generator) {
        let returned = try #require(process.nextLine().flatMap { Int64($0) })
        guard case .integer(let stored) = try store.value(forKey: "key") else {
          Issue.record("round \(round): nothing is stored")
          break
        }
        #expect(stored >= returned, "round \(round)")
      }
      let last = try #require(Int64(process.kill().last ?? "0"))
      guard case .integer(let stored) = try store.value(forKey: "key") else {
        Issue.record("round \(round): nothing is stored after the kill")
        return
      }
      #expect(stored >= last, "round \(round)")
    }
  }

  @Test(arguments: [[], ["no-bus-handler"]]) func eightProcessesLoseNoUpdate(first: [String]) throws {
    let directory = try TemporaryDirectory()
    let processes = try (0..<8).map { _ in
      try HelperProcess(first + ["open", directory.file(), "increment", "counter", "\(200 * faultRounds)"])
    }
    let names = try processes.map { try #require(try $0.finish().last) }
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "counter") == .integer(Int64(1_600 * faultRounds)))
    for name in names { #expect(try store.value(forKey: name) == .integer(Int64(200 * faultRounds))) }
    let report = try LogReport(path: directory.file())
    #expect(report.damage == [])
    #expect(report.fileSize <= 300 << 10, "it was compacted")
  }

  @Test func aBackupMovedOverTheFileUnderLoadIsTakenOver() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let processes = try (0..<2).map { try HelperProcess(["open", directory.file(), "churn", "key \($0)"]) }
    for process in processes { _ = process.nextLine() }
    for round in 1...10 {
      let backup = try FileStore(path: directory.file("backup.defaults"))
      try backup.set(.integer(Int64(round)), forKey: "restored")
      #expect(rename(backup.path, store.path) == 0)
      try store.synchronize()
      #expect(try store.value(forKey: "restored") == .integer(Int64(round)))
      for process in processes { #expect(process.nextLine() != nil, "it goes on") }
    }
    // What they print next may be of a write before the last backup, so the store itself is asked. It is taken all the same,
    // because they do not write while nobody does.
    let written = Lockbox<Set<String>>([])
    let observation = store.observe { change in
      if change.newValue != nil { written.change { $0.insert(change.key) } }
    }
    for (index, process) in processes.enumerated() {
      var lineCount = 0
      while !written.value.contains("key \(index)"), lineCount < 1_000_000, process.nextLine() != nil { lineCount += 1 }
      #expect(written.value.contains("key \(index)"), "both write into the new file")
    }
    observation.cancel()
    for process in processes { _ = process.kill() }
    #expect(try LogReport(path: directory.file()).damage == [])
  }

  @Test func writesGoOnWhileBackupsAreMovedOverTheFile() throws {
    let directory = try TemporaryDirectory()
    let backup = try FileStore(path: directory.file("backup.defaults"))
    try backup.set(1, forKey: "restored")
    let bytes = try Data(contentsOf: URL(filePath: backup.path))
    let (file, copy) = (directory.file("settings.defaults"), directory.file("copy.defaults"))
    let process = try HelperProcess(["open", file, "churn", "key"])
    for _ in 1...600 {
      try bytes.write(to: URL(filePath: copy))
      #expect(rename(copy, file) == 0)
      // It writes only while somebody reads what it prints. Each line is the number of a write.
      for _ in 1...10 { #expect(process.nextLine().flatMap(Int.init) != nil, "the rename is no error of a write") }
    }
    _ = process.kill()
  }

  @Test func anotherProcessesWriteIsSeenByTheNextRead() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.path + "/not/yet/test.defaults")
    #expect(try store.value(forKey: "a") == nil)
    #expect(try HelperProcess.run("open", store.path, "set", "a", "1") == ["ok"])
    #expect(try store.value(forKey: "a") == .integer(1))
    #expect(try HelperProcess.run("open", store.path, "set", "a", "2") == ["ok"])
    #expect(try store.value(forKey: "a") == .integer(2))
    #expect(try HelperProcess.run("open", store.path, "remove", "a") == ["ok"])
    #expect(try store.keys() == [])
    // Enough for several compactions.
    #expect(try HelperProcess.run("open", store.path, "increment", "a", "2000").count == 1)
    #expect(try store.value(forKey: "a") == .integer(2000))
  }

  @Test func aFileThatAnotherProcessKeepsLockedIsOpenedAndRead() throws {
    let directory = try TemporaryDirectory()
    let holder = try HelperProcess(["open", directory.file(), "set", "a", "1", "hold"])
    #expect(holder.nextLine() == "ok")
    #expect(holder.nextLine() == "held")
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "keys") == ["1", "1"])
    _ = holder.kill()
  }

  @Test func aKilledProcessLeavesNoLockBehind() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let process = try HelperProcess(["open", directory.file(), "hold"])
    #expect(process.nextLine() == "held")
    let results = Collector<String>()
    Thread.detachNewThread {
      results.append((try? store.set(.integer(1), forKey: "a")) != nil ? "written" : "failed")
    }
    usleep(50_000)
    #expect(results.all == [], "the other process holds the lock")
    _ = process.kill()
    #expect(results.waitFor { _ in true })
    #expect(results.all == ["written"])
  }

  @Test func aForkedChildGoesOnWithoutDisturbingItsParent() throws {
    let directory = try TemporaryDirectory()
    // Once before there is a file, once with an open one.
    for round in 1...2 * Int64(faultRounds) {
      let lines = try HelperProcess.run("open", directory.file(), "get", "c", "fork", "increment", "c", "1000")
      let pids = lines.dropFirst().filter { Int($0) != nil }
      #expect(Set(pids).count == 2)
      let store = try FileStore(path: directory.file())
      #expect(try store.value(forKey: "c") == .integer(2000 * round))
      for pid in pids { #expect(try store.value(forKey: pid) == .integer(1000)) }
      #expect(try LogReport(path: directory.file()).damage == [])
    }
  }

  /// Observation's lock may be one that another thread of the parent had.
  @Test func aForkedChildFiresNoTrackingOfItsParent() throws {
    let directory = try TemporaryDirectory()
    let arguments = ["set", "c", "0", "track-once", "c", "fork", "increment", "c", "1"]
    let lines = try HelperProcess.run(arguments: ["open", directory.file()] + arguments)
    #expect(lines.filter { $0 == "fired" } == ["fired"])
  }

  /// Or it would close its own file, or one of the program, when it leaves that of its parent.
  @Test func aChildThatHasAFileWithoutItsDescriptorGoesOn() throws {
    let directory = try TemporaryDirectory()
    let arguments = ["set", "c", "0", "fork-early", "increment", "c", "100", "get", "c"]
    let lines = try HelperProcess.run(arguments: ["open", directory.file()] + arguments)
    #expect(lines.filter { $0.hasPrefix("error") } == [])
    #expect(try FileStore(path: directory.file()).value(forKey: "c") == .integer(200))
  }

  @Test func aChildThatIsForkedWhileThreadsWriteMayWrite() throws {
    let directory = try TemporaryDirectory()
    let count = 5 * faultRounds
    #expect(try HelperProcess.run("open", directory.file(), "fork-while-writing", "\(count)") == ["\(count)"])
    #expect(try LogReport(path: directory.file()).damage == [])
    #expect(try FileStore(path: directory.file()).keys().count == count + 4)
  }

  @Test func aTransactionThatAForkDuplicatesIsCommittedByTheParentAlone() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run("open", directory.file(), "fork-in-own-transaction")
    let refusal =
      "child: the transaction began before a fork, and its store is locked by the parent, which commits it; nothing was "
      + "changed here"
    #expect(lines.sorted() == [refusal, "parent: ok"])
    let store = try FileStore(path: directory.file())
    #expect(try store.value(forKey: "count") == .integer(1))
    #expect(try store.keys().sorted() == ["child", "count", "parent"], "both go on")
  }

  @Test func aProcessThatGoesIntoTheBackgroundGoesOnWithItsStore() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run("open", directory.file(), "set", "a", "1", "daemon", "set", "b", "2", "get", "a")
    #expect(lines == ["ok", "ok", "1"])
  }

  /// Only the parent ends its transaction.
  @Test func aChildThatIsForkedDuringATransactionOfAThreadIsOutsideOfIt() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      arguments: ["open", directory.file(), "fork-in-transaction", directory.file("go"), "get", "b", "get", "c"]
    )
    #expect(lines == ["1 2 2", "ok", "2", "3"])
  }

  @Test func aChildThatIsForkedWhileAnotherThreadReadsHasTheFileAndNoDefaultInSilence() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      arguments: ["print-problems", "open", directory.file(), "fork-while-locked", directory.file("go"), "get", "a"]
    )
    let refusal =
      "another thread was using the store when this process was forked, so what it has in memory may be half changed; use "
      + "it in one process only, or a FileStore, which reads its file again"
    let problem = "problem: failedRead for \"a\": \(refusal); defaults are used"
    #expect(lines == [refusal, problem, "0", #"["a", "b"]"#, #"["a", "b"]"#, "ok", "1"])
  }

  @Test func anIdleChildKeepsNoLock() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let old = try OpenFile(path: store.path, for: .reading)
    // The child has the file open that its parent then compacts, and lives on.
    let parent = try HelperProcess([
      "open", directory.file(), "set", "b", "1", "idle-child", "3", "increment", "c", "600",
    ])
    #expect(parent.nextLine() == "ok")
    #expect(parent.nextLine() != nil)
    #expect(try FileStatus(path: store.path)?.identity != old.identity, "it was compacted")
    #expect(try old.tryLock())
    #expect(try OpenFile(path: store.path, for: .reading).tryLock())
    _ = try parent.finish()
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func whatAProgramPrintsNeverGoesIntoTheFile(_ redirection: String) throws {
    let directory = try TemporaryDirectory()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let command = #""$0" open "$1" set a 1 get a set b 2 unknown \#(redirection)"#
    shell.arguments = ["-c", command, HelperProcess.executable.path, directory.file()]
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(try LogReport(path: directory.file()).damage == [])
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "get", "b") == ["1", "2"])
  }

  @Test func interruptedSystemCallsAreMadeAgain() throws {
    let directory = try TemporaryDirectory()
    let processes = try (0..<2).map { _ in
      try HelperProcess(["interrupt", "300", "open-power-loss", directory.file(), "increment", "c", "500"])
    }
    for process in processes { #expect(try process.finish().count == 1) }
    #expect(try FileStore(path: directory.file()).value(forKey: "c") == .integer(1000))
  }

  @Test func theEndOfANestedCallKeepsTheFileLocked() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let other = try OpenFile(path: store.path, for: .reading)
    try store.transaction {
      try store.set(.integer(2), forKey: "a")
      #expect(try !other.tryLock())
    }
    #expect(try other.tryLock())
  }

  @Test func aWaitForTheLockThatIsInterruptedGoesOn() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let process = try store.transaction {
      let process = try HelperProcess(["interrupt", "300", "open", directory.file(), "get", "a", "set", "b", "2"])
      #expect(process.nextLine() == "1")
      // Long enough for the process to wait and to be interrupted.
      usleep(50_000)
      return process
    }
    #expect(try process.finish() == ["ok"])
  }
}
