#if canImport(os)
  import os
#endif

/// Where problems go: to the handler of the task, or else to that of the process.
enum ProblemHandler {
  typealias Handler = @Sendable (DefaultsProblem) -> Void

  @TaskLocal static var ofTask: Handler?

  private static let lock = Lock()
  private nonisolated(unsafe) static var ofProcess: Handler = log  // guarded by `lock`

  /// The handler of the task, or else that of the process, which is the one that is set.
  static var current: Handler {
    get { ofTask ?? lock.withLock { ofProcess } }
    set { lock.withLock { ofProcess = newValue } }
  }

  /// The handler of a program that sets none.
  @Sendable private static func log(_ problem: DefaultsProblem) {
    #if canImport(os)
      Logger(subsystem: "NamespacedDefaults", category: "problem").fault("\(problem.description, privacy: .public)")
    #else
      writeToStandardError("NamespacedDefaults: \(problem)\n")
    #endif
  }
}

extension DefaultsProblem {
  /// Gives the problem to the problem handler.
  func report() { ProblemHandler.current(self) }
}

/// Runs a body and reports the error that it throws, if any.
///
/// - Parameters:
///   - kind: The kind of problem that an error is.
///   - key: The stored name concerned.
///   - report: Where the problem goes; to the problem handler by default.
///   - body: What to run.
/// - Returns: What `body` returns, or `nil` where it throws.
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
