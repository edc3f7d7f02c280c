#if os(Linux)
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  @Suite struct InotifyQueueTests {
    @Test func moreEventsThanTheSystemKeepsAreAnOverflow() throws {
      let directory = try TemporaryDirectory()
      let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let count = try #require(Int(limit.trimmingCharacters(in: .newlines)))
      let queue = try InotifyQueue()
      defer { queue.closeQueue() }
      _ = try queue.watchDirectory(directory.path)
      // Each round makes two events, which differ from those before them. The system merges equal ones.
      for _ in 0...count / 2 {
        #expect(mkdir(directory.file("a"), 0o700) == 0)
        #expect(rmdir(directory.file("a")) == 0)
      }
      var events: [FileEvent] = []
      while case let more = try queue.takeEvents(within: 0), !more.isEmpty { events += more }
      #expect(events.last == .overflow)
    }
  }
#endif
