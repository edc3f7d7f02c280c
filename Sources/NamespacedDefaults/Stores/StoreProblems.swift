import Synchronization

/// The part of a store's context that makes its problems, so that each is reported once.
///
/// It numbers the store, and counts how often reads and writes have succeeded again after a failure.
package final class StoreProblems: Sendable {
  private static let count = Atomic<UInt64>(0)

  private let id = StoreProblems.count.add(1, ordering: .relaxed).newValue
  /// The path of the store's file, if it has one.
  private let place: String?
  private let reads = Failures()
  private let writes = Failures()
  /// Whether any access has ever failed; a store without a failure only reads this.
  private let haveOccurred = Atomic(false)

  /// The failures of one kind of access.
  private final class Failures: Sendable {
    private let haveOccurred = Atomic(false)
    /// Counts how often an access has succeeded after a failure.
    private let recoveryCount = Atomic(0)

    func recordFailure() -> Int {
      haveOccurred.store(true, ordering: .relaxed)
      return recoveryCount.load(ordering: .relaxed)
    }

    func recordSuccess() {
      guard haveOccurred.load(ordering: .relaxed) else { return }
      if haveOccurred.exchange(false, ordering: .relaxed) { recoveryCount.add(1, ordering: .relaxed) }
    }
  }

  init(place: String?) {
    self.place = place
  }

  /// Returns a problem of the store.
  ///
  /// The handler gets it once for its text, and again if an access of its kind has succeeded since, or after an hour.
  ///
  /// - Parameters:
  ///   - kind: The kind of problem.
  ///   - key: The stored name concerned.
  ///   - error: The error.
  ///   - form: The stored form that is the cause.
  /// - Returns: The problem.
  package func problem(
    _ kind: DefaultsProblem.Kind,
    key: String?,
    error: any Error,
    form: PropertyListValue? = nil
  ) -> DefaultsProblem {
    var problem = DefaultsProblem(kind, key: key, error: error)
    haveOccurred.store(true, ordering: .relaxed)
    let isOfOneValue = (error as? DefaultsError)?.isOfOneValue == true
    // A file of a directory fails alone, whatever else can be read.
    let file = (error as? DefaultsError)?.path.flatMap { path in
      place.map { path.hasPrefix("\($0)/") } ?? false ? path : nil
    }
    let failures = file == nil && !isOfOneValue ? failures(kind) : nil
    // What the whole store or the declarations of a program cause is one problem, however many names it concerns.
    let isOfStore = (kind == .failedRead || kind == .failedWrite) && !isOfOneValue
    let subject = isOfStore ? file : kind == .collision ? "\(error)" : key
    problem.origin = DefaultsProblem.Origin(store: id, subject: subject, state: failures?.recordFailure() ?? 0)
    problem.consequence = consequence(of: kind, hasKey: key != nil, hasForm: form != nil)
    problem.leavesStoredValue = kind == .undecodableValue || kind == .invalidValue
    if kind != .malformedArgument, kind != .collision, let place { problem.place = { (place, true) } }
    return problem
  }

  /// Returns what counts after a problem, in words; `nil` if the error says it.
  private func consequence(of kind: DefaultsProblem.Kind, hasKey: Bool, hasForm: Bool) -> String? {
    switch kind {
    // Without a form it is a change that cannot begin with what is stored.
    case .undecodableValue: hasForm ? "the default is used" : nil
    case .invalidValue: "a corrected value is used"
    case .failedRead: hasKey ? "defaults are used" : nil
    case .failedWrite: hasKey ? "the old value stays" : nil
    case .unencodableValue: "nothing was written"
    case .malformedArgument: "the argument is ignored"
    default: nil
    }
  }

  @inline(__always)
  package func recordSuccess(_ kind: @autoclosure () -> DefaultsProblem.Kind) {
    if haveOccurred.load(ordering: .relaxed) { failures(kind())?.recordSuccess() }
  }

  private func failures(_ kind: DefaultsProblem.Kind) -> Failures? {
    kind == .failedRead ? reads : kind == .failedWrite ? writes : nil
  }
}

extension DefaultsStore {
  /// Runs a body and reports the error that it throws, if any, once for its cause.
  ///
  /// - Parameters:
  ///   - kind: The kind under which an error is reported.
  ///   - key: The stored name concerned.
  ///   - form: The stored form that is the cause.
  ///   - report: A closure that gets the problem, and by default passes it to the problem handler.
  ///   - body: The closure to run.
  /// - Returns: The result of `body`, or `nil` if it throws.
  @discardableResult
  package func reportingErrors<Result>(
    as kind: @autoclosure () -> DefaultsProblem.Kind,
    key: String? = nil,
    form: PropertyListValue? = nil,
    to report: (DefaultsProblem) -> Void = { $0.report() },
    _ body: () throws -> Result
  ) -> Result? {
    do {
      let result = try body()
      context.problems.recordSuccess(kind())
      return result
    } catch {
      let kind = kind()
      if kind == .failedWrite || kind == .unencodableValue { failTransaction(error) }
      report(context.problems.problem(kind, key: key, error: error, form: form))
      return nil
    }
  }
}
