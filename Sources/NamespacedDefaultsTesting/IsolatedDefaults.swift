public import NamespacedDefaults
public import Testing

/// Gives each test a `Defaults.store` of its own, so that parallel tests never see each other's settings.
///
///     @Suite(.isolatedDefaults)
///     struct AccountTests { … }
public struct IsolatedDefaults: TestTrait, SuiteTrait, TestScoping {
  private let makeStore: @Sendable () throws -> any DefaultsStore

  fileprivate init(makeStore: @escaping @Sendable () throws -> any DefaultsStore) {
    self.makeStore = makeStore
  }

  /// Whether the tests of a suite, and not just the suite, get the trait: each shall have a store of its own.
  public var isRecursive: Bool { true }

  /// Runs a test on a store of its own; called by Swift Testing.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of a parameterized test.
  ///   - function: What to run.
  /// - Throws: What the test throws, or what kept the store from being made.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Defaults.withStore(makeStore()) { try await function() }
  }
}

extension Trait where Self == IsolatedDefaults {
  /// A fresh `InMemoryStore` for each test.
  public static var isolatedDefaults: Self { Self { InMemoryStore() } }

  /// A fresh store of your choice for each test.
  ///
  /// - Parameter makeStore: Makes it.
  /// - Returns: The trait.
  public static func isolatedDefaults(_ makeStore: @escaping @Sendable () throws -> any DefaultsStore) -> Self {
    Self(makeStore: makeStore)
  }
}
