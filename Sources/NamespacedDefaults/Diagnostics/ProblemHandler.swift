#if canImport(os)
  import os
#endif

/// A handler of problems, with the problems that it has got.
final class ProblemHandler: Sendable {
  typealias Handler = @Sendable (DefaultsProblem) -> Void

  let handler: Handler
  private let reported = ReportedProblems()

  init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  /// Passes on a problem, unless it has been passed on and is still the same.
  ///
  /// The handler is the program's code, so it runs when the thread has unlocked its stores. A problem that the handler
  /// itself causes is logged, because a handler that writes to a failing store would otherwise be called without end.
  func report(_ problem: DefaultsProblem) {
    if let origin = problem.origin {
      let subject = ReportedProblems.Subject(store: origin.store, kind: problem.kind, key: origin.subject)
      guard reported.record(subject, ReportedProblems.Cause(text: "\(problem.error)", state: origin.state)) else {
        return
      }
    }
    guard !ThreadState.current.pointee.isReporting else { return Self.log(problem) }
    ThreadState.whenUnlocked { [handler] in
      let state = ThreadState.current
      state.pointee.isReporting = true
      handler(problem)
      state.pointee.isReporting = false
    }
  }
}

extension ProblemHandler {
  @TaskLocal static var ofTask: ProblemHandler?

  private static let logging = ProblemHandler(log)
  private static let ofProcess = Guarded(logging)

  /// Whether the program or the task has set a handler.
  static var isSet: Bool { current !== logging }

  /// The task's handler, or else the process's.
  ///
  /// A new value replaces the process's handler.
  static var current: ProblemHandler {
    get { ofTask ?? ofProcess.withLock { $0 } }
    set { _ = ofProcess.exchange(newValue) }
  }

  /// Logs a problem; this is the handler of a program that sets none.
  @Sendable private static func log(_ problem: DefaultsProblem) {
    #if canImport(os)
      // An error of the program's own code may quote a value, and one of a file has its path.
      let (subject, details) = (problem.subject.printableMessage, problem.details.printableMessage)
      Logger(subsystem: "NamespacedDefaults", category: "problem")
        .fault("\(subject, privacy: .public): \(details, privacy: .private)")
    #else
      writeToStandardError("NamespacedDefaults: \(problem)\n")
    #endif
  }
}

extension DefaultsProblem {
  /// Passes the problem to the problem handler.
  package func report() { ProblemHandler.current.report(self) }

  /// Passes a mistake in the program to the problem handler; a debug build that has set none stops.
  ///
  /// A program that links two packages with the mistake cannot mend it, and sets a handler.
  func reportMistake() {
    #if DEBUG
      if !ProblemHandler.isSet { fatalError("NamespacedDefaults: \(self)") }
    #endif
    report()
  }
}
