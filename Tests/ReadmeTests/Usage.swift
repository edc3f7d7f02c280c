// The code of README.md and of the article on the settable protocols: `ReadmeTests` and `GuidesTests` compare them.

import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

extension Defaults {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum IntegerKey: String, CaseIterable { case loginCount }
  }
}

func logIn() {
  Defaults.Account.set(true, forKey: .isUserLoggedIn)  // stored as "Account.isUserLoggedIn"
  Defaults.Account[.loginCount] += 1  // atomic across threads and, in a FileStore, across processes
}

struct Editor: BoolDefaultSettable, DoubleDefaultSettable, StringArrayDefaultSettable, ObjectDefaultSettable {
  enum BoolKey: String, CaseIterable { case showsLineNumbers, wrapsLines }
  enum DoubleKey: String, CaseIterable { case fontSize }
  enum StringArrayKey: String, CaseIterable { case recentFiles }
  enum ObjectKey: String, CaseIterable { case theme, profile }

  static func defaultValue(forKey key: BoolKey) -> Bool {
    switch key {  // exhaustive: a new key without a default does not compile
    case .showsLineNumbers: true
    case .wrapsLines: false
    }
  }
}

enum Theme: String, DefaultsSerializable { case light, dark }  // stored as its raw value
struct Profile: Codable, DefaultsSerializable { var name: String }  // stored as JSON

func configure() {
  Editor.set(13, forKey: .fontSize)  // a Double, for fontSize is a DoubleKey
  Editor[.recentFiles] = ["notes.txt"]
  Editor[.recentFiles]?.append("todo.txt")
  Editor.set(Theme.dark, forKey: .theme)
  print(Editor.object(Profile.self, forKey: .profile)?.name ?? "nobody", Editor.hasValue(forKey: .wrapsLines))
  Editor.remove(forKey: .theme)
  Editor.removeAll()  // this namespace, and nothing else
}

struct Mail {}

extension Mail: StringDefaultSettable {
  enum StringKey: String, CaseIterable { case host, signature }

  static func defaultValue(forKey key: StringKey) -> String? {  // with `-> String` it would never be called
    switch key {
    case .host: "localhost"
    case .signature: nil
    }
  }
}

struct User: BoolDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }
  enum BoolKey: String { case isAdmin }
}

func promote() {
  User(id: "ada").set(true, forKey: .isAdmin)  // stored as "User.ada.isAdmin"
}

extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  var theme: DefaultsKey<Theme> { .init("theme", defaultValue: .light) }
  static let isUserLoggedIn = Defaults.Account.key(.isUserLoggedIn)  // in a namespace
}

func launch() {
  Defaults[.launchCount] += 1  // a static key, from any module
  Defaults[\.theme] = .dark  // an instance key; in lists, DefaultsKeys().theme
  Defaults.theme = .dark  // the same
  Defaults[.username]?.append("!")
}

struct Screen {
  @Default(\.theme) var theme
  @Default(.launchCount, options: .observed) var launchCount  // keeps a copy that every change renews
  @Default(Defaults.Account.key(.isUserLoggedIn)) var isUserLoggedIn
}

func script() {
  Defaults["color"] = "red"
  print(Defaults["color"].string ?? "none")  // red
  Defaults["total"] = 3.14
  Defaults["total"] += 10  // 13.14
  Defaults["size"] ?= 12  // only where nothing is stored
}

#if UserDefaults
  func openStores() throws {
    Defaults.store = try FileStore(name: "my-tool")  // once, at the start
    let group = DefaultsAdapter(store: try UserDefaultsStore(suiteName: "group.example"))
    group[.launchCount] += 1
  }
#endif

func follow() async {
  let observation = DefaultsKeys.launchCount.observe { change in print(change.oldValue, change.newValue) }
  for await (theme, count) in Defaults.updates(DefaultsKeys().theme, .launchCount) {  // newest values only
    print(theme, count)
  }
  observation.cancel()
}

@Suite(.isolatedDefaults)  // each test, with its child tasks, has a store of its own
struct LoginTests {
  @Test func loggingInCounts() {
    logIn()
    #expect(Defaults.Account.integer(forKey: .loginCount) == 1)
  }
}

#if UserDefaults
  func migrate() throws {
    try Defaults.migrate([
      .importing(from: UserDefaultsStore.standard),  // on Linux, what was kept there; what the store has stays
      .rename("isUserLoggedIn", to: Defaults.Account.key(.isUserLoggedIn)),
      .renameNamespace("Login", to: "Account"),
    ])
  }
#endif

func logInOrThrow() throws {
  try Defaults.Account.key(.isUserLoggedIn).write(true)  // throws what set reports
}

struct SettingsTests {
  @Test func noTwoKeysCollide() {
    #expect(NamespaceAudit(Defaults.Account.self, Editor.self, keys: [.launchCount]).collisions.isEmpty)
  }
}
