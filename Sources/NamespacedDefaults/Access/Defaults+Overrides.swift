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

  /// Runs an asynchronous operation, and the child tasks that it starts, on another store and on the actor of the caller.
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

  /// Runs an asynchronous operation, and the child tasks that it starts, with another problem handler and on the actor of
  /// the caller.
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
  /// Keeps the accesses of this process that no isolation covers from the default store, and its named stores from the
  /// directories of a person.
  package static func isolateProcess() { CurrentStore.isolateProcess() }

  /// Gives the process new stores for a test: ``store``, and those that stand for the stores that the program names.
  package static func beginIsolation(on store: any DefaultsStore) {
    TaskOverrides.recordUse()
    Isolation.beginInProcess()
    self.store = store
  }

  /// Waits until the observers of ``store``, and of what stands for other stores in an isolated test, have been called.
  package static func waitForAllObservers() async {
    for context in [store.context] + (Isolation.current?.contexts ?? []) { await context.waitForObservers() }
  }

  /// Runs a test on a store, with new stores in memory for those that the program names.
  package static func withIsolation(
    on store: any DefaultsStore,
    operation: () async throws -> Void
  ) async rethrows {
    try await Isolation.$ofTask.withValue(Isolation()) { try await withStore(store, operation: operation) }
  }
}
