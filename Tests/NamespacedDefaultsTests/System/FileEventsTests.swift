import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A queue of events that a test fills, and that refuses what the test says.
private final class ManualQueue: FileEventQueue {
  struct State {
    var refusal: DefaultsError?
    var directories: [String: Int32] = [:]
    var files: [String: Int32] = [:]
    var lastWatch: Int32 = 0
    var events: [FileEvent] = []
    var hasFailed = false
    var isClosed = false
  }

  let state = Lockbox(State())
  /// Whether it is like kqueue(2): events have no names, and a file has a watch of its own.
  let hasNames: Bool
  private let wakeUps = DispatchSemaphore(value: 0)

  init(hasNames: Bool = true) { self.hasNames = hasNames }

  func change(_ body: @Sendable (inout State) -> Void) {
    state.change(body)
    wakeUps.signal()
  }

  func watchDirectory(_ path: String) throws(DefaultsError) -> Int32 {
    if let refusal = state.value.refusal { throw refusal }
    guard access(path + "/.", F_OK) == 0 else { throw .system(operation: "watch", path: path, code: ENOENT) }
    return watch(path, { $0.directories[path] }, { $0.directories[path] = $1 })
  }

  func watchFile(_ path: String) -> Int32? {
    hasNames ? nil : watch(path, { $0.files[path] }, { $0.files[path] = $1 })
  }

  private func watch(
    _ path: String,
    _ known: @Sendable (State) -> Int32?,
    _ add: @Sendable (inout State, Int32) -> Void
  ) -> Int32 {
    state.change {
      guard known($0) == nil else { return }
      $0.lastWatch += 1
      add(&$0, $0.lastWatch)
    }
    return known(state.value)!
  }

  func removeWatch(_ watch: Int32) {
    state.change {
      $0.directories = $0.directories.filter { $1 != watch }
      $0.files = $0.files.filter { $1 != watch }
    }
  }

  func takeEvents(within milliseconds: Int32) throws(DefaultsError) -> [FileEvent] {
    _ = wakeUps.wait(timeout: milliseconds < 0 ? .distantFuture : .now() + .milliseconds(Int(milliseconds)))
    let state = state.value
    if state.hasFailed { throw .system(operation: "read", path: "queue", code: EBADF) }
    self.state.change { $0.events = [] }
    return state.events
  }

  func wake() { wakeUps.signal() }

  func closeQueue() { change { $0.isClosed = true } }
}

/// What happened to the files of a test, by name.
private typealias Calls = Collector<String>

@Suite struct FileEventsTests {
  private static let full = DefaultsError.system(operation: "watch", path: "limit", code: ENOSPC)

  /// With times that a test can wait for.
  private func events(
    lingering: UInt64 = 1_000_000,
    rest: UInt64 = 1_000_000,
    _ makeQueue: @escaping FileEvents.MakeQueue
  ) -> FileEvents {
    FileEvents(
      times: FileEvents.Times(
        lingering: lingering,
        retries: 1_000_000...4_000_000,
        postponements: 1_000_000...4_000_000,
        rest: rest
      ),
      makeQueue: makeQueue
    )
  }

  private func file(_ path: String, _ name: String, _ calls: Calls) -> FileEvents.File {
    FileEvents.File(
      path: path,
      onEvent: {
        calls.append(name)
        return true
      },
      onError: { calls.append("\(name): \($0)") }
    )
  }

  private func waitUntil(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !condition() {
      if Date() > deadline { return false }
      usleep(1000)
    }
    return true
  }

  @Test func aThreadExistsWhileAFileIsWatched() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    #expect(!events.isRunning)
    let id = events.watch(file(directory.file("a"), "a", calls))
    #expect(events.isRunning)
    #expect(calls.waitFor { $0 == "a" })
    events.end(id)
    #expect(waitUntil { !events.isRunning })
    #expect(queue.state.value.isClosed)
    #expect(!events.resume(id))
  }

  @Test func aWatchThatNoFileNeedsAnyMoreIsRemoved() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    try FileManager.default.createDirectory(atPath: directory.file("x"), withIntermediateDirectories: false)
    let ids = [directory.file("a"), directory.file("b"), directory.file("x/c")].map {
      events.watch(file($0, $0, calls))
    }
    #expect(waitUntil { calls.all.count == 3 })
    events.end(ids[2])
    #expect(waitUntil { queue.state.value.directories.keys.sorted() == [directory.path] })
    events.end(ids[0])
    usleep(20_000)
    #expect(queue.state.value.directories.keys.sorted() == [directory.path])
  }

  @Test func aWatchThatIsResumedAtOnceIsNeitherRemovedNorAdded() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events(lingering: 60_000_000_000) { queue }
    let id = events.watch(file(directory.file("a"), "a", calls))
    #expect(calls.waitFor { $0 == "a" })
    for _ in 1...5_000 {
      events.end(id)
      #expect(events.resume(id))
    }
    #expect(queue.state.value.lastWatch == 1)
    queue.change { $0.events = [.change(watch: 1, name: Array("a".utf8))] }
    #expect(waitUntil { calls.all == ["a", "a"] })
    events.end(id)
  }

  @Test func filesOfOneDirectoryShareAWatchAndGetTheirOwnEvents() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    for name in ["a", "b"] {
      _ = events.watch(file(directory.file(name), name, calls))
      #expect(calls.waitFor { $0 == name })
    }
    #expect(queue.state.value.directories == [directory.path: 1])
    queue.change { $0.events = [.change(watch: 1, name: Array("c".utf8)), .change(watch: 1, name: Array("b".utf8))] }
    #expect(waitUntil { calls.all.count == 3 })
    #expect(calls.all == ["a", "b", "b"])
  }

  @Test func whatTheSystemRefusesIsReportedOnceAndTriedAgain() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    queue.change { $0.refusal = Self.full }
    let events = events { queue }
    _ = events.watch(file(directory.file("a"), "a", calls))
    #expect(waitUntil { calls.all.count == 1 })
    _ = events.watch(file(directory.file("b"), "b", calls))
    usleep(20_000)
    #expect(calls.all == ["a: \(Self.full)"])
    queue.change { $0.refusal = nil }
    #expect(calls.waitFor { $0 == "a" })
    #expect(calls.waitFor { $0 == "b" })
    // The next time is another one.
    queue.change { $0.refusal = Self.full }
    _ = events.watch(file(directory.file("d"), "d", calls))
    #expect(calls.waitFor { $0 == "d: \(Self.full)" })
  }

  @Test func aQueueThatTheSystemRefusesIsReportedOnceAndTriedAgain() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let isRefused = Atomic(true)
    let events = events { () throws(DefaultsError) in
      if isRefused.load(ordering: .relaxed) { throw Self.full }
      return queue
    }
    for name in ["a", "b"] { _ = events.watch(file(directory.file(name), name, calls)) }
    #expect(waitUntil { !calls.all.isEmpty })
    usleep(20_000)
    #expect(calls.all.count == 1)
    isRefused.store(false, ordering: .relaxed)
    #expect(calls.waitFor { $0 == "a" })
    #expect(calls.waitFor { $0 == "b" })
  }

  @Test func aQueueThatOtherCodeHasClosedIsMadeAgain() throws {
    let directory = try TemporaryDirectory()
    let (first, second, calls) = (ManualQueue(), ManualQueue(), Calls())
    let events = events { first.state.value.hasFailed ? second : first }
    _ = events.watch(file(directory.file("a"), "a", calls))
    #expect(calls.waitFor { $0 == "a" })
    first.change { $0.hasFailed = true }
    #expect(waitUntil { second.state.value.directories == [directory.path: 1] })
    second.change { $0.events = [.change(watch: 1, name: Array("a".utf8))] }
    #expect(waitUntil { calls.all.filter { $0 == "a" }.count == 3 })
    #expect(!first.state.value.isClosed)
  }

  @Test func afterAnOverflowEveryFileMayHaveChanged() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    for name in ["a", "b"] {
      _ = events.watch(file(directory.file(name), name, calls))
      #expect(calls.waitFor { $0 == name })
    }
    queue.change { $0.events = [.overflow] }
    #expect(waitUntil { calls.all.count == 4 })
    #expect(calls.all.sorted() == ["a", "a", "b", "b"])
  }

  @Test func aMissingDirectoryIsAwaited() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    let path = directory.path + "/x/y/file"
    _ = events.watch(file(path, "file", calls))
    #expect(calls.waitFor { $0 == "file" })
    #expect(queue.state.value.directories == [directory.path: 1])
    try FileManager.default.createDirectory(atPath: directory.path + "/x/y", withIntermediateDirectories: true)
    queue.change { $0.events = [.change(watch: 1, name: Array("x".utf8))] }
    #expect(waitUntil { queue.state.value.directories.keys.sorted() == [directory.path + "/x/y"] })
    // Its end leads back.
    let watch = try #require(queue.state.value.directories[directory.path + "/x/y"])
    try FileManager.default.removeItem(atPath: directory.path + "/x")
    queue.change { $0.events = [.end(watch: watch)] }
    #expect(waitUntil { queue.state.value.directories.keys.sorted() == [directory.path] })
  }

  @Test func whereEventsHaveNoNamesTheFileIsWatchedToo() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(hasNames: false), Calls())
    let events = events { queue }
    let path = directory.file("a")
    _ = events.watch(file(path, "a", calls))
    #expect(waitUntil { calls.all.count == 1 })
    #expect(queue.state.value.files == [path: 2])
    queue.change { $0.events = [.change(watch: 2, name: nil)] }
    #expect(waitUntil { calls.all.count == 2 })
    // The file was replaced: its watch ends, and there is another.
    queue.change { $0.events = [.end(watch: 2)] }
    #expect(waitUntil { calls.all.count == 3 })
    #expect(queue.state.value.files == [path: 3])
    #expect(queue.state.value.directories == [directory.path: 1])
    // Any name in the directory may be the file's.
    queue.change { $0.events = [.change(watch: 1, name: nil)] }
    #expect(waitUntil { calls.all.count == 4 })
  }

  @Test func aClosureThatCouldNotFinishIsCalledAgain() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events { queue }
    let path = directory.file("a")
    _ = events.watch(
      FileEvents.File(
        path: path,
        onEvent: {
          calls.append("a")
          return calls.all.count == 5
        },
        onError: { _ in }
      )
    )
    #expect(waitUntil { calls.all.count == 5 })
    usleep(20_000)
    #expect(calls.all.count == 5)
  }

  @Test func eventsThatFollowAtOnceAreTakenTogether() throws {
    let directory = try TemporaryDirectory()
    let (queue, calls) = (ManualQueue(), Calls())
    let events = events(rest: 2_000_000_000) { queue }
    _ = events.watch(file(directory.file("a"), "a", calls))
    #expect(waitUntil { calls.all.count == 1 })
    let event = FileEvent.change(watch: 1, name: Array("a".utf8))
    queue.change { $0.events = [event] }
    #expect(waitUntil { calls.all.count == 2 })
    for _ in 1...2 {
      queue.change { $0.events.append(event) }
      usleep(20_000)
    }
    #expect(queue.state.value.events == [event, event])
    #expect(waitUntil { calls.all.count == 3 })
  }
}
