/// The entry point: the place where namespaces nest, and the settings of the process.
///
///     extension Defaults {
///       struct Account: BoolDefaultSettable {
///         enum BoolKey: String { case isUserLoggedIn }
///       }
///     }
///     Defaults.Account.set(true, forKey: .isUserLoggedIn)
public enum Defaults {}

extension Defaults {
  /// The store that every setting uses which does not name another.
  ///
  /// Set it once, at the start of the process. Inside `withStore(_:operation:)` it is that store.
  public static var store: any DefaultsStore {
    get { Scope.current?.store ?? ProcessSettings.shared.store }
    set { ProcessSettings.shared.store = newValue }
  }

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
  public static func withStore<Result>(_ store: any DefaultsStore, operation: () throws -> Result) rethrows -> Result {
    let scope = Scope(store: store, problemHandler: Scope.current?.problemHandler)
    return try Scope.$current.withValue(scope, operation: operation)
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
    let scope = Scope(store: store, problemHandler: Scope.current?.problemHandler)
    return try await Scope.$current.withValue(scope, operation: operation)
  }
}

extension Defaults {
  /// Gets every ``DefaultsProblem``; by default it writes one line to standard error, on Apple platforms a fault to
  /// the log.
  ///
  /// It is called on the thread that met the problem, and must not wait for another one.
  public static var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { Scope.current?.problemHandler ?? ProcessSettings.shared.problemHandler }
    set { ProcessSettings.shared.problemHandler = newValue }
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
    let scope = Scope(store: Scope.current?.store, problemHandler: handler)
    return try Scope.$current.withValue(scope, operation: operation)
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
    let scope = Scope(store: Scope.current?.store, problemHandler: handler)
    return try await Scope.$current.withValue(scope, operation: operation)
  }
}

extension Defaults {
  static func report(_ problem: DefaultsProblem) {
    problemHandler(problem)
  }
}

/// What a task tree has put in place of the process's settings.
struct Scope: Sendable {
  var store: (any DefaultsStore)?
  var problemHandler: (@Sendable (DefaultsProblem) -> Void)?

  @TaskLocal static var current: Scope?
}

/// The process-wide store and problem handler.
final class ProcessSettings: Sendable {
  static let shared = ProcessSettings()

  private let lock = Lock()
  private nonisolated(unsafe) var chosenStore: (any DefaultsStore)?  // guarded by `lock`
  private nonisolated(unsafe) var handler: @Sendable (DefaultsProblem) -> Void = logProblem  // guarded by `lock`

  var store: any DefaultsStore {
    get {
      lock.withLock {
        // Made at the first use, so that a program that sets its own store never opens the default one.
        if let chosenStore { return chosenStore }
        let store = makeDefaultStore()
        chosenStore = store
        return store
      }
    }
    set { lock.withLock { chosenStore = newValue } }
  }

  var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }
}
