/// The entry point of the library: a place to nest namespaces, and the settings of the process by their keys.
///
/// ```swift
/// extension Defaults {
///   struct Account: BoolDefaultSettable {
///     enum BoolKey: String { case isUserLoggedIn }
///   }
/// }
/// Defaults.Account.set(true, forKey: .isUserLoggedIn)
///
/// extension DefaultsKeys {
///   static let launchCount = DefaultsKey("launchCount", defaultValue: 0)
/// }
/// Defaults[.launchCount] += 1
/// ```
@dynamicMemberLookup
public enum Defaults {}

extension Defaults {
  /// The store of every setting whose key and type name no other store.
  ///
  /// Set it once, at the start of the process, before you observe anything: an observer stays with the store that was set
  /// when it was registered, and a setting that was written before stays in the default store, which debug builds report.
  /// In the operation of `withStore(_:operation:)` it is the store of that call.
  public static var store: any DefaultsStore {
    get { CurrentStore.store }
    set { CurrentStore.store = newValue }
  }

  /// Whether launch arguments such as `-Account.isUserLoggedIn YES` override stored settings; by default they do.
  ///
  /// Set it to `false` at the start of a program that others start with words of their choice, such as a web server that
  /// runs a script, or a set-uid program. What was read before that may still come from an argument.
  ///
  /// ```swift
  /// Defaults.readsLaunchArguments = false
  /// ```
  public static var readsLaunchArguments: Bool {
    get { LaunchArguments.isOfProcessRead }
    set { LaunchArguments.isOfProcessRead = newValue }
  }

  /// The handler that is called with every ``DefaultsProblem``.
  ///
  /// By default it writes one line to standard error, and on Apple platforms it logs a fault. It is called on the
  /// thread on which the problem occurred, when that thread has no store locked. It may read and write settings. A
  /// problem that it causes itself is logged as by default. Debug builds stop at a ``DefaultsProblem/Kind/collision`` of
  /// two settable types if no handler is set.
  public static var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { ProblemHandler.current.handler }
    set { ProblemHandler.current = ProblemHandler(newValue) }
  }
}

extension Defaults {
  /// Runs a closure whose changes of settings count together or not at all.
  ///
  /// ```swift
  /// try Defaults.transaction {
  ///   Defaults[.balance] -= 10
  ///   Defaults.Account.set(true, forKey: .isPaid)
  /// }
  /// ```
  ///
  /// All changes of ``store`` take part, through whichever API; changes of other stores do not. See
  /// ``DefaultsStore/transaction(_:)`` for what that promises.
  ///
  /// - Parameter body: The closure to run. Keep it short, because all other writers of the store wait.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, of a write in it that failed, or of the commit. Nothing was changed then.
  @discardableResult
  public static func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try store.transaction(body)
  }
}

extension DefaultsAdapter {
  /// Runs a closure whose changes of the adapter's store count together or not at all.
  ///
  /// See ``DefaultsStore/transaction(_:)``.
  ///
  /// - Parameter body: The closure to run. Keep it short, because all other writers of the store wait.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, of a write in it that failed, or of the commit. Nothing was changed then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try store.transaction(body)
  }
}
