public import Foundation

/// A `UserDefaults` as a namespace, which your program can make settable.
///
///     extension UserDefaults: @retroactive BoolDefaultSettable {
///       public enum BoolKey: String { case isUserLoggedIn }
///     }
///     UserDefaults.standard.set(true, forKey: .isUserLoggedIn)  // stored as "UserDefaults.isUserLoggedIn"
extension UserDefaults: KeyNamespaceable {
  /// The string `UserDefaults`, on every platform.
  public static var namespace: String { "UserDefaults" }

  /// The store over `UserDefaults.standard`.
  public static var store: any DefaultsStore { UserDefaultsStore.standard }

  /// The store over this instance's values.
  public var store: any DefaultsStore { UserDefaultsStore(self) }
}
