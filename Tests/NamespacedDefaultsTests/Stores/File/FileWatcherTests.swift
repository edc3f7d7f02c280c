#if os(Linux)
  import Foundation
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

    @Test func aWriteIsHeardOfHoweverLongItsWriterTakesToMakeItCount() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(.integer(1), forKey: "a")
      let (changes, _) = observe(store)
      // What another process does, but slowly.
      let file = try OpenFile(path: store.path, for: .reading)
      try file.lock(.exclusive)
      let word = store.engine.mappedHeader.load()
      guard case .header(let header, _) = try file.readHeader() else { throw POSIXError(.EBADF) }
      var record: [UInt8] = []
      try RecordFormat.append(
        key: "a",
        value: .integer(2),
        moreFollows: false,
        at: word.length,
        seed: RecordSeed(salt: header.salt),
        to: &record
      )
      try file.write(record, at: word.length)
      Thread.sleep(forTimeInterval: 0.05)
      #expect(changes.all.isEmpty)
      let page = try MappedHeader()
      try page.show(file)
      let pointer = CommitPointer(length: word.length + record.count, generation: word.generation)
      #expect(try page.publish(pointer, over: word, of: file))
      file.unlock()
      #expect(changes.waitFor { $0.newValue == .integer(2) })
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

    @Test func theThreadLivesAsLongAsThereAreObservers() throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      #expect(!store.engine.watcher.isRunning)
      let (_, first) = observe(store)
      let (_, second) = observe(store)
      #expect(store.engine.watcher.isRunning)
      store.context.changes.removeObserver(first, forKey: nil)
      #expect(store.engine.watcher.isRunning)
      store.context.changes.removeObserver(second, forKey: nil)
      #expect(!store.engine.watcher.isRunning)
      let (changes, _) = observe(store)
      #expect(try HelperProcess.run("open", directory.file(), "set", "a", "1") == ["ok"])
      #expect(changes.waitFor { $0.newValue == .integer(1) })
    }
  }
#endif
