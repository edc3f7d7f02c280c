/// The class whose extensions declare typed keys, so that a leading dot or a key path can name them.
///
/// ```swift
/// extension DefaultsKeys {
///   static let launchCount = DefaultsKey("launchCount", defaultValue: 0)
///   var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .system) }
/// }
/// Defaults[.launchCount] += 1
/// Defaults.theme = .dark
/// ```
///
/// A leading dot names a static key, from any module. Key paths and dynamic members reach instance properties only,
/// because the key path of a `static let` that another module declares crashes in Swift 6.3. In a list of keys, and to
/// call a method of the key, write `Defaults.key(\.theme)`, as in `Defaults.remove(.launchCount, Defaults.key(\.theme))`.
///
/// A key with the name of a member of ``DefaultsKey``, such as `value` or `store`, hides that member in its module.
///
/// `@unchecked Sendable`: the class has no state, and its one subclass here is safe to share.
public class DefaultsKeys: _NonisolatedExtensions, @unchecked Sendable {
  package static let shared = DefaultsKeys(())

  init(_: Void) {}
}
