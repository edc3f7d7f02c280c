import NamespacedDefaults
import Observation

// The control: what the other files get wrong, done right. It compiles, or nothing is said of them.

func settables() {
  Account.set(true, forKey: .isUserLoggedIn)
  Account.set(1, forKey: .loginCount)
  Account.set("Ada", forKey: .name)
  Account.set(Theme.dark, forKey: .theme)
  Account[.loginCount] += 1
  let isUserLoggedIn: Bool = Account.bool(forKey: .isUserLoggedIn)
  let showsHints = Onboarding[.showsHints]
  print(isUserLoggedIn, showsHints)
}

func theValueOfAKey() {
  Viewer.theme.value = .dark
  Viewer.zoom.value += 1
  Viewer.isFull.value.toggle()
  if Viewer.theme.value == .dark {}
  if let title = Viewer.title.value { print(title, Viewer.title) }
  switch Viewer.theme.value {
  case .light, .dark: break
  }
  let theme: Theme = Viewer.theme.value
  print(theme, Viewer.theme.value.rawValue, Viewer.title.value ?? "Untitled")
  if Viewer.zoom == Viewer.zoom, Viewer.zoom != DefaultsKeys.launchCount, [Viewer.zoom].contains(Viewer.zoom) {}
}

struct Reader: KeyNamespaceable {
  let id: Int
  var namespace: String { "Reader.\(id)" }
  var accent: DefaultsKey<Int> { key("accent", defaultValue: 1) }
}

enum Implicit: KeyNamespaceable {
  static let implicit = key("implicit", defaultValue: Theme.light)
}

func instances(_ user: User, _ everything: Everything) {
  user.key(.loginCount).value += 1
  user[.loginCount] += 1
  user[.isAdmin] = true
  if user.key(.isAdmin).hasValue { user.remove(forKey: .isAdmin) }
  print(user.bool(forKey: .isAdmin), user[.isAdmin], everything[.isOn])
}

func presence() {
  print(Defaults.hasKey(.launchCount), DefaultsKeys.launchCount.hasValue)
  print(Account.key(.isUserLoggedIn).hasValue)
}

func amongAllKinds() {
  Everything.set(1, forKey: .count)
  Everything.set(true, forKey: .isOn)
  Everything[.isOn] = false
  Everything.set(Theme.dark, forKey: .profile)
  Everything[.count] += 1
  Everything.remove(forKey: .isOn)
}

func keys() {
  Defaults[.launchCount] = 1
  Defaults[.launchCount] += 1
  Defaults[\.theme] = .dark
  Defaults.theme = .light
  Defaults[.username] = nil
  Defaults[.username]?.append("!")
  Defaults["color"] = "red"
  let count: Int = Defaults[.launchCount]
  print(Defaults["color"].string ?? "", count, Account[.isUserLoggedIn])
}

func keysWithoutAType() async {
  let count = Defaults[.launchCount]
  print(Defaults[.launchCount])
  Defaults.remove(Defaults.key(\.theme))
  Defaults.remove(.launchCount, Defaults.key(\.theme))
  for await (theme, launches) in Defaults.updates(Defaults.key(\.theme), .launchCount) { print(theme, launches, count) }
}

func aKeyThatIsAnInstanceProperty() throws {
  try Defaults.key(\.theme).write(.dark)
}

enum Sorting: String, DefaultsSerializable { case byName, byDate }

enum Shape: Codable, DefaultsSerializable { case point, circle(radius: Double) }

struct Defaulted: BoolDefaultSettable {
  enum BoolKey: String { case first, second }
  static func defaultValue(forKey key: BoolKey) -> Bool {
    switch key {
    case .first: true
    case .second: false
    }
  }
}

struct Mail {}

extension Mail: StringDefaultSettable {
  enum StringKey: String { case host }
  static func defaultValue(forKey key: StringKey) -> String? { "localhost" }
}

/// The default says the type, whatever the protocol's name.
struct Themes: StringDefaultSettable {
  enum StringKey: String { case first }
  static func defaultValue(forKey key: StringKey) -> Theme { .light }
}

let theme: Theme = Themes.string(forKey: .first)

struct Screen {
  @Default(\.theme) var theme
  @Default(.launchCount) var launchCount: Int
}

extension DefaultsKeys {
  static let count = DefaultsKey<Int>("count", defaultValue: 0)
  static let color = DefaultsKey<Theme>("theme", defaultValue: .light)
  static let plain = DefaultsKey<Plain>("plain", defaultValue: Plain(), bridge: .number)
}

/// Names that mean something else in other libraries are free.
struct Toggle {}
func publisher(_ count: Int) -> Int { count }
func withoutPropagation(_ body: () -> Void) { body() }

extension Defaults {
  enum Keys: String { case first }
  struct Serializable {}

  struct Screen: BoolDefaultSettable {
    typealias BoolKey = Keys
    let toggle = Toggle()
    func show() -> Int {
      withoutPropagation {}
      return publisher(1)
    }
  }
}

extension DefaultsKeys {
  var iCloud: DefaultsKey<Bool> { .init("iCloud", defaultValue: false) }
  static let publisher = DefaultsKey<String>("publisher", defaultValue: "")
}

func ownNames() {
  Defaults.iCloud = true
  Defaults[.publisher] = "Ada"
  Defaults.Screen.set(true, forKey: .first)
  print(Defaults.Keys.first, Defaults.Serializable())
}

extension DefaultsBridge<Plain> {
  static var number: Self {
    Self {
      .integer(Int64($0.number))
    } decode: {
      Plain(number: try Int.value(fromPropertyList: $0))
    }
  }
}

final class CompleteStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) throws -> PropertyListValue? { nil }
  func storedKeys() throws -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {}
  func synchronize() throws {}
}

extension DefaultsBridge<Int> {
  static let offset = DefaultsBridge {
    .integer(Int64($0 + 1))
  } decode: {
    try Int.value(fromPropertyList: $0) - 1
  }
}

func observe() async {
  let observation = DefaultsKeys.launchCount.observe { print($0.newValue) }
  for await (name, count) in Defaults.updates(.username, .launchCount) { print(name ?? "", count) }
  observation.cancel()
}

func changesOfOneKey() async throws {
  for await change in Defaults.changes(.launchCount) { print(change?.newValue as Any) }
  let observation = Defaults.observe([.launchCount, .username]) { print("") }
  try DefaultsKeys.launchCount.update { $0 += 1 }
  print(try DefaultsAdapter(suiteName: "group.example")[.launchCount], observation)
}

final class PageSettings: Observable {
  @Default("size", in: Editor.self) var size = 1
  @Default("name", in: Editor.self) var name: String? = nil
}

enum Editor: KeyNamespaceable {
  static let theme = key("theme", defaultValue: Theme.light)
  static let written: DefaultsKey<Theme> = key("written", defaultValue: .light)
  static let coded = key("coded", defaultValue: Coded(), bridge: .jsonData)
}

struct Generic<Value>: KeyNamespaceable {
  static var theme: DefaultsKey<Theme> { key("theme", defaultValue: .light) }
}
