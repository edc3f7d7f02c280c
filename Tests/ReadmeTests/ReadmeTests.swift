import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

/// The code of README, and of the articles on naming settings, compiles, runs and does what it says.
@Suite(.isolatedDefaults)
struct ReadmeTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile("README.md")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "Usage.swift")
    #expect(file.blocks.flatMap { $0.split(separator: "\n") }.filter { $0.count > 75 } == [])
  }

  @Test func itHasAtMostEightHundredWords() throws {
    let words = try MarkdownFile("README.md").text.split { $0.isWhitespace }
    #expect(words.count <= 800)
  }

  @Test func theFirstExample() throws {
    #expect(greeting() == "Hello")
    logIn()
    #expect(greeting() == "Welcome back")
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == 1)
  }

  @Test func theKeysOfATypesOwn() throws {
    show(page: 2)
    #expect(try Defaults.store.value(forKey: "Viewer.theme") == "dark")
    #expect(try Defaults.store.value(forKey: "Viewer.pages") == [1, 2])
  }

  @Test func theModel() throws {
    let settings = ViewerSettings()
    settings.theme = .dark
    settings.zoom *= 2
    #expect(Viewer.theme.value == .dark)
    #expect(try Defaults.store.value(forKey: "Viewer.zoom") == 2.0)
  }

  @Test func theModelDeclaresItsSettings() throws {
    show(page: 2)
    let audit = NamespaceAudit(Viewer.self, models: ViewerSettings())
    #expect(audit.keys.map(\.name) == ["Viewer.theme", "Viewer.zoom"])
    #expect(try audit.validate() == ["Viewer.pages is used, and no list of this audit has it; list it in keys"])
    #expect(audit.undeclaredKeys == [])
  }

  @Test func theFirstExampleOfTheLandingPage() throws {
    logIn()
    logIn()
    #expect(try Defaults.store.value(forKey: "Account.isUserLoggedIn") == true)
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == 2)
  }

  @Test func theSettables() throws {
    #expect(Editor.bool(forKey: .showsLineNumbers))
    configure()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func theInstanceNamespace() throws {
    promote()
    #expect(try Defaults.store.value(forKey: "User.ada.isAdmin") == true)
  }

  @Test func theTypedKeys() throws {
    Defaults[.profile] = Profile(name: "Ada")
    launch()
    #expect(Defaults[.hints])
    #expect(try Defaults.store.value(forKey: "launchCount") == 1)
    #expect(try Defaults.store.value(forKey: "theme") == "dark")
    #expect(Defaults[.profile]?.name == "Ada!")
  }

  @Test func theInstanceKeys() {
    decorate()
    #expect(Defaults["accent"].string == "red")
    #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
  }

  @Test func thePropertiesAndProxies() {
    let screen = Screen()
    screen.theme = .dark
    screen.accent = "green"
    #expect(Defaults[.theme] == .dark)
    #expect(Defaults.accent == "green")
    screen.launchCount += 1
    #expect(Defaults[.launchCount] == 1)
    script()
    #expect(Defaults["color"].string == "red")
    #expect(Defaults["total"].double == 13.14)
    #expect(Defaults["size"].int == 12)
  }

  @Test func theObservation() async {
    let task = Task { await follow() }
    task.cancel()
    await task.value
  }

  #if UserDefaults
    @Test func theMigration() throws {
      try Defaults.store.set(["recentPages": [3, 4], "Reader.theme": "dark"])
      try migrate()
      #expect(Viewer.pages.value == [3, 4])
      #expect(Viewer.theme.value == .dark)
    }
  #endif
}
