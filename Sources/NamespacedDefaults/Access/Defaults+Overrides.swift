extension Defaults {
  /// Runs an operation, and the child tasks that it starts, on another store.
  ///
  /// Tests that run in parallel, each on a store of its own, never see each other's settings.
  ///
  /// - Parameters:
  ///   - store: The store that ``store`` is in the operation.
  ///   - operation: The operation to run.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public static func withStore<Result>(
    _ store: any DefaultsStore,
    operation: () throws -> Result
  ) rethrows -> Result {
    try TaskOverrides.$current.withValue(.changed { $0.store = StoreOverride(store) }, operation: operation)
  }

  /// Runs an operation, and the child tasks that it starts, on another store.
  ///
  /// - Parameters:
  ///   - store: The store that ``store`` is in the operation.
  ///   - isolation: The actor on which `operation` runs; by default the actor of the caller.
  ///   - operation: The operation to run.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public static func withStore<Result>(
    _ store: any DefaultsStore,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await TaskOverrides.$current.withValue(.changed { $0.store = StoreOverride(store) }, operation: operation)
  }

  /// Runs an operation, and the child tasks that it starts, with another problem handler.
  ///
  /// - Parameters:
  ///   - handler: The handler that ``problemHandler`` is in the operation.
  ///   - operation: The operation to run.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public static func withProblemHandler<Result>(
    _ handler: @escaping @Sendable (DefaultsProblem) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try ProblemHandler.$ofTask.withValue(ProblemHandler(handler), operation: operation)
  }

  /// Runs an operation, and the child tasks that it starts, with another problem handler.
  ///
  /// - Parameters:
  ///   - handler: The handler that ``problemHandler`` is in the operation.
  ///   - isolation: The actor on which `operation` runs; by default the actor of the caller.
  ///   - operation: The operation to run.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public static func withProblemHandler<Result>(
    _ handler: @escaping @Sendable (DefaultsProblem) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await ProblemHandler.$ofTask.withValue(ProblemHandler(handler), operation: operation)
  }
}

extension Defaults {
  /// Runs a test on a store of its own, and keeps all other accesses of the process from the default store.
  ///
  /// - Parameters:
  ///   - store: The store that ``store`` is in the operation.
  ///   - operation: The operation to run.
  /// - Throws: The error that `operation` throws.
  package static func withIsolatedStore(
    _ store: any DefaultsStore,
    operation: () async throws -> Void
  ) async rethrows {
    ProcessSettings.shared.isolate()
    try await withStore(store, operation: operation)
  }
}
