extension Defaults {
  /// Runs an operation, and the tasks it starts as children, on another store.
  ///
  /// Parallel tests that each bring a store of their own never see each other.
  ///
  /// - Parameters:
  ///   - store: What ``store`` is inside.
  ///   - operation: What to run.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public static func withStore<Result>(
    _ store: any DefaultsStore,
    operation: () throws -> Result
  ) rethrows -> Result {
    try TaskOverrides.$current.withValue(.changed { $0.store = store }, operation: operation)
  }

  /// Runs an operation, and the tasks it starts as children, on another store.
  ///
  /// - Parameters:
  ///   - store: What ``store`` is inside.
  ///   - isolation: The actor on which `operation` runs; the caller's by default.
  ///   - operation: What to run.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public static func withStore<Result>(
    _ store: any DefaultsStore,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await TaskOverrides.$current.withValue(.changed { $0.store = store }, operation: operation)
  }

  /// Runs an operation, and the tasks it starts as children, with another problem handler.
  ///
  /// - Parameters:
  ///   - handler: What ``problemHandler`` is inside.
  ///   - operation: What to run.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public static func withProblemHandler<Result>(
    _ handler: @escaping @Sendable (DefaultsProblem) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try ProblemHandler.$ofTask.withValue(handler, operation: operation)
  }

  /// Runs an operation, and the tasks it starts as children, with another problem handler.
  ///
  /// - Parameters:
  ///   - handler: What ``problemHandler`` is inside.
  ///   - isolation: The actor on which `operation` runs; the caller's by default.
  ///   - operation: What to run.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public static func withProblemHandler<Result>(
    _ handler: @escaping @Sendable (DefaultsProblem) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await ProblemHandler.$ofTask.withValue(handler, operation: operation)
  }
}
