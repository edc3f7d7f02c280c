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
///     Defaults.launchCount += 1
@dynamicMemberLookup
public enum Defaults {}

extension Defaults {
  /// The store that every setting uses which does not name another.
  ///
  /// Set it once, at the start of the process. Inside `withStore(_:operation:)` it is that store.
  public static var store: any DefaultsStore {
    get { Scope.current?.store ?? ProcessSettings.shared.store }
    set { ProcessSettings.shared.store = newValue }
  }

  /// Gets every ``DefaultsProblem``; by default it writes one line to standard error, on Apple platforms a fault to
  /// the log.
  ///
  /// It is called on the thread that met the problem, and must not wait for another one.
  public static var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { Scope.current?.problemHandler ?? ProcessSettings.shared.problemHandler }
    set { ProcessSettings.shared.problemHandler = newValue }
  }

  static var arguments: LaunchArguments {
    Scope.current?.arguments ?? .ofProcess
  }

  static func report(_ problem: DefaultsProblem) {
    problemHandler(problem)
  }
}
