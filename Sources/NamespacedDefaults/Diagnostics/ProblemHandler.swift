#if canImport(os)
  import os
#endif

/// The handlers to which problems are passed: the task's, or else the process's.
enum ProblemHandler {
  typealias Handler = @Sendable (DefaultsProblem) -> Void

  @TaskLocal static var ofTask: Handler?

  private static let lock = Lock()
  private nonisolated(unsafe) static var ofProcess: Handler = log  // guarded by `lock`

  /// The task's handler, or else the process's.
  ///
  /// A new value replaces the process's handler.
  static var current: Handler {
    get { ofTask ?? lock.withLock { ofProcess } }
    set { lock.withLock { ofProcess = newValue } }
  }

  /// Logs a problem; this is the handler of a program that sets none.
  @Sendable private static func log(_ problem: DefaultsProblem) {
    #if canImport(os)
      Logger(subsystem: "NamespacedDefaults", category: "problem").fault("\(problem.description, privacy: .public)")
    #else
      writeToStandardError("NamespacedDefaults: \(problem)\n")
    #endif
  }
}

extension DefaultsProblem {
  /// Passes the problem to the problem handler.
  func report() { ProblemHandler.current(self) }
}

/// Runs a body and reports the error that it throws, if any.
///
/// - Parameters:
///   - kind: The kind under which an error is reported.
///   - key: The stored name concerned.
///   - report: A closure that gets the problem, and by default passes it to the problem handler.
///   - body: The closure to run.
/// - Returns: The result of `body`, or `nil` if it throws.
@discardableResult
func reportingErrors<Result>(
  as kind: DefaultsProblem.Kind,
  key: String? = nil,
  to report: (DefaultsProblem) -> Void = { $0.report() },
  _ body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch {
    report(DefaultsProblem(kind, key: key, error: error))
    return nil
  }
}
