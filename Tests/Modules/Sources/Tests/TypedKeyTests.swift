import Core
import Feature
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// Every spelling of a typed key, in a module that does not declare it.
@Suite(.isolatedDefaults)
struct TypedKeyTests {
  @Test func aStaticKeyIsNamedWithALeadingDot() {
    Defaults[.launchCount] += 1
    Defaults[key: .launchCount] += 1
    #expect(Defaults[.launchCount] == 2)
    #expect(Defaults[key: .launchCount] == 2)
    Defaults[.username] = "Ada"
    Defaults[.username]?.append("!")
    #expect(Defaults[.username] == "Ada!")
    Defaults[.heading].degrees += 90
    #expect(Defaults["heading"].int == 180)
  }

  @Test func anInstanceKeyIsNamedByItsPathAndAsAMember() {
    Defaults[\.theme] = .dark
    #expect(Defaults.theme == .dark)
    Defaults.theme = .light
    #expect(Defaults[\.theme] == .light)
    #expect(Defaults[themePath] == .light)
    Defaults.sharedTheme = .dark
    #expect(Defaults[Defaults.key(\.theme)] == .dark)
  }

  @Test func aKeyIsAValue() throws {
    let key = DefaultsKeys.launchCount
    key.value += 1
    try key.update { $0 += 1 }
    try key.write(key.read() + 1)
    #expect(Defaults[key] == 3)
    #expect(DefaultsKeys.recentNames.name == "recentNames")
    #expect(Defaults.key(\.isUserLoggedIn).name == "Account.isUserLoggedIn")
  }

  @Test func aKeyIsAnArgument() {
    Defaults[.launchCount] = 1
    Defaults.theme = .dark
    #expect(Defaults.hasKey(.launchCount))
    #expect(Defaults.hasKey(\.theme))
    Defaults.remove(.launchCount)
    Defaults.remove(\.theme)
    #expect(!Defaults.hasKey("launchCount"))
    #expect(!Defaults.hasKey("theme"))
  }

  @Test func anAdapterTakesTheSame() {
    let group = DefaultsAdapter(store: InMemoryStore())
    group[.launchCount] += 1
    group[key: .launchCount] += 1
    group[\.theme] = .dark
    #expect(group[.launchCount] == 2)
    #expect(group.theme == .dark)
    group.theme = .light
    #expect(group.hasKey(Defaults.key(\.theme)))
    group.remove(.launchCount)
    #expect(!group.hasKey(.launchCount))
    #expect(!Defaults.hasKey(\.theme))
  }

  @Test func aPropertyTakesTheSame() {
    struct Screen {
      @Default(.launchCount) var launchCount
      @Default(.zoom, options: .observed) var zoom: Double
      @Default(\.theme) var theme
      @Default(\.isUserLoggedIn, options: .cached) var isUserLoggedIn
      @Default(Account.key(.showsHints)) var showsHints
    }
    let screen = Screen()
    screen.launchCount += 1
    screen.zoom *= 2
    screen.theme = .dark
    screen.isUserLoggedIn = true
    screen.showsHints.toggle()
    #expect(Defaults[.launchCount] == 1)
    #expect(Defaults[.zoom] == 2)
    #expect(Defaults.theme == .dark)
    #expect(Account.bool(forKey: .isUserLoggedIn))
    #expect(!Account.bool(forKey: .showsHints))
    #expect(screen.$theme.name == "theme")
  }

  @Test func observersTakeTheSame() async {
    let counts = Recorder()
    let observations = [
      Defaults.observe(.launchCount) { counts.append($0.newValue) },
      Defaults.key(\.theme).observe { change in counts.append(change.newValue == .dark ? 100 : nil) },
      DefaultsKeys.launchCount.observe(initial: true) { counts.append($0.newValue) },
    ]
    Defaults[.launchCount] = 5
    Defaults.theme = .dark
    #expect(counts.values == [0, 5, 5, 100])
    withExtendedLifetime(observations) {}

    for await (count, name) in Defaults.updates(.launchCount, .username) {
      #expect(count == 5)
      #expect(name == nil)
      break
    }
    for await theme in Defaults.key(\.theme).updates() {
      #expect(theme == .dark)
      break
    }
  }

  @Test func anotherThreadUsesTheSame() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { @concurrent in
          Defaults[.launchCount] += 1
          Defaults[\.theme] = .dark
          Defaults.isUserLoggedIn = true
        }
      }
    }
    #expect(Defaults[.launchCount] == 4)
    #expect(Defaults.theme == .dark)
    #expect(Account.bool(forKey: .isUserLoggedIn))
  }
}
