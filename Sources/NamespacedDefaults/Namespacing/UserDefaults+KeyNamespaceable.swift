#if UserDefaults
  public import Foundation

  /// A `UserDefaults` as a namespace, which your program can make settable.
  ///
  /// ```swift
  /// extension UserDefaults: @retroactive BoolDefaultSettable {
  ///   public enum BoolKey: String { case isUserLoggedIn }
  /// }
  /// // Stored as "UserDefaults.isUserLoggedIn".
  /// UserDefaults.standard.set(true, forKey: .isUserLoggedIn)
  /// ```
  extension UserDefaults: KeyNamespaceable {
    /// The string `UserDefaults`, on every platform.
    public static var namespace: String { "UserDefaults" }

    /// The store over `UserDefaults.standard`.
    public static var store: any DefaultsStore { UserDefaultsStore.standard }

    /// The store over this instance's values.
    public var store: any DefaultsStore { UserDefaultsStore(self) }
  }

  // The name promises all values, and the namespace has only some of them. The getters are unavailable and not methods,
  // because the compiler passes over an unavailable method and calls the one that every namespace has.
  extension UserDefaults {
    /// Unavailable; the namespace does not have all values.
    @_documentation(visibility: internal)
    public static var removeAll: () -> Void {
      @available(
        *,
        unavailable,
        message: "it would remove \"UserDefaults.…\" only; call Defaults.removeAll(), or that of a DefaultsAdapter"
      )
      get { fatalError() }
    }

    /// Unavailable; the namespace does not have all values.
    @_documentation(visibility: internal)
    public var removeAll: () -> Void {
      @available(
        *,
        unavailable,
        message:
          "it would remove \"UserDefaults.…\" only; call DefaultsAdapter(store: UserDefaultsStore(…)).removeAll()"
      )
      get { fatalError() }
    }
  }
#endif
