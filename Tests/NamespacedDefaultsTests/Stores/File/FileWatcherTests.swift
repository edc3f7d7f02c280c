#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  @Suite struct FileWatcherTests {
    private func observe(_ store: FileStore) -> (Collector<DefaultsChange>, Int) {
      let changes = Collector<DefaultsChange>()
      return (changes, store.context.changes.addObserver(forKey: nil) { changes.append($0) })
    }

    @Test func otherProcessesWritesReachObserversWithoutACall() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      let (changes, _) = observe(store)
      #expect(try HelperProcess.run("open", directory.file(), "set", "a", "2", "remove", "a") == ["ok", "ok"])
      #expect(changes.waitFor { $0.newValue == nil })
      #expect(
        changes.all == [
          DefaultsChange(key: "a", oldValue: .integer(1), newValue: .integer(2)),
          DefaultsChange(key: "a", oldValue: .integer(2), newValue: nil),
        ]
      )
    }

    @Test func aFileThatIsReadAsAWholeAnnouncesSettingsAlone() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      let (changes, _) = observe(store)
      let other = try FileStore(path: directory.file("other"))
      try other.set(["a": 1, ReservedName.replica: ["version": 1]])
      try FileManager.default.moveItem(atPath: other.path, toPath: store.path)
      try store.synchronize()
      #expect(changes.all == [DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
    }

    @Test func aWriteIsHeardOfHoweverLongItsWriterTakesToMakeItCount() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      let (changes, _) = observe(store)
      // What another process does, but slowly.
      let file = try OpenFile(path: store.path, for: .reading)
      try file.lock(.exclusive, limit: .seconds(30))
      let word = store.locked.pointer
      guard case .header(let header, _) = try file.readHeader() else { throw POSIXError(.EBADF) }
      var record = ByteBuffer()
      try RecordFormat.append(
        key: "a",
        value: .integer(2),
        at: word.length,
        seed: RecordSeed(salt: header.salt),
        to: &record
      )
      try file.write(record.array, at: word.length)
      Thread.sleep(forTimeInterval: 0.05)
      #expect(changes.all.isEmpty)
      let page = try MappedHeader()
      try page.show(file)
      let pointer = CommitPointer(length: word.length + record.count, generation: word.generation)
      #expect(try page.publish(pointer, over: word, of: file))
      file.unlock()
      #expect(changes.waitFor { $0.newValue == .integer(2) })
    }

    @Test func aProgramThatOnlyObservesIsToldWhenItsFileCannotBeRead() throws {
      let directory = try TemporaryDirectory()
      let path = directory.file()
      try FileStore(path: path).set(1, forKey: "a")
      let process = try HelperProcess([
        "print-problems", "open", path, "get", "a", "observe", "a", "get", "a", "await", "problem",
      ])
      #expect(process.nextLine() == "1")
      #expect(process.nextLine() == "1")
      // In one step, so that the file is never empty.
      try write(Array("This is some other program's file.".utf8), toFile: directory.file("other"))
      #expect(rename(directory.file("other"), path) == 0)
      #expect(process.nextLine()?.hasPrefix("problem: failedRead: \(path) was left untouched") == true)
      _ = try process.finish()
    }

    @Test func observersOutlastCompactionDeletionAndRecreation() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      let (changes, _) = observe(store)
      // Several compactions by another process.
      #expect(try HelperProcess.run("open", directory.file(), "increment", "c", "1000", "set", "a", "2").last == "ok")
      #expect(changes.waitFor { $0.key == "a" && $0.newValue == .integer(2) })
      try FileManager.default.removeItem(atPath: directory.file())
      #expect(changes.waitFor { $0.key == "a" && $0.newValue == nil })
      #expect(try HelperProcess.run("open", directory.file(), "set", "a", "3") == ["ok"])
      #expect(changes.waitFor { $0.key == "a" && $0.newValue == .integer(3) })
    }

    @Test func observersWaitForADirectoryAndOutlastIt() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.path + "/a/b/test.defaults")
      let (changes, _) = observe(store)
      for value in 1...3 as ClosedRange<Int64> {
        #expect(try HelperProcess.run("open", store.path, "set", "a", "\(value)") == ["ok"])
        #expect(changes.waitFor { $0.newValue == .integer(value) })
        try FileManager.default.removeItem(atPath: directory.path + "/a")
      }
    }

    @Test func aStoreIsWatchedWhileItIsObserved() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      #expect(!store.file.watcher.isRunning)
      let (_, first) = observe(store)
      let (_, second) = observe(store)
      #expect(store.file.watcher.isRunning)
      store.context.changes.removeObserver(first, forKey: nil)
      #expect(store.file.watcher.isRunning)
      store.context.changes.removeObserver(second, forKey: nil)
      #expect(!store.file.watcher.isRunning)
      let (changes, _) = observe(store)
      #expect(try HelperProcess.run("open", directory.file(), "set", "a", "1") == ["ok"])
      #expect(changes.waitFor { $0.newValue == .integer(1) })
    }

    /// The queues of a process of its own are counted, for other tests have theirs.
    @Test func allStoresOfAProcessShareOneQueueOfTheSystem() throws {
      let directory = try TemporaryDirectory()
      let go = directory.file("go")
      let process = try HelperProcess([
        "print-problems", "observe-many", directory.path, "200", "await-file", go, "queues",
      ])
      #expect(process.nextLine() == "ok")
      for index in 0..<200 {
        try FileStore(path: directory.file("\(index % 20)/\(index).defaults")).set(.integer(1), forKey: "a")
      }
      var lines: [String] = []
      while lines.count < 200, let line = process.nextLine() { lines.append(line) }
      #expect(Set(lines) == Set((0..<200).map { "\($0)" }))
      try write([], toFile: go)
      #expect(try process.finish() == ["1"])
    }

    @Test func observingAgainAndAgainCostsNothingThatRunsOut() throws {
      let directory = try TemporaryDirectory()
      let process = try HelperProcess([
        "print-problems", "open", directory.file(), "observe-again", "count", "5000", "observe", "count", "queues",
        "await", "count=1",
      ])
      #expect(process.nextLine() == "ok")
      #expect(process.nextLine() == "1")
      #expect(try HelperProcess.run("open", directory.file(), "set", "count", "1") == ["ok"])
      #expect(try process.finish() == ["count=1"])
    }

    @Test func aStoreThatNobodyObservesAnyMoreIsNotWatched() throws {
      let directory = try TemporaryDirectory()
      let lines = try HelperProcess.run(
        "open",
        directory.file(),
        "set",
        "a",
        "1",
        "observe-all",
        "unobserve-all",
        "await-no-queue",
        "get",
        "a"
      )
      #expect(lines == ["ok", "1"])
    }

    @Test func aProcessWithoutDescriptorsSaysSoOnceAndWatchesWhenThereAreSome() throws {
      let directory = try TemporaryDirectory()
      let process = try HelperProcess([
        "print-problems", "descriptors", "64", "open", directory.file(), "get", "a", "use-descriptors", "observe", "a",
        "observe", "b", "await", "problem", "give-descriptors", "await", "a=2",
      ])
      #expect(process.nextLine() == "none")
      let problem = try #require(process.nextLine())
      #expect(problem.hasPrefix("problem: failedRead: open inotify: "))
      #expect(problem.hasSuffix("(raise the limit of open files, ulimit -n)"))
      #expect(try HelperProcess.run("open", directory.file(), "set", "a", "2") == ["ok"])
      #expect(try process.finish() == ["a=2"])
    }

    /// Of a store that is read after the fork, and of one that is only observed.
    @Test(arguments: ["open", "open-json", "open-layers"], [["get", "c"], ["observe", "c", "place"]])
    func observersOfAParentAndOfItsForkedChildAreBothCalled(opening: String, use: [String]) throws {
      let directory = try TemporaryDirectory()
      let path = directory.file("settings.json")
      let store = [opening, path] + (opening == "open-layers" ? [directory.file()] : [])
      // The sanitizer refuses threads in a forked child by default.
      var environment = ProcessInfo.processInfo.environment
      environment["TSAN_OPTIONS"] = "die_after_fork=0"
      let process = try HelperProcess(
        store + ["set", "a", "1", "observe", "a", "settle", "fork"] + use + ["await", "a=2"],
        environment: environment
      )
      for _ in 1...3 { #expect(process.nextLine() != nil) }
      #expect(try HelperProcess.run(opening == "open" ? opening : "open-json", path, "set", "a", "2") == ["ok"])
      #expect(try process.finish() == ["a=2", "a=2"])
    }

    @Test func aProcessThatHoldsOneFileKeepsNoOtherStoreFromItsEvents() throws {
      let directory = try TemporaryDirectory()
      let held = try FileStore(path: directory.file("held.defaults"))
      let free = try FileStore(path: directory.file("free.defaults"))
      try held.set(.integer(1), forKey: "a")
      let (heldChanges, _) = observe(held)
      let (freeChanges, _) = observe(free)
      // A writer that has begun a record, and is stopped then.
      let file = try OpenFile(path: held.path, for: .reading)
      try file.lock(.exclusive, limit: .seconds(30))
      try file.write([1, 2, 3, 4, 5, 6, 7, 8], at: held.locked.pointer.length)
      for value in 1...3 as ClosedRange<Int64> {
        #expect(try HelperProcess.run("open", free.path, "set", "a", "\(value)") == ["ok"])
        #expect(freeChanges.waitFor { $0.newValue == .integer(value) })
      }
      file.unlock()
      #expect(try HelperProcess.run("open", held.path, "set", "a", "2") == ["ok"])
      #expect(heldChanges.waitFor { $0.newValue == .integer(2) })
    }

    @Test func anObserverThatWaitsKeepsNoOtherStoreFromItsEvents() throws {
      let directory = try TemporaryDirectory()
      let first = try FileStore(path: directory.file("first.defaults"))
      let second = try FileStore(path: directory.file("second.defaults"))
      let (changes, _) = observe(second)
      let ended = Collector<Bool>()
      let id = first.context.changes.addObserver(forKey: nil) { _ in
        ended.append(changes.waitFor { $0.newValue == .integer(2) })
      }
      #expect(try HelperProcess.run("open", first.path, "set", "a", "1") == ["ok"])
      #expect(try HelperProcess.run("open", second.path, "set", "a", "2") == ["ok"])
      #expect(ended.waitFor { $0 })
      first.context.changes.removeObserver(id, forKey: nil)
    }

    @Test func aThreadIsStartedWhenSomethingIsObservedAndNotBefore() throws {
      let directory = try TemporaryDirectory()
      let lines = try HelperProcess.run(
        "open",
        directory.file(),
        "set",
        "a",
        "1",
        "get",
        "a",
        "threads",
        "observe-all",
        "threads"
      )
      #expect(lines.dropLast() == ["ok", "1", "1"])
      // The thread sanitizer then starts one of its own, too.
      #expect(lines.last != "1")
    }
  }
#endif
