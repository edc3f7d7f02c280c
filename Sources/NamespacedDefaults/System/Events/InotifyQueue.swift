#if os(Linux) || os(Android)
  import NamespacedDefaultsPlatform

  /// The queue of events on Linux, by inotify(7).
  ///
  /// The watch of a directory includes the writes to its files.
  struct InotifyQueue: FileEventQueue {
    private static let interest = UInt32(
      IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )

    private let events: Int32
    private let wakeUps: WakeUpPipe

    init() throws(DefaultsError) {
      do {
        events = try openedFile("inotify") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
      } catch {
        throw Self.isOutOfDescriptors ? error : .limit("max_user_instances", reachedBy: "inotify_init1", error)
      }
      do {
        wakeUps = try WakeUpPipe()
      } catch {
        close(events)
        throw error
      }
    }

    /// Whether the process has no descriptor left, which inotify_init1(2) reports as it does its own limit.
    private static var isOutOfDescriptors: Bool {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return errno == EMFILE }
      close(descriptor)
      return false
    }

    func watchDirectory(_ path: String) throws(DefaultsError) -> Int32 {
      do {
        return try systemCall("inotify_add_watch", path) { inotify_add_watch(events, path, Self.interest) }
      } catch {
        throw error.systemCode == ENOSPC ? .limit("max_user_watches", reachedBy: "inotify_add_watch", error) : error
      }
    }

    func watchFile(_ path: String) -> Int32? { nil }

    func removeWatch(_ watch: Int32) {
      inotify_rm_watch(events, numericCast(watch))  // not the same type everywhere
    }

    func takeEvents(within milliseconds: Int32) throws(DefaultsError) -> [FileEvent] {
      var descriptors = [events, wakeUps.readingEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&descriptors, 2, milliseconds)
      guard count > 0 else { return [] }
      if descriptors[1].revents != 0 { try wakeUps.empty() }
      return descriptors[0].revents == 0 ? [] : try readEvents()
    }

    private func readEvents() throws(DefaultsError) -> [FileEvent] {
      // Its bytes are not set, which would take longer than the rest.
      try withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer throws(DefaultsError) in
        let count = try systemCall("read", "inotify") { read(events, buffer.baseAddress!, buffer.count) }
        return Self.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }

    private static func decode(_ buffer: UnsafeRawBufferPointer) -> [FileEvent] {
      var result: [FileEvent] = []
      var offset = 0
      while offset < buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let nameStart = offset + MemoryLayout<inotify_event>.size
        offset = nameStart + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          result.append(.overflow)
        } else if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 {
          result.append(.end(watch: event.wd))
        } else {
          let name = buffer[nameStart..<offset].prefix { $0 != 0 }
          result.append(.change(watch: event.wd, name: Array(name)))
        }
      }
      return result
    }

    func wake() { wakeUps.fill() }

    func closeQueue() {
      close(events)
      wakeUps.closeEnds()
    }
  }

  extension DefaultsError {
    /// Returns an error that names a limit of inotify(7), which an administrator can raise.
    fileprivate static func limit(_ name: String, reachedBy operation: String, _ error: Self) -> Self {
      guard error.systemCode == EMFILE || error.systemCode == ENOSPC else { return error }
      return Self(
        .failedSystemCall,
        "\(operation): the user has reached the limit fs.inotify.\(name) of the system (raise it with sysctl)",
        path: "/proc/sys/fs/inotify/\(name)",
        operation: operation,
        systemCode: error.systemCode
      )
    }
  }
#endif
