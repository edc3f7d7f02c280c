/// The place where typed keys are declared, so that they can be named with a leading dot or a key path.
///
///     extension DefaultsKeys {
///       static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
///       var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .system) }
///     }
///     Defaults[.launchCount] += 1
///     Defaults.theme = .dark
///
/// A static key is named with a leading dot, from any module. Key paths and dynamic members reach instance properties
/// only: the key path of a `static let` that another module declares crashes in Swift 6.3.
///
/// A key that is named like a member of ``DefaultsKey``, such as `value` or `store`, hides that member in its module.
///
/// `@unchecked Sendable`: the class has no state, and its one subclass here is immutable.
open class DefaultsKeys: @unchecked Sendable {
  static let shared = DefaultsKeys()

  /// Makes a place for keys declared as instance properties.
  public init() {}
}
