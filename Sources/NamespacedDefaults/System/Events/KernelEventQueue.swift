#if canImport(Darwin) || os(FreeBSD)
  import NamespacedDefaultsPlatform

  /// The queue of events on Apple platforms and FreeBSD, by kqueue(2).
  ///
  /// A watch is a descriptor of the directory or of the file. A directory's event says that its names have changed, and
  /// not which one.
  ///
  /// `@unchecked Sendable`: one thread uses `watches`, as the protocol says, and the rest does not change.
  final class KernelEventQueue: FileEventQueue, @unchecked Sendable {
    private let queue: Int32
    private var watches: [FileIdentity: Int32] = [:]

    init() throws(DefaultsError) {
      queue = try openedFile("kqueue") { kqueue() }
      // kqueue(2) has no flag for this. A forked child does not inherit the queue at all.
      _ = fcntl(queue, F_SETFD, FD_CLOEXEC)
      try change(ident: 0, filter: EVFILT_USER, flags: EV_ADD | EV_CLEAR, fflags: 0)
    }

    func watchDirectory(_ path: String) throws(DefaultsError) -> Int32 {
      try watch(path, O_DIRECTORY, for: NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)
    }

    func watchFile(_ path: String) throws(DefaultsError) -> Int32? {
      do {
        return try watch(path, O_NONBLOCK, for: NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)
      } catch let error where error.meansNoFile || error.meansReadOnly {
        return nil
      }
    }

    private func watch(_ path: String, _ flags: Int32, for events: Int32) throws(DefaultsError) -> Int32 {
      #if canImport(Darwin)
        let access = O_EVTONLY
      #else
        let access = O_RDONLY
      #endif
      let descriptor = try openedFile(path) { open(path, access | O_CLOEXEC | flags) }
      do {
        let identity = try FileStatus(descriptor: descriptor, path: path).identity
        if let known = watches[identity] {
          close(descriptor)
          return known
        }
        try change(ident: UInt(descriptor), filter: EVFILT_VNODE, flags: EV_ADD | EV_CLEAR, fflags: events)
        watches[identity] = descriptor
        return descriptor
      } catch {
        close(descriptor)
        throw error
      }
    }

    func removeWatch(_ watch: Int32) {
      guard let index = watches.firstIndex(where: { $1 == watch }) else { return }
      watches.remove(at: index)
      // The system forgets the events of a descriptor that is closed.
      close(watch)
    }

    func takeEvents(within milliseconds: Int32) throws(DefaultsError) -> [FileEvent] {
      var time = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
      var events: [kevent] = Array(repeating: kevent(), count: 64)
      let count = try systemCall("kevent", "kqueue") {
        withUnsafePointer(to: &time) {
          kevent(queue, nil, 0, &events, Int32(events.count), milliseconds < 0 ? nil : $0)
        }
      }
      return events.prefix(Int(count)).compactMap { event in
        guard event.filter == Int16(EVFILT_VNODE) else { return nil }
        let watch = Int32(truncatingIfNeeded: event.ident)
        let hasEnded = event.fflags & UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE) != 0
        return hasEnded ? .end(watch: watch) : .change(watch: watch, name: nil)
      }
    }

    func wake() {
      try? change(ident: 0, filter: EVFILT_USER, flags: 0, fflags: NOTE_TRIGGER)
    }

    func closeQueue() {
      for watch in watches.values { close(watch) }
      close(queue)
    }

    private func change(ident: UInt, filter: Int32, flags: Int32, fflags: Int32) throws(DefaultsError) {
      // Field by field, because the structure has more of them on FreeBSD.
      var change = kevent()
      change.ident = ident
      change.filter = Int16(filter)
      change.flags = UInt16(flags)
      change.fflags = UInt32(bitPattern: fflags)
      try systemCall("kevent", "kqueue") { kevent(queue, &change, 1, nil, 0, nil) }
    }
  }
#endif
