/// The problems that a handler has got, so that it gets each one once and not at every call.
///
/// A problem is reported again when its cause has changed. One subject is reported at most ten times a minute, so that
/// a value that changes all the time fills no log.
final class ReportedProblems: Sendable {
  /// What a problem is about: one stored value, or a store as a whole.
  struct Subject: Hashable {
    let store: UInt64
    let kind: DefaultsProblem.Kind
    let key: String?
  }

  /// The cause of a problem; the number tells apart what the text does not.
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

  private let lock = Lock()
  private nonisolated(unsafe) var entries: [Subject: Entry] = [:]  // guarded by `lock`

  /// Returns whether a problem is to be reported now, and records that it is.
  ///
  /// A subject that is one key has one cause at a time; a store may fail for several causes in turn.
  func record(_ subject: Subject, _ cause: Cause, now: UInt64 = CoarseClock.now) -> Bool {
    lock.withLock {
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
