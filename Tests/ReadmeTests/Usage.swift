// The code of README.md and of the articles on naming and changing settings: `ReadmeTests` and `GuidesTests` compare them.

import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import Observation
import Testing

enum Theme: String, DefaultsSerializable { case light, dark }

enum Viewer: KeyNamespaceable {
  static let theme = key("theme", defaultValue: Theme.light)
  static let pages = key("pages", defaultValue: [1])
}

func show(page: Int) {
  Viewer.theme.value = .dark  // "Viewer.theme", stored as "dark"
  Viewer.pages.value.append(page)  // one atomic change
}

final class ViewerSettings: Observable {
  @Default(Viewer.theme) var theme
  @Default("zoom", in: Viewer.self) var zoom = 1.0  // "Viewer.zoom"
}

extension Defaults {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum IntegerKey: String, CaseIterable { case loginCount }
  }
}

func logIn() {
  // Stored as "Account.isUserLoggedIn".
  Defaults.Account.set(true, forKey: .isUserLoggedIn)
  // This is atomic across threads and, in a FileStore, across processes.
  Defaults.Account[.loginCount] += 1
}

func greeting() -> String {
  Defaults.Account.bool(forKey: .isUserLoggedIn) ? "Welcome back" : "Hello"
}

struct Editor: BoolDefaultSettable, DoubleDefaultSettable,
  StringArrayDefaultSettable
{
  enum BoolKey: String, CaseIterable { case showsLineNumbers, wrapsLines }
  enum DoubleKey: String, CaseIterable { case fontSize }
  enum StringArrayKey: String, CaseIterable { case recentFiles }

  static func defaultValue(forKey key: BoolKey) -> Bool {
    // A new key without a default does not compile.
    switch key {
    case .showsLineNumbers: true
    case .wrapsLines: false
    }
  }
}

func configure() {
  // This is a Double, for fontSize is a DoubleKey.
  Editor.set(13, forKey: .fontSize)
  Editor[.recentFiles] = ["notes.txt"]
  Editor[.recentFiles]?.append("todo.txt")
  Editor.remove(forKey: .fontSize)
  Editor.removeAll()  // this namespace, and nothing else
}

func pay(_ price: Int) throws {
  try Defaults.transaction {
    Defaults[.balance] -= price
    Defaults[.hasPaid] = true
  }
}

struct Site: StringDefaultSettable, BoolDefaultSettable,
  ArrayDefaultSettable, ObjectDefaultSettable
{
  enum StringKey: String, CaseIterable { case host, user }
  static func defaultValue(forKey key: StringKey) -> String {
    key == .host ? "localhost" : "nobody"
  }

  enum BoolKey: String, CaseIterable { case sendsReports }
  static func defaultValue(forKey key: BoolKey) -> Bool? { nil }

  enum ArrayKey: String, CaseIterable { case ports }
  static func defaultValue(forKey key: ArrayKey) -> [Int] { [80] }

  enum ObjectKey: String, CaseIterable { case theme }
  // So the values of the keys are themes.
  static func defaultValue(forKey key: ObjectKey) -> Theme { .light }
}

func configureSite() {
  Site[.host] += ".local"  // a String, not a String?
  Site[.sendsReports] = nil  // not said yet
  Site[.ports].append(443)
  Site[.theme] = .dark
}

enum Preview: KeyNamespaceable {
  // Stored as "Preview.theme".
  static let theme = key("theme", defaultValue: Theme.light)
  // It is nil if nothing is stored.
  static let author = key("author", of: Profile.self)
  static let columns = key("columns", defaultValue: 4)
    .validating(.clamped(to: 1...12))
    .described(as: "The number of columns of the grid.")
  // An older release stored it as "Preview.fontSize".
  static let fontSize = key("font.size", defaultValue: 13.0)
    .renamed(from: "fontSize")

  static let keys = [theme, author, columns, fontSize]
}

func preview() {
  Preview.theme.value = .dark
  Defaults[Preview.columns] += 1
  Preview.removeAll()
}

struct Mail {}

extension Mail: StringDefaultSettable {
  enum StringKey: String, CaseIterable { case host, signature }

  static func defaultValue(forKey key: StringKey) -> String? {
    switch key {
    case .host: "localhost"
    case .signature: nil
    }
  }
}

extension DefaultsKeys {
  static let hints = DefaultsKey("hints", defaultValue: true)
  static let launchCount = DefaultsKey("launchCount", defaultValue: 0)
  static let balance = DefaultsKey("balance", defaultValue: 0)
  static let hasPaid = DefaultsKey("hasPaid", defaultValue: false)
  static let theme = DefaultsKey("theme", defaultValue: Theme.light)
  static let profile = DefaultsKey<Profile?>("profile")
}

// Stored as JSON.
struct Profile: Codable, DefaultsSerializable { var name: String }

func launch() {
  Defaults[.launchCount] += 1
  Defaults[.theme] = .dark
  Defaults[.profile]?.name.append("!")
}

extension DefaultsKeys {
  var accent: DefaultsKey<String> { .init("accent", defaultValue: "blue") }
  // It is in a namespace.
  static let isUserLoggedIn = Defaults.Account.key(.isUserLoggedIn)
}

func decorate() {
  Defaults[\.accent] = "red"
  Defaults.accent = "red"  // the same; in lists, Defaults.key(\.accent)
  // Does what Defaults.Account.set(true, forKey: .isUserLoggedIn) does.
  Defaults[.isUserLoggedIn] = true
}

struct Screen {
  @Default(.theme) var theme
  @Default(\.accent) var accent
  @Default(.launchCount) var launchCount
  @Default(Defaults.Account.key(.isUserLoggedIn)) var isUserLoggedIn
}

func script() {
  Defaults["color"] = "red"
  print(Defaults["color"].string ?? "none")  // red
  Defaults["total"] = 3.14
  Defaults["total"] += 10  // 13.14
  Defaults["size"] ?= 12  // only where nothing is stored
}

func openStore() throws {
  Defaults.store = try LayeredStore.standard(name: "my-tool")
}

func follow() async {
  let observation = Viewer.pages.observe { change in
    print(change.oldValue, change.newValue)  // every change
  }
  for await theme in Viewer.theme.updates() {  // this one, then the newest
    print(theme)
  }
  observation.cancel()
}

@Suite(.isolatedDefaults)  // a store for each test, with its child tasks
struct ViewerTests {
  @Test func aPageIsKept() {
    show(page: 2)
    #expect(Viewer.pages.value == [1, 2])
  }
}

// Each test, with its child tasks, has a store of its own.
@Suite(.isolatedDefaults)
struct LoginTests {
  @Test func loggingInCounts() {
    logIn()
    #expect(Defaults.Account.integer(forKey: .loginCount) == 1)
  }

  @Test func noTwoKeysCollide() {
    let audit = NamespaceAudit(
      Defaults.Account.self,
      Editor.self,
      keys: [.launchCount]
    )
    #expect(audit.collisions.isEmpty)
  }
}

#if UserDefaults
  func migrate() throws {
    try Defaults.migrate([
      .copy(from: UserDefaultsStore.standard),  // on Linux
      .rename("recentPages", to: Viewer.pages),
      .renameNamespace("Reader", to: "Viewer"),
    ])
  }
#endif
