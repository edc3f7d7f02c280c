public import NamespacedDefaults
public import Testing

/// A trait that gives each test a `Defaults.store` of its own.
///
/// ```swift
/// @Suite(.isolatedDefaults)
/// struct AccountTests { … }
/// ```
///
/// Tests that run in parallel then do not share settings. The trait covers a test and the tasks that it starts as
/// children. A store that they set with `Defaults.store = …` is the test's too.
///
/// The `store` of a type, the `store:` of a key and the suite of `DefaultsAdapter(suiteName:)` have a stand-in each, an empty
/// store in memory. A store that the test sets is what it is, and so is one that it makes, but for a suite of
/// `UserDefaults`, the Keychain and iCloud.
///
/// A detached task, a thread and a test without the trait are not covered. So that they do not touch the settings of the
/// person who runs the tests, `Defaults.store` is a store in memory for them, in every process with a test that has the
/// trait. The first such access is reported to `Defaults.problemHandler`.
///
/// In such a process a `FileStore` that is opened by its name is in a temporary directory, which is removed when the process
/// exits, unless it is killed. All tests of the process share it. A store that is opened by a path or a URL, or over a suite
/// of `UserDefaults`, is used as it is where it is called itself or passed to an adapter. So is every store of another process that a test starts.
public struct IsolatedDefaults: TestTrait, SuiteTrait, TestScoping {
  private let makeStore: @Sendable () throws -> any DefaultsStore

  fileprivate init(makeStore: @escaping @Sendable () throws -> any DefaultsStore) {
    // Swift Testing creates the traits of all tests before it runs the first one, whichever it runs.
    Defaults.isolateProcess()
    self.makeStore = makeStore
  }

  /// Whether a suite's trait applies to each of its tests; always `true`.
  ///
  /// Each test gets a store of its own.
  public var isRecursive: Bool { true }

  /// Runs a test on a store of its own; Swift Testing calls this method.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of a parameterized test.
  ///   - function: The body of the test.
  /// - Throws: The error of the test, or the error that kept the store from being created.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Defaults.withIsolation(on: makeStore()) { try await function() }
  }
}

extension IsolatedDefaults {
  /// Gives a test of XCTest, which has no traits, a new `InMemoryStore`; call it in `setUp()`.
  ///
  /// ```swift
  /// final class AccountTestCase: XCTestCase {
  ///   override func setUp() { IsolatedDefaults.setUp() }
  /// }
  /// ```
  ///
  /// The store becomes the `Defaults.store` of the process, and stores that the program names have new stand-ins, because XCTest runs the tests of a process one after the other.
  /// From the first call on, a `FileStore` that is opened by its name is in a temporary directory, as it is in a process with
  /// a test that has the trait.
  public static func setUp() {
    Defaults.isolateProcess()
    Defaults.beginIsolation(on: InMemoryStore())
  }
}

extension Trait where Self == IsolatedDefaults {
  /// A trait that gives each test a new `InMemoryStore`.
  public static var isolatedDefaults: Self { Self { InMemoryStore() } }

  /// Returns a trait that gives each test a new store of your choice.
  ///
  /// - Parameter makeStore: A closure that creates a store.
  /// - Returns: The trait.
  public static func isolatedDefaults(_ makeStore: @escaping @Sendable () throws -> any DefaultsStore) -> Self {
    Self(makeStore: makeStore)
  }
}
