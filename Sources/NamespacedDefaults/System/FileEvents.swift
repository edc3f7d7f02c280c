#if os(Linux)
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The events of the file at a path, which may be written, created, deleted or replaced.
  ///
  /// A thread sleeps until inotify(7) wakes it. The thread watches the directory and not the file, so that the watch
  /// outlasts every file. While there is no directory, the thread watches the nearest directory above that exists.
  final class FileEvents: Sendable {
    private static let interest = UInt32(
      IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )

    private let path: String
    let onEvent: @Sendable () -> Void
    private let onError: @Sendable (DefaultsError) -> Void
    private let events: Int32
    // The descriptor of the watch, or -1. `stop()` removes the watch to wake the thread.
    private let watch = Atomic<Int32>(-1)
    private let isStopped = Atomic(false)
    private let forkCount = ForkCounter.count

    /// Creates a queue of events, which is read after ``start()``.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - onEvent: A closure that is called after an event, on a thread of its own.
    ///   - onError: A closure that is called when the events have ended because nothing can be watched.
    /// - Throws: ``DefaultsError/Code/failedSystemCall`` when the queue cannot be created.
    init(
      path: String,
      onEvent: @escaping @Sendable () -> Void,
      onError: @escaping @Sendable (DefaultsError) -> Void
    ) throws(DefaultsError) {
      self.path = path
      self.onEvent = onEvent
      self.onError = onError
      events = try openedFile(path) { inotify_init1(Int32(IN_CLOEXEC)) }
    }

    deinit {
      close(events)
    }

    func stop() {
      // A forked child has no thread to stop, and it shares the watch with its parent.
      guard forkCount == ForkCounter.count else { return }
      isStopped.store(true, ordering: .sequentiallyConsistent)
      // The removal is an event. A thread that is just about to add another watch reads the flag afterwards.
      inotify_rm_watch(events, watch.load(ordering: .sequentiallyConsistent))
    }

    /// Starts the thread, which keeps this object alive until the thread ends.
    func start() throws(DefaultsError) {
      // The thread must not handle the program's signals.
      var previous = sigset_t()
      var blocked = sigset_t.allButFaults
      pthread_sigmask(SIG_SETMASK, &blocked, &previous)
      defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
      var thread = pthread_t()
      let this = Unmanaged.passRetained(self)
      let code = pthread_create(
        &thread,
        nil,
        { argument in
          Unmanaged<FileEvents>.fromOpaque(argument!).takeRetainedValue().loop()
          return nil
        },
        this.toOpaque()
      )
      guard code == 0 else {
        this.release()
        throw .system(operation: "pthread_create", path: path, code: code)
      }
      pthread_detach(thread)
    }

    private func loop() {
      while !isStopped.load(ordering: .sequentiallyConsistent) {
        guard let directory = addWatch() else {
          return onError(.system(operation: "inotify_add_watch", path: path, code: errno))
        }
        // A change before the watch was added makes no event.
        onEvent()
        let awaited = component(below: directory)
        let name = Array(awaited.utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1))
        while !isStopped.load(ordering: .sequentiallyConsistent) {
          let news = takeEvents(about: name)
          if news.directoryIsGone || news.hasName && awaited != path { break }
          if news.hasName { onEvent() }
        }
        inotify_rm_watch(events, watch.load(ordering: .sequentiallyConsistent))
      }
    }

    /// Watches the file's directory, or the nearest one above that exists.
    ///
    /// - Returns: The watched directory, or `nil` if nothing can be watched.
    private func addWatch() -> String? {
      var directory = parentDirectory(of: path)
      while true {
        let descriptor = inotify_add_watch(events, directory, Self.interest)
        if descriptor >= 0 {
          watch.store(descriptor, ordering: .sequentiallyConsistent)
          // The next directory below may have been created just before the watch.
          let below = component(below: directory)
          guard below != path, access(below + "/.", F_OK) == 0 else { return directory }
          inotify_rm_watch(events, descriptor)
          directory = below
        } else if errno != ENOENT && errno != ENOTDIR || directory == "/" {
          return nil
        } else {
          directory = parentDirectory(of: directory)
        }
      }
    }

    /// Returns the beginning of the file's path that is one component longer than a directory's path.
    private func component(below directory: String) -> String {
      var below = path
      while parentDirectory(of: below) != directory { below = parentDirectory(of: below) }
      return below
    }

    /// Waits for events and reads them, without those of earlier watches.
    private func takeEvents(about name: [UInt8]) -> (hasName: Bool, directoryIsGone: Bool) {
      var news = (hasName: false, directoryIsGone: false)
      let watch = watch.load(ordering: .sequentiallyConsistent)
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
        let count = read(events, buffer.baseAddress!, buffer.count)
        // Other code has closed the descriptor. Without events, the thread has nothing to do.
        if count <= 0 { isStopped.store(true, ordering: .sequentiallyConsistent) }
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let nameStart = offset + MemoryLayout<inotify_event>.size
          offset = nameStart + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { news.directoryIsGone = true }
          guard event.wd == watch else { continue }
          if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 {
            news.directoryIsGone = true
          }
          if buffer[nameStart..<offset].prefix(while: { $0 != 0 }).elementsEqual(name) { news.hasName = true }
        }
      }
      return news
    }
  }
#else
  /// A stand-in without events: outside Linux, a store reads the changes of other processes at its next access.
  ///
  /// It is declared to throw what the other one throws.
  final class FileEvents: Sendable {
    let onEvent: @Sendable () -> Void

    init(
      path: String,
      onEvent: @escaping @Sendable () -> Void,
      onError: @escaping @Sendable (DefaultsError) -> Void
    ) throws(DefaultsError) {
      self.onEvent = onEvent
    }

    func start() throws(DefaultsError) {}

    func stop() {}
  }
#endif
