import NamespacedDefaults

// A property that is not of its key's type, or has no key.

struct Wrong {
  // error: cannot convert value of type 'KeyPath<DefaultsKeys, DefaultsKey<Theme>>'
  @Default(\.theme) var theme: String
  // error: 'init(_:options:)' is unavailable: the value of this key has another type
  @Default(.launchCount) var launchCount: String
  // error: 'init(wrappedValue:_:options:)' is unavailable: the key has the default value; leave it out here
  @Default(.launchCount) var launchCountWithDefault = 0
  // error: 'init(wrappedValue:_:options:)' is unavailable: the key has the default value; leave it out here
  @Default(\.theme) var themeWithDefault: Theme = .dark
  // error: type 'DefaultsKey<Value>' has no member 'launchCuont'
  @Default(.launchCuont) var misspelt
  // error: cannot infer key path type from context
  @Default(\.tehme) var misspeltPath
  // error: 'init(_:options:)' is unavailable: declare a key of this name in an extension of DefaultsKeys, and give that
  @Default("color") var color: String
}

enum Page: KeyNamespaceable {}

struct DeclaredHere {
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  @Default("plain", in: Page.self) var plain = Plain()
  // error: 'init(_:in:)' is unavailable: give the property a default: @Default("x", in: Editor.self) var x = 0
  @Default("size", in: Page.self) var size: Int
  // error: 'init(wrappedValue:_:)' is unavailable: say the namespace, too: @Default("x", in: Editor.self) var x = 0
  @Default("nowhere") var nowhere = 1
  // error: requires that 'Plain' conform to 'KeyNamespaceable'
  @Default("other", in: Plain.self) var other = 1
}

final class Silent: Sendable {
  // error: of 'Sendable'-conforming class 'Silent' is mutable
  @Default(.launchCount) var launchCount
}

struct Static {
  // error: is not concurrency-safe
  @Default(.launchCount) static var launchCount
}
