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
    let readingEnd: Int32
    private let writingEnd: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw DefaultsError.system(operation: "pipe", path: "wake-ups", code: errno) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    deinit {
      close(readingEnd)
      close(writingEnd)
    }

    /// Ends the wait of now, or the next one.
    func wake() {
      var byte: UInt8 = 0
      _ = write(writingEnd, &byte, 1)
    }

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
    func takeAll() {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(readingEnd, &bytes, bytes.count) > 0 {}
    }
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
