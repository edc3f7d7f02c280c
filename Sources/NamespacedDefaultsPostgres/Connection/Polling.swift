#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// Waits for one of several descriptors, and returns whether one is ready before the time is over.
  func poll(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: Int, until end: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = ContinuousClock.now.duration(to: end)
      guard rest > .zero else { return false }
      let milliseconds = rest / .milliseconds(1)
      let ready = poll(descriptors, nfds_t(count), Int32(min(milliseconds.rounded(.up), 1e9)))
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }

  /// A pipe that ends the wait of a thread.
  final class WakeUp: Sendable {
    private let pipe: WakeUpPipe

    init() throws { pipe = try WakeUpPipe() }

    deinit { pipe.closeEnds() }

    var readingEnd: Int32 { pipe.readingEnd }

    /// Ends the wait of now, or the next one.
    func wake() { pipe.fill() }

    /// Waits for a wake-up, and takes those that have been.
    ///
    /// - Returns: Whether there was one before the time was over.
    @discardableResult
    func wait(until end: ContinuousClock.Instant) -> Bool {
      var descriptor = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, until: end) else { return false }
      takeAll()
      return true
    }

    /// Takes the wake-ups that have been.
    func takeAll() { while (try? pipe.empty()) != nil {} }
  }

  /// Calls a closure with C strings and a null after them.
  func withCStrings<Result>(
    _ texts: [String?],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result  // valid during the call
  ) -> Result {
    let copies = texts.map { text in text.map { strdup($0) } ?? nil }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }
#endif
