#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// Code of the program that listens to `UserDefaults.didChangeNotification`, which is posted inside each write.
  @Suite struct ListenerTests {
    let suite: PostingSuite
    var store: UserDefaultsStore { suite.store }

    init() throws { suite = try PostingSuite() }

    /// Runs a body while a listener is registered.
    private func listening(
      on queue: OperationQueue? = nil,
      _ listener: @escaping @Sendable () -> Void,
      _ body: () throws -> Void
    ) rethrows {
      let name = UserDefaults.didChangeNotification
      let token = suite.defaults.center.addObserver(forName: name, object: nil, queue: queue) { _ in listener() }
      defer { suite.defaults.center.removeObserver(token) }
      try body()
    }

    /// Whether a body ends on another thread within a minute.
    private static func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        body()
        ended.signal()
      }
      return ended.wait(timeout: .now() + 60) == .success
    }

    @Test func itMayWaitForAThreadThatUsesTheStore() throws {
      let (calls, ended) = (Lockbox(0), Lockbox<[Bool]>([]))
      try listening { [store] in
        calls.change { $0 += 1 }
        guard calls.value == 1 else { return }
        let isEnd = Self.ends {
          #expect(throws: Never.self) {
            #expect(try store.value(forKey: "a") == 1)
            #expect(try store.keys() == ["a"])
            try store.update("b") { $0 = 2 }
            store.observe("a") { _ in }.cancel()
          }
        }
        ended.change { $0.append(isEnd) }
      } _: {
        try store.set(1, forKey: "a")
      }
      #expect(ended.value == [true])
      #expect(suite.defaults.integer(forKey: "b") == 2)
    }

    @Test func itMayRunOnAQueueThatUsesTheStore() throws {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let store = store
      // Poses as a program's main queue, which is busy with a write when the change is posted.
      let isWriting = DispatchSemaphore(value: 0)
      let mayWrite = DispatchSemaphore(value: 0)
      queue.addOperation {
        isWriting.signal()
        mayWrite.wait()
        try? store.set(2, forKey: "b")
      }
      isWriting.wait()
      listening(on: queue) {
      } _: {
        let isEnd = Self.ends {
          Thread.detachNewThread {
            while (try? store.value(forKey: "a")) != 1 { usleep(1000) }
            mayWrite.signal()
          }
          try? store.set(1, forKey: "a")
        }
        #expect(isEnd)
      }
      #expect(suite.defaults.integer(forKey: "a") == 1)
      #expect(suite.defaults.integer(forKey: "b") == 2)
    }

    @Test func itMayChangeTheKeyAgain() throws {
      let heard = Lockbox<[PropertyListValue?]>([])
      let observation = store.observe("a") { change in heard.change { $0.append(change.newValue) } }
      try listening { [store, suite] in
        guard (try? store.value(forKey: "a")) == 1 else { return }
        #expect(throws: Never.self) { try store.set(2, forKey: "a") }
        #expect(suite.defaults.integer(forKey: "a") == 2)
      } _: {
        try store.set(1, forKey: "a")
      }
      #expect(suite.defaults.integer(forKey: "a") == 2)
      #expect(heard.value == [1, 2])
      observation.cancel()
    }

    @Test func whatItWritesDirectlyIsAnnouncedAfterwards() throws {
      let heard = Lockbox<[DefaultsChange]>([])
      let observation = store.observe { change in heard.change { $0.append(change) } }
      try listening { [suite] in
        guard suite.defaults.integer(forKey: "a") == 1 else { return }
        suite.defaults.set(7, forKey: "a")
      } _: {
        try store.set(["a": 1])
      }
      #expect(
        heard.value == [
          DefaultsChange(key: "a", oldValue: nil, newValue: 1), DefaultsChange(key: "a", oldValue: 1, newValue: 7),
        ]
      )
      #expect(try store.value(forKey: "a") == 7)
      observation.cancel()
    }

    @Test func aBatchIsWholeForItThroughTheStore() throws {
      let seen = Lockbox<Set<[PropertyListValue?]>>([])
      try listening { [store] in
        let values = ["a", "b"].map { try? store.value(forKey: $0) }
        seen.change { $0.insert(values) }
      } _: {
        try store.set(["a": 1, "b": 1])
        try store.set(["a": 2, "b": 2])
        try store.removeAll()
      }
      #expect(seen.value == [[1, 1], [2, 2], [nil, nil]])
    }

    @Test func theLastOfManyWritersWins() throws {
      let store = store
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<100 {
          _ = try? store.update("count") { $0 = .integer(try Int64.value(fromPropertyList: $0 ?? 0) + 1) }
        }
      }
      #expect(try store.value(forKey: "count") == 800)
      #expect(suite.defaults.integer(forKey: "count") == 800)
    }
  }
#endif
