/// The work of the thread that watches files, and its state.
///
/// If the system refuses a queue or a watch, the thread tries again after a while, which doubles each time.
struct FileEventThread {
  typealias MakeQueue = @Sendable () throws(DefaultsError) -> any FileEventQueue

  /// The times of the watches, in nanoseconds.
  struct Times {
    /// The time that a watch lasts after its end.
    var lingering: UInt64 = 1_000_000_000
    /// The first and the longest time after which the thread tries again what the system has refused.
    var retries: ClosedRange<UInt64> = 1_000_000_000...16_000_000_000
    /// The first and the longest time after which the thread calls a closure again that could not finish.
    var postponements: ClosedRange<UInt64> = 1_000_000...1_000_000_000
    /// The time for which the thread takes no further events after it has taken some.
    var rest: UInt64 = 1_000_000
  }

  /// A file to watch.
  struct File: Sendable {
    /// The file's path, which is absolute and has no symbolic links in it; with `/` at its end all names in a directory.
    let path: String
    /// The closure that is called when the watch begins, and whenever the file may have changed.
    ///
    /// The thread calls it, also while the watch lingers. It must not wait, because that would hold up the other files.
    /// If it would have to, it returns `false`, and is called again in a short while.
    let onEvent: @Sendable () -> Bool
    /// The closure that is called if the file cannot be watched, once for all files and each reason.
    let onError: @Sendable (DefaultsError) -> Void
  }

  /// The files that are watched, and those that have come and gone since the thread last took them.
  struct Changes {
    let files: [Int: File]
    let added: [Int]
    let removed: [Int]
  }

  /// A moment to do something, and the time that is waited for it.
  private struct Delay {
    let length: UInt64
    let end: UInt64

    /// Creates a delay that is twice as long as the former one, within limits.
    init(after former: Delay?, in limits: ClosedRange<UInt64>) {
      length = former.map { min($0.length * 2, limits.upperBound) } ?? limits.lowerBound
      end = CoarseClock.now + length
    }
  }

  private let times: Times
  private let makeQueue: MakeQueue
  private(set) var queue: (any FileEventQueue)?
  private var files: [Int: File] = [:]
  private var places = WatchedPlaces()
  /// The files that have to be placed, for the first time or again.
  private var unplaced: Set<Int> = []
  /// The files that could not be placed.
  private var refused: Set<Int> = []
  private var retry: Delay?
  private var reported: Set<String> = []
  /// The files whose closures have to be called.
  private var changed: Set<Int> = []
  private var postponements: [Int: Delay] = [:]
  private var hasTakenEvents = false

  init(times: Times, makeQueue: @escaping MakeQueue) {
    self.times = times
    self.makeQueue = makeQueue
  }

  /// The time at which there is something to do, even without events.
  var wakeTime: UInt64 { postponements.values.map(\.end).reduce(retry?.end ?? .max, min) }

  /// Places the files that have to be, and calls the closures of those that may have changed.
  mutating func take(_ changes: Changes) {
    files = changes.files
    for id in changes.removed {
      unplaced.remove(id)
      refused.remove(id)
      changed.remove(id)
      postponements[id] = nil
      if let queue { places.remove(id, from: queue) }
    }
    unplaced.formUnion(changes.added)
    let now = CoarseClock.now
    if let retry, retry.end <= now {
      unplaced.formUnion(refused)
      refused = []
    }
    if !unplaced.isEmpty { placeFiles() }
    changed.formUnion(postponements.filter { $1.end <= now }.keys)
    for id in changed {
      let isFinished = files[id]?.onEvent() ?? true
      postponements[id] = isFinished ? nil : Delay(after: postponements[id], in: times.postponements)
    }
    changed = []
  }

  private mutating func placeFiles() {
    do throws(DefaultsError) {
      let queue = if let queue { queue } else { try makeQueue() }
      self.queue = queue
      for id in unplaced {
        guard let file = files[id] else { continue }
        do throws(DefaultsError) {
          try places.place(id, path: file.path, in: queue)
          // A change before the watch has made no event.
          changed.insert(id)
        } catch {
          refuse([id], error)
        }
      }
    } catch {
      refuse(unplaced, error)
    }
    unplaced = []
    if refused.isEmpty {
      (retry, reported) = (nil, [])
    } else if retry.map({ $0.end <= CoarseClock.now }) ?? true {
      retry = Delay(after: retry, in: times.retries)
    }
  }

  private mutating func refuse(_ ids: Set<Int>, _ error: DefaultsError) {
    refused.formUnion(ids)
    // A limit is the same for all files, whichever was the first that it refused.
    let reason = error.meansExhaustion ? "\(error.systemCode ?? 0)" : error.message
    if reported.insert(reason).inserted, let id = ids.first { files[id]?.onError(error) }
  }

  /// Waits for events, or for a time, and records which files they concern.
  mutating func wait(milliseconds: Int32) {
    guard let queue else {
      return pause(for: .milliseconds(milliseconds))
    }
    // The system merges equal events that nobody has taken. So a program that writes a file again and again, which makes
    // events too, does not wake the thread each time.
    if hasTakenEvents { pause(for: .nanoseconds(times.rest)) }
    do throws(DefaultsError) {
      let events = try queue.takeEvents(within: milliseconds)
      hasTakenEvents = !events.isEmpty
      for event in events {
        let files = places.files(concernedBy: event, in: queue)
        changed.formUnion(files.changed)
        unplaced.formUnion(files.lost)
      }
    } catch {
      // Other code has closed the descriptor, which may be a descriptor of that code now, and so is not closed again.
      self.queue = nil
      places = WatchedPlaces()
      unplaced = []
      refuse(Set(files.keys), error)
      retry = Delay(after: retry, in: times.retries)
    }
  }
}
