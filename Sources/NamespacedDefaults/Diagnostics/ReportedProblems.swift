/// The problems that one handler has got, so that it gets each once an hour and not at every access.
final class ReportedProblems: Sendable {
  /// What a problem is about: one stored value, two declarations, or a store as a whole.
  struct Subject: Hashable {
    let store: UInt64
    let kind: DefaultsProblem.Kind
    let key: String?
  }

  /// The text of a problem, and a state in which it is another one.
  struct Cause: Hashable {
    let text: String
    let state: Int
  }

  /// The number of causes of one subject in an hour, so that a value that changes all the time fills no log.
  private static let limit = 32
  private static let hour: UInt64 = 3_600_000_000_000

  /// When a cause was last reported.
  private let times = Guarded([Subject: [Cause: UInt64]]())

  /// Returns whether a problem is to be reported now, and records that it is.
  func record(_ subject: Subject, _ cause: Cause, now: UInt64 = CoarseClock.now) -> Bool {
    times.withLock { times in
      var known = times[subject, default: [:]].filter { now < $0.value + Self.hour }
      guard known[cause] == nil, known.count < Self.limit else { return false }
      known[cause] = now
      times[subject] = known
      return true
    }
  }
}
