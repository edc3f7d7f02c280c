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
