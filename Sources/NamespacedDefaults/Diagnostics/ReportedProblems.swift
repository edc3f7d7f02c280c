/// The problems that one handler has got.
///
/// With it, a handler gets a problem once and not at every access. A problem is reported again when its cause has changed.
/// One subject is reported at most ten times a minute, so that a value that changes all the time fills no log.
final class ReportedProblems: Sendable {
  /// What a problem is about: one stored value, two declarations, or a store as a whole.
  struct Subject: Hashable {
    let store: UInt64
    let kind: DefaultsProblem.Kind
    let key: String?
  }

  /// The cause of a problem: its text, and a state by which causes with the same text differ.
  struct Cause: Hashable {
    let text: String
    let state: Int
  }

  private struct Entry {
    var causes: Set<Cause> = []
    var count = 0
    var minuteStart: UInt64 = 0
  }

  private static let countLimit = 10
  private static let causeLimit = 32
  private static let minute: UInt64 = 60_000_000_000

  private let entries = Guarded([Subject: Entry]())

  /// Returns whether a problem is to be reported now, and records that it is.
  ///
  /// Of a key, only the last cause is kept. Of a store, all causes are kept, up to a limit, because its accesses may fail
  /// for several causes at the same time.
  func record(_ subject: Subject, _ cause: Cause, now: UInt64 = CoarseClock.now) -> Bool {
    entries.withLock { entries in
      var entry = entries[subject] ?? Entry()
      if entry.causes.contains(cause) { return false }
      if now >= entry.minuteStart + Self.minute { (entry.count, entry.minuteStart) = (0, now) }
      guard entry.count < Self.countLimit else { return false }
      if subject.key != nil || entry.causes.count >= Self.causeLimit { entry.causes = [] }
      entry.causes.insert(cause)
      entry.count += 1
      entries[subject] = entry
      return true
    }
  }
}
