/// The place where typed keys are declared, so that they can be named with a leading dot.
///
///     extension DefaultsKeys {
///       static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
///     }
///
/// `@unchecked Sendable`: the class has no state, and its one subclass here is immutable.
open class DefaultsKeys: @unchecked Sendable {
  /// Makes a place for keys declared as instance properties.
  public init() {}
}
