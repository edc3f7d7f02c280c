import NamespacedDefaults

// A property that is not of its key's type, or has no key.

struct Wrong {
  // error: cannot convert value of type 'KeyPath<DefaultsKeys, DefaultsKey<Theme>>'
  @Default(\.theme) var theme: String
  // error: no exact matches in call to initializer
  @Default(.launchCount) var launchCount: Int = 0
  // error: cannot infer key path type from context
  @Default(\.launchCuont) var launchCuont
  // error: no exact matches in call to initializer
  @Default("color") var color: String
}

final class Silent: Sendable {
  // error: of 'Sendable'-conforming class 'Silent' is mutable
  @Default(.launchCount) var launchCount
}

struct Static {
  // error: is not concurrency-safe
  @Default(.launchCount) static var launchCount
}
