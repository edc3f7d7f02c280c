#if UserDefaults
  import Synchronization

  /// The stored values of a `UserDefaults`, together with the changes that are being written to it.
  ///
  /// On Apple platforms `UserDefaults` calls the program's code inside each `set`: listeners to `didChangeNotification`, one
  /// of which may wait for the main thread, and key-value observers. So a change is committed here under the store's lock,
  /// and written after the lock is released. Until then readers get the committed value from here.
  ///
  /// One thread at a time writes a key. Another thread that changes the key meanwhile leaves its value to that thread instead
  /// of waiting for it, because the listeners may be waiting for the other thread.
  final class UserDefaultsContents: Sendable {
    private struct Change {
      /// The value that readers get.
      var value: PropertyListValue?
      /// The number of values that the key has had since the first one that was not written.
      var count = 0
      /// The number of them that have been written; a later value replaces the earlier ones.
      var writtenCount = 0
      var writer: ThreadState.ID?
      /// The number of calls in which the writer is, because a listener may change the key that it is called for.
      var depth = 0
    }

    /// A thread that writes committed changes.
    private struct Writer {
      /// The number of calls in which it is.
      var depth = 0
      /// The number of values that it has set.
      var setCount = 0
      /// The number of changes that `UserDefaults` has announced on it meanwhile.
      var eventCount = 0
    }

    let reader: UserDefaultsReader
    private let changes = Guarded([String: Change]())
    private let writers = Guarded([ThreadState.ID: Writer]())
    /// The number of times that ``changes`` became empty or not; it is odd while there are any.
    // Relaxed, because the lock of `UserDefaults` orders it with the values.
    private let phase = Atomic<UInt>(0)

    init(_ reader: UserDefaultsReader) {
      self.reader = reader
    }

    func value(forKey name: String) throws -> PropertyListValue? {
      let phase = phase.load(ordering: .relaxed)
      if phase & 1 == 0 {
        let value = try reader.value(forKey: name)
        // A change that began meanwhile may fail, and then nobody must have seen it.
        if self.phase.load(ordering: .relaxed) == phase { return value }
      }
      if let change = changes.withLock({ $0[name] }) { return change.value }
      return try reader.value(forKey: name)
    }

    /// Returns whether a value, or nothing, is what a key shows and no change is under way.
    func hasValue(_ value: PropertyListValue?, forKey name: String) -> Bool {
      let phase = phase.load(ordering: .relaxed)
      guard phase & 1 == 0, reader.shows(value, forKey: name) else { return false }
      return self.phase.load(ordering: .relaxed) == phase
    }

    func keys() -> [String] {
      let changes = allChanges
      let stored = reader.keys()
      guard !changes.isEmpty else { return stored }
      return stored.filter { changes[$0] == nil } + changes.filter { $0.value.value != nil }.map(\.key)
    }

    /// All stored values that are property lists.
    var values: [String: PropertyListValue] {
      let changes = allChanges
      return changes.reduce(into: reader.storedValues) { $0[$1.key] = $1.value.value }
    }

    /// Commits changes, which are written when the store's lock has been released.
    func commit(_ newChanges: [DefaultsChange]) {
      update { changes in
        for change in newChanges {
          changes[change.key, default: Change()].value = change.newValue
          changes[change.key]?.count += 1
        }
      }
    }

    /// Writes the committed changes of keys, while no lock is held, and then calls a closure.
    ///
    /// - Parameters:
    ///   - names: The keys.
    ///   - finish: A closure that returns the number of values that it has set.
    /// - Returns: Whether code that was called meanwhile has made other changes. They have not been searched for.
    func write(_ names: [String], then finish: () -> Int) -> Bool {
      let thread = ThreadState.id
      writers.withLock { $0[thread, default: Writer()].depth += 1 }
      var setCount = 0
      for name in names {
        while let change = beginWriting(name, on: thread) {
          reader.set(change.value, forKey: name)
          setCount += 1
          endWriting(name, change.count)
        }
      }
      setCount += finish()
      return writers.withLock { [setCount] writers in
        guard var writer = writers[thread] else { return false }
        writer.depth -= 1
        writer.setCount += setCount
        writers[thread] = writer.depth == 0 ? nil : writer
        return writer.depth == 0 && writer.eventCount > writer.setCount
      }
    }

    /// Whether the current thread is writing committed changes.
    var isBeingWritten: Bool { writers.withLock { $0[ThreadState.id] != nil } }

    /// Counts a change that `UserDefaults` announces on the current thread, if the thread is writing committed changes.
    func countEvent() -> Bool {
      writers.withLock { writers in
        guard writers[ThreadState.id] != nil else { return false }
        writers[ThreadState.id]?.eventCount += 1
        return true
      }
    }

    /// Writes changes at once, or none if the body throws; until it is done, readers get the old values.
    func write(_ newChanges: [DefaultsChange], then finish: () throws -> Void) rethrows {
      update { changes in
        for change in newChanges { changes[change.key] = Change(value: change.oldValue) }
      }
      defer { update { changes in for change in newChanges { changes[change.key] = nil } } }
      for change in newChanges { reader.set(change.newValue, forKey: change.key) }
      do {
        try finish()
      } catch {
        for change in newChanges { reader.set(change.oldValue, forKey: change.key) }
        throw error
      }
    }

    private var allChanges: [String: Change] { changes.withLock { $0 } }

    private func beginWriting(_ name: String, on thread: ThreadState.ID) -> Change? {
      changes.withLock { changes in
        guard let change = changes[name], change.writtenCount < change.count,
          change.writer == nil || change.writer == thread
        else { return nil }
        changes[name]?.writer = thread
        changes[name]?.depth += 1
        return change
      }
    }

    private func endWriting(_ name: String, _ count: Int) {
      update { changes in
        guard var change = changes[name] else { return }
        change.writtenCount = max(change.writtenCount, count)
        change.depth -= 1
        if change.depth == 0 { change.writer = nil }
        changes[name] = change.depth == 0 && change.writtenCount == change.count ? nil : change
      }
    }

    private func update(_ body: (inout [String: Change]) -> Void) {
      changes.withLock { changes in
        let wasEmpty = changes.isEmpty
        body(&changes)
        if wasEmpty != changes.isEmpty { phase.add(1, ordering: .relaxed) }
      }
    }
  }
#endif
