import Synchronization

/// The events that wait for their delivery, in commit order, and who delivers them.
///
/// Each event has a position: the number of events that were enqueued up to it. One thread delivers at a time, up to its
/// own last event. Writers that come meanwhile leave their events to it when they have released the store's lock.
///
///     1   2   3   4   5   6   7   8   9   10
///     └───────┘   └───┘   └───────┘   └────┘
///     delivered   up to   left by     of writers that
///                 its     other       still have the
///                 end     writers     store locked
///
/// When the thread has reached its end, it hands the events that were left on to a thread that is started for them.
/// Otherwise writers that never pause could keep one of them for ever. The started thread has no end. It delivers until
/// nothing is left.
struct ChangeQueue {
  enum Event: Sendable {
    /// A change, and those who followed its name when it was committed.
    ///
    /// The silenced handler has made the change and wants no call.
    case change(DefaultsChange, to: [Observer], TrackedKey?, silenced: HandlerID?)
    /// The first call of one observer, before any change.
    case first(Observer, @Sendable () -> Void)
  }

  /// The next step of the thread that delivers.
  enum Step: Sendable {
    case deliver(Event)
    /// The thread has reached its end. It has to hand on what others have left.
    case handOn
    /// Nothing is left; the delivery has ended.
    case stop
  }

  private struct Deliverer {
    /// The thread; `nil` while the one to which delivery is handed on starts.
    var thread: ThreadState.ID?
    /// The position up to which it delivers; `nil` for a thread that delivers whatever is left.
    var end: Int?
    private let process = ForkCounter.Mark()

    init(thread: ThreadState.ID?, end: Int?) { (self.thread, self.end) = (thread, end) }

    /// Whether a forked child lacks the thread.
    ///
    /// What it has not delivered yet comes before the child's own changes.
    var isLost: Bool { process.isInherited && thread != ThreadState.survivor.load(ordering: .relaxed) }
  }

  /// The events; `nil` in place of those that were taken, because an old value may be a secret.
  private var events: [Event?] = []
  /// The number of events that were taken.
  private var takenCount = 0
  /// The position of the last event.
  private(set) var lastPosition = 0
  /// The last position whose writer has released the store and left the delivery to another thread.
  private var leftPosition = 0
  private var deliverer: Deliverer?

  private static let keptRoom = 16

  /// The position of the last event that was taken for delivery.
  private var deliveredPosition: Int { lastPosition - events.count + takenCount }

  mutating func append(_ event: Event) {
    events.append(event)
    lastPosition += 1
  }

  /// Removes all events, and returns them for their release.
  mutating func removeAll() -> [Event?] {
    defer { (events, takenCount) = ([], 0) }
    return events
  }

  private mutating func takeFirst() -> Event? {
    guard takenCount < events.count else { return nil }
    let event = events[takenCount].take()
    takenCount += 1
    // The room is kept for the next events, unless it is large.
    if takenCount == events.count {
      events.removeAll(keepingCapacity: takenCount <= Self.keptRoom)
      takenCount = 0
    } else if takenCount >= Self.keptRoom, takenCount > events.count / 2 {
      events.removeFirst(takenCount)
      takenCount = 0
    }
    return event
  }

  /// Begins a delivery up to a position, unless a thread delivers already.
  ///
  /// - Returns: Whether the current thread has to deliver. If not, its events are left to the one that does.
  mutating func begin(upTo position: Int, on thread: ThreadState.ID) -> Bool {
    if let deliverer, !deliverer.isLost {
      // The changes of an observer that writes are those of the thread that calls it.
      if deliverer.thread == thread, let end = deliverer.end { self.deliverer?.end = max(end, position) }
      leftPosition = max(leftPosition, position)
      return false
    }
    guard position > deliveredPosition else { return false }
    deliverer = Deliverer(thread: thread, end: position)
    return true
  }

  mutating func next() -> Step {
    let end = deliverer?.end
    if deliveredPosition < end ?? leftPosition, let event = takeFirst() { return .deliver(event) }
    if deliveredPosition < leftPosition { return .handOn }
    deliverer = nil
    return .stop
  }

  /// Leaves the rest to a thread that is about to start.
  mutating func leaveRest() {
    leftPosition = max(leftPosition, deliverer?.end ?? 0)
    deliverer = Deliverer(thread: nil, end: nil)
  }

  /// Records that a thread delivers whatever is left.
  mutating func takeRest(on thread: ThreadState.ID) { deliverer = Deliverer(thread: thread, end: nil) }
}
