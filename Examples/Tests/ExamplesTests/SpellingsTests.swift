import NamespacedDefaults
import Testing

enum Appearance: String, DefaultsSerializable { case system, dark }

extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  var theme: DefaultsKey<Appearance> { .init("theme", defaultValue: .system) }
}

extension Defaults {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    enum IntegerKey: String { case loginCount }
  }
}

/// Every spelling of a key, from a package that knows nothing of the library but its product.
struct SpellingsTests {
  let store = InMemoryStore()

  @Test func theSettables() {
    Defaults.withStore(store) {
      Defaults.Account.set(true, forKey: .isUserLoggedIn)
      #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
      Defaults.Account[.loginCount] += 1
    }
    #expect(store.value(forKey: "Account.isUserLoggedIn") == true)
    #expect(store.value(forKey: "Account.loginCount") == 1)
  }

  @Test func theTypedKeys() throws {
    try Defaults.withStore(store) {
      Defaults[.launchCount] += 1
      Defaults[key: .launchCount] += 1
      DefaultsKeys.launchCount.value += 1
      try DefaultsKeys.launchCount.update { $0 += 1 }
      Defaults.theme = .dark
      #expect(Defaults[\.theme] == .dark)
      #expect(Defaults[.username] == nil)
    }
    #expect(store.value(forKey: "launchCount") == 4)
    #expect(store.value(forKey: "theme") == "dark")
  }

  @Test func theNames() throws {
    try Defaults.withStore(store) {
      Defaults[.launchCount] = 1
      #expect(Defaults.hasKey("launchCount"))
      #expect(Defaults.hasKey(.launchCount))
      #expect(!Defaults.hasKey(\.theme))
      Defaults.remove(.launchCount)
      Defaults.remove(\.theme)
      Defaults.remove("launchCount")
      Defaults.register(["launchCount": 7])
      #expect(Defaults[.launchCount] == 7)
      Defaults.theme = .dark
      Defaults.removeAll()
      try Defaults.synchronize()
    }
    #expect(store.keys() == [])
  }

  @Test func theAdapter() {
    let group = DefaultsAdapter(store: store)
    group[.launchCount] += 1
    group[key: .launchCount] += 1
    group.theme = .dark
    #expect(group[.launchCount] == 2)
    #expect(store.value(forKey: "theme") == "dark")
  }

  struct Structure {
    @Default(\.theme) var theme
    @Default(.launchCount) var launchCount
    @Default(Defaults.Account.key(.isUserLoggedIn)) var isUserLoggedIn
  }

  final class Reference {
    @Default(.launchCount, options: [.cached, .observed]) var launchCount
  }

  actor Isolated {
    @Default(.launchCount) var launchCount
    func launch() { launchCount += 1 }
  }

  @Test func theProperties() async {
    await Defaults.withStore(store) {
      let structure = Structure()
      structure.theme = .dark
      structure.launchCount += 1
      structure.isUserLoggedIn.toggle()
      let reference = Reference()
      #expect(reference.launchCount == 1)
      await Isolated().launch()
      #expect(reference.launchCount == 2)
      #expect(structure.$theme.name == "theme")
    }
    #expect(store.value(forKey: "theme") == "dark")
    #expect(store.value(forKey: "launchCount") == 2)
    #expect(store.value(forKey: "Account.isUserLoggedIn") == true)
  }

  @Test func theProxies() {
    Defaults.withStore(store) {
      Defaults["color"] = "red"
      #expect(Defaults["color"].string == "red")
      #expect(Defaults["color"].stringValue == "red")
      #expect(Defaults["color"].exists)
      Defaults["total"] = 3.14
      Defaults["total"] += 10
      #expect(Defaults["total"].double == 13.14)
      Defaults["total"] -= 3.14
      Defaults["count"]++
      Defaults["count"] ?= 9
      Defaults["line"] += "a"
      Defaults["color"] = nil
      Defaults["line"].remove()
    }
    #expect(store.keys().sorted() == ["count", "total"])
    #expect(store.value(forKey: "total") == 10.0)
    #expect(store.value(forKey: "count") == 1)
  }

  @Test func theObservers() async {
    await Defaults.withStore(store) {
      let observations = [
        Defaults.observe(.launchCount) { _ in }, Defaults.key(\.theme).observe { _ in },
        Defaults["color"].key(as: String.self).observe { _ in },
        DefaultsKeys.launchCount.observe(initial: true) { _ in },
      ]
      for observation in observations { observation.cancel() }
      Defaults[.launchCount] = 3
      for await (count, name) in Defaults.updates(.launchCount, .username) {
        #expect(count == 3 && name == nil)
        break
      }
      for await theme in Defaults.key(\.theme).updates() {
        #expect(theme == .system)
        break
      }
    }
  }
}
