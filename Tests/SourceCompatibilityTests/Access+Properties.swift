import NamespacedDefaults

struct Structure {
  @Default(.count) var count
  @Default(.count) var sameCount
  @Default(\.theme) var theme
  @Default(Everything.key(.isOn)) var isOn
  @Default(.username, options: .cached) var username: String?
  @Default(.lines, options: .observed) var lines
  @Default(\.theme, options: [.cached, .observed]) var observedTheme: Theme
  @Default(DefaultsKey("local", defaultValue: 0.5)) var local
  @Default("fontSize", in: Everything.self) var fontSize = 13.0
  @Default("size", in: Everything.self, options: .cached) var size: Double? = nil

  func change() {
    count += 1
    theme = .dark
    lines.append("1.0")
    $count.remove()
  }
}

final class Reference {
  @Default(.count) var count
  @Default(\.theme) var theme

  func change() {
    count += 1
    theme = .dark
  }
}

actor Isolated {
  @Default(.count) var count
  @Default(\.theme) var theme

  func change() {
    count += 1
    theme = .dark
  }
}

@MainActor
final class OnMain {
  @Default(.count) var count
  @Default(\.theme, options: .observed) var theme

  func change() {
    count += 1
    theme = .dark
  }
}

/// Static properties need a type on an actor: to the compiler what a wrapper makes is a variable.
@MainActor
enum Static {
  @Default(.count) static var count
}

@MainActor
func local() {
  @Default(.count) var count
  count += 1
  Static.count += 1
  let key: DefaultsKey<Int> = $count
  let property = Default(.count)
  property.wrappedValue += 1
  property.wrappedValue = property.wrappedValue
  let options = DefaultOptions(rawValue: DefaultOptions.cached.rawValue)
  print(key, property.projectedValue, options)
}
