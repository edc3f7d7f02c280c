import Foundation
import Testing

/// The queue of events over kqueue(2).
@Suite(.serialized) struct KernelEventQueueTests {
  private let directory: TemporaryDirectory
  private let queue: KernelEventQueue

  init() throws {
    directory = try TemporaryDirectory()
    queue = try KernelEventQueue()
  }

  @Test func itIsTheQueueOfTheSystem() throws {
    let queue = try #require(try systemEventQueue?())
    defer { queue.closeQueue() }
    #expect(queue is KernelEventQueue)
  }

  @Test func aProgramThatIsStartedDoesNotInheritIt() {
    #expect(Glibc.fcntl(lastQueue(), F_GETFD) == FD_CLOEXEC)
    queue.closeQueue()
  }

  @Test func aChangeIsToldOnce() throws {
    defer { queue.closeQueue() }
    let watch = try queue.watchDirectory(directory.path)
    #expect(try queue.takeEvents(within: 0) == [])
    tellQueues(directory.path, NOTE_WRITE)
    tellQueues(directory.path, NOTE_WRITE)
    #expect(try queue.takeEvents(within: 10_000) == [.change(watch: watch, name: nil)])
    #expect(try queue.takeEvents(within: 0) == [])
    tellQueues(directory.path, NOTE_WRITE)
    #expect(try queue.takeEvents(within: 10_000) == [.change(watch: watch, name: nil)])
  }

  @Test func aWakeUpEndsOneCallAndIsNoEvent() throws {
    defer { queue.closeQueue() }
    let before = returnedEvents()
    queue.wake()
    #expect(try queue.takeEvents(within: 10_000) == [])
    #expect(returnedEvents() == before + 1)
    #expect(try queue.takeEvents(within: 0) == [])
    #expect(returnedEvents() == before + 1)
  }

  @Test(arguments: [NOTE_DELETE, NOTE_RENAME, NOTE_REVOKE])
  func theEndOfWhatIsWatchedIsTold(_ what: Int32) throws {
    defer { queue.closeQueue() }
    let file = try directory.file("a")
    let watches = [try queue.watchDirectory(directory.path), try #require(try queue.watchFile(file))]
    for (path, watch) in zip([directory.path, file], watches) {
      // Both at once are an end too.
      tellQueues(path, what | NOTE_WRITE)
      #expect(try queue.takeEvents(within: 10_000) == [.end(watch: watch)])
    }
  }

  @Test(arguments: [NOTE_WRITE, NOTE_EXTEND])
  func whatIsWrittenToAFileIsTold(_ what: Int32) throws {
    defer { queue.closeQueue() }
    let file = try directory.file("a")
    let watch = try #require(try queue.watchFile(file))
    tellQueues(file, what)
    #expect(try queue.takeEvents(within: 10_000) == [.change(watch: watch, name: nil)])
  }

  @Test func theTimeLimitIsThatOfTheCall() throws {
    defer { queue.closeQueue() }
    for (limit, expected) in [(0, [0, 0]), (7_250, [7, 250_000_000]), (-1, [-1, -1])] as [(Int32, [Int])] {
      queue.wake()
      _ = try queue.takeEvents(within: limit)
      #expect([lastTimeout().tv_sec, lastTimeout().tv_nsec] == expected)
    }
    #expect(try queue.takeEvents(within: 1) == [])
  }

  @Test func whatIsWatchedTwiceHasOneWatch() throws {
    let calls = Lockbox(FakeCalls())
    try FakeCalls.$ofTest.withValue(calls) {
      let watch = try queue.watchDirectory(directory.path)
      let next = Glibc.open("/dev/null", O_RDONLY)
      close(next)
      #expect(try queue.watchDirectory(directory.path + "/.") == watch)
      // The second descriptor is closed again.
      #expect(Glibc.open("/dev/null", O_RDONLY) == next)
      close(next)
      queue.closeQueue()
    }
    // A volume with a watched directory can be unmounted.
    #expect(calls.value.log == ["open O_EVTONLY", "open O_EVTONLY"])
  }

  @Test func theEndOfAWatchClosesItsDescriptor() throws {
    let watch = try queue.watchDirectory(directory.path)
    tellQueues(directory.path, NOTE_WRITE)
    queue.removeWatch(watch)
    #expect(Glibc.fcntl(watch, F_GETFD) == -1)
    #expect(try queue.takeEvents(within: 0) == [])
    let again = try queue.watchDirectory(directory.path)
    #expect(Glibc.fcntl(again, F_GETFD) == FD_CLOEXEC)
    queue.closeQueue()
    #expect(Glibc.fcntl(again, F_GETFD) == -1)
    #expect(throws: DefaultsError.self) { try queue.takeEvents(within: 0) }
  }

  @Test func whereThereIsNoFileThereIsNoWatch() throws {
    defer { queue.closeQueue() }
    #expect(try queue.watchFile(directory.path + "/a") == nil)
    let missing = #expect(throws: DefaultsError.self) { try queue.watchDirectory(directory.path + "/a") }
    #expect(missing?.systemCode == ENOENT)
    let file = try directory.file("b")
    let other = #expect(throws: DefaultsError.self) { try queue.watchDirectory(file) }
    #expect(other?.systemCode == ENOTDIR)
  }

  @Test func aFileThatMayNotBeReadIsNotWatched() throws {
    defer { queue.closeQueue() }
    let file = try directory.file("a")
    _ = try calls(failing: ["open": EACCES]) { () throws in #expect(try queue.watchFile(file) == nil) }
    _ = calls(failing: ["open": EMFILE]) { #expect(throws: DefaultsError.self) { try queue.watchFile(file) } }
  }

  @Test func aStoreHearsOfAChange() throws {
    let events = FileEvents(makeQueue: try #require(systemEventQueue))
    let heard = Collector<String>()
    let file = try directory.file("a")
    let path = try #require(realpath(file, nil).map { String(cString: $0) })
    let id = events.watch(
      FileEvents.File(
        path: path,
        onEvent: {
          heard.append(heard.all.isEmpty ? "begins" : "changes")
          return true
        },
        onError: { heard.append("\($0)") }
      )
    )
    #expect(heard.waitFor { $0 == "begins" })
    tellQueues(path, NOTE_WRITE)
    #expect(heard.waitFor { $0 == "changes" })
    events.end(id)
  }
}
