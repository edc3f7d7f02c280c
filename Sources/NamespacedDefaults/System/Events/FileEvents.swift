/// The events of files, which may be written, created, deleted or replaced.
///
/// All files of a process share one queue of the system, and one thread that sleeps until there are events. Both exist
/// while a file is watched. A watch lingers for a moment after its end, because a program may observe a store again and
/// again for a short time.
final class FileEvents: Sendable {
  typealias MakeQueue = FileEventThread.MakeQueue
  typealias Times = FileEventThread.Times
  typealias File = FileEventThread.File

  private struct State {
    var files: [Int: File] = [:]
    var added: [Int] = []
    /// The times at which those watches end that linger.
    var ends: [Int: UInt64] = [:]
    var lastID = 0
    /// The queue in which the thread waits, if it has one.
    var queue: (any FileEventQueue)?
    var hasThread = false
    /// The time at which the thread wakes by itself; 0 while it is awake or about to be.
    var wakeTime: UInt64 = 0

    /// Wakes the thread if it sleeps.
    mutating func wake() {
      guard wakeTime != 0 else { return }
      wakeTime = 0
      queue?.wake()
    }
  }

  private static let ofProcesses = Guarded<(events: FileEvents, process: ForkCounter.Mark)?>(nil)

  /// The events of this process, or `nil` where the system has no queue that the library supports.
  ///
  /// A forked child has others than its parent.
  static var ofProcess: FileEvents? {
    guard let makeQueue = systemEventQueue else { return nil }
    return ofProcesses.withLock { last in
      if let last, !last.process.isInherited { return last.events }
      let events = FileEvents(makeQueue: makeQueue)
      last = (events, ForkCounter.Mark())
      return events
    }
  }

  private let times: Times
  private let makeQueue: MakeQueue
  private let state = Guarded(State())

  init(times: Times = Times(), makeQueue: @escaping MakeQueue) {
    self.times = times
    self.makeQueue = makeQueue
  }

  /// Whether there is a thread.
  var isRunning: Bool { state.withLock { $0.hasThread } }

  /// Starts to watch a file, and returns the ID of the watch.
  func watch(_ file: File) -> Int {
    let (id, hasThread) = state.withLock { state in
      state.lastID += 1
      state.files[state.lastID] = file
      state.added.append(state.lastID)
      state.wake()
      if !state.hasThread { state.hasThread = startThread { self.run() } }
      return (state.lastID, state.hasThread)
    }
    if !hasThread { file.onError(.system(operation: "pthread_create", path: file.path, code: SystemCode.tryAgain)) }
    return id
  }

  /// Continues a watch that lingers.
  ///
  /// - Returns: Whether it lasts still.
  func resume(_ id: Int) -> Bool {
    state.withLock {
      $0.ends[id] = nil
      return $0.files[id] != nil
    }
  }

  /// Ends a watch, unless it is resumed soon.
  func end(_ id: Int) {
    state.withLock { state in
      guard state.files[id] != nil else { return }
      let end = CoarseClock.now + times.lingering
      state.ends[id] = end
      if end < state.wakeTime { state.wake() }
    }
  }

  private func run() {
    ThreadState.current.pointee.leavesDelivery = true
    var thread = FileEventThread(times: times, makeQueue: makeQueue)
    while let changes = takeChanges(leaving: thread.queue) {
      thread.take(changes)
      thread.wait(milliseconds: timeout(before: thread.wakeTime, in: thread.queue))
    }
  }

  /// Returns the files, or `nil` if there are none any more, which ends the thread and the queue.
  private func takeChanges(leaving queue: (any FileEventQueue)?) -> FileEventThread.Changes? {
    state.withLock { state in
      let now = CoarseClock.now
      let removed = state.ends.filter { $1 <= now }.map(\.key)
      for id in removed { (state.files[id], state.ends[id]) = (nil, nil) }
      let files = state.files
      let added = state.added.filter { files[$0] != nil }
      (state.queue, state.added, state.wakeTime) = (nil, [], 0)
      guard files.isEmpty else { return FileEventThread.Changes(files: files, added: added, removed: removed) }
      state.hasThread = false
      queue?.closeQueue()
      return nil
    }
  }

  /// Returns the time in milliseconds for which the thread may sleep, or -1 if it is without end.
  private func timeout(before time: UInt64, in queue: (any FileEventQueue)?) -> Int32 {
    state.withLock { state in
      guard state.added.isEmpty || queue == nil else { return 0 }
      state.queue = queue
      state.wakeTime = state.ends.values.reduce(time, min)
      let now = CoarseClock.now
      // Rounded up, because the thread would find nothing to do before the time.
      return state.wakeTime == .max ? -1 : Int32(clamping: (max(state.wakeTime, now) - now + 999_999) / 1_000_000)
    }
  }
}

/// Creates a queue of the system; `nil` on a system for which there is none in the library.
#if canImport(Darwin) || os(FreeBSD)
  let systemEventQueue: FileEvents.MakeQueue? = { () throws(DefaultsError) in try KernelEventQueue() }
#elseif os(Linux) || os(Android)
  let systemEventQueue: FileEvents.MakeQueue? = { () throws(DefaultsError) in try InotifyQueue() }
#else
  let systemEventQueue: FileEvents.MakeQueue? = nil
#endif
