/// The entry point: the place where namespaces nest, and the settings of the process by their keys.
///
///     extension Defaults {
///       struct Account: BoolDefaultSettable {
///         enum BoolKey: String { case isUserLoggedIn }
///       }
///     }
///     Defaults.Account.set(true, forKey: .isUserLoggedIn)
///
///     extension DefaultsKeys {
///       static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
///     }
///     Defaults[.launchCount] += 1
@dynamicMemberLookup
public enum Defaults {}

extension Defaults {
  /// The store of every setting whose key and type name no other.
  ///
  /// Set it once, at the start of the process. Inside `withStore(_:operation:)` it is that store.
  public static var store: any DefaultsStore {
    get { DefaultsEnvironment.store }
    set { DefaultsEnvironment.store = newValue }
  }

  /// The handler that gets every ``DefaultsProblem``; by default it writes one line to standard error, on Apple platforms
  /// a fault to the log.
  ///
  /// It is called on the thread that met the problem, and must not wait for another one.
  public static var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { ProblemHandler.current }
    set { ProblemHandler.current = newValue }
  }
}
