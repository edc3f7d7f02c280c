#if UserDefaults
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsTesting
  import Testing

  // What the README of SwiftyUserDefaults 5 shows, spelled as in this library and in its order.

  extension DefaultsKeys {
    fileprivate var username: DefaultsKey<String?> { .init("username") }
    fileprivate var launchCount2: DefaultsKey<Int> { .init("launchCount", defaultValue: 0) }
    fileprivate var hotkeyEnabled: DefaultsKey<Bool> { .init("hotkeyEnabled", defaultValue: true) }
    fileprivate var volume2: DefaultsKey<Double> { .init("volume", defaultValue: 1) }
    fileprivate var strings: DefaultsKey<String> { .init("strings", defaultValue: "Strings") }
    fileprivate var libraries: DefaultsKey<[String]> { .init("libraries", defaultValue: []) }
    fileprivate var background: DefaultsKey<[String: PropertyListValue]> { .init("background", defaultValue: [:]) }
    fileprivate var color: DefaultsKey<Paint?> { .init("color") }
    fileprivate var sameColor: DefaultsKey<Paint?> { .init("color", bridge: .keyedArchive) }
    fileprivate var recipe: DefaultsKey<ClassRecipe?> { .init("recipe") }
    fileprivate var recipes: DefaultsKey<[ClassRecipe]?> { .init("recipes") }
    fileprivate var scheme: DefaultsKey<Scheme> { .init("scheme", defaultValue: .plain) }
    fileprivate var schemes: DefaultsKey<[Scheme]?> { .init("schemes") }
    fileprivate var archived: DefaultsKey<ArchivedFrog?> { .init("archived") }
    fileprivate var archivedArray: DefaultsKey<[ArchivedFrog]?> { .init("archivedArray") }
    fileprivate var userThemeName: DefaultsKey<String?> { .init("userThemeName") }
    fileprivate var lastLogin: DefaultsKey<Date?> { .init("userLastLoginDate") }
  }

  /// As `NSColor` and `UIColor` are: with subclasses, Sendable, and with secure coding.
  class Paint: NSObject, NSSecureCoding, @unchecked Sendable {  // nothing in it changes
    static var supportsSecureCoding: Bool { true }
    let white: Double

    init(white: Double) { self.white = white }

    required init?(coder: NSCoder) { white = coder.decodeDouble(forKey: "white") }

    func encode(with coder: NSCoder) { coder.encode(white, forKey: "white") }
  }

  extension Paint: DefaultsSerializable {}

  private final class ClassRecipe: Codable, DefaultsSerializable {
    let title: String

    init(title: String) { self.title = title }
  }

  private enum Scheme: String, DefaultsSerializable { case plain, dark }

  final class ArchivedFrog: NSObject, NSSecureCoding, DefaultsSerializable {
    static let supportsSecureCoding = true
    let name: String

    init(name: String) { self.name = name }

    init?(coder: NSCoder) {
      guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
      self.name = String(describing: name)
    }

    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }
  }

  /// A bridge of one key.
  extension DefaultsBridge<Frog> {
    fileprivate static var uppercased: Self {
      Self {
        .string($0.name.uppercased())
      } decode: {
        Frog(name: try String.value(fromPropertyList: $0))
      }
    }
  }

  private struct Settings {
    @Default(\.scheme) var scheme: Scheme
    @Default(\.userThemeName, options: .cached) var themeName: String?
    @Default(\.lastLogin, options: [.cached, .observed]) var lastLogin: Date?
  }

  @Suite(.isolatedDefaults)
  struct FromSwiftyUserDefaultsTests {
    /// The table of the guide names these in its lines.
    @Test func whatStandsForAnyIsReadAsATypeOfItsOwn() {
      let store = InMemoryStore(["background": ["width": 3, "names": ["a", 1]], "colors": ["red", ["x"]]])
      let background = DefaultsKey<[String: PropertyListValue]>("background", defaultValue: [:], store: store).value
      #expect(background["width"]?.decoded(as: Int.self) == 3)
      #expect(background["width"]?.decoded(as: String.self) == "3")
      #expect(background["names"]?.array?[0] == "a")
      Defaults.withStore(store) {
        #expect(Defaults["colors"].array?.compactMap { $0.decoded(as: String.self) } == ["red"])
      }
    }

    @Test func features() {
      #expect(Defaults[\.username] == nil)
      Defaults[\.hotkeyEnabled] = false
      Defaults[\.launchCount2] += 1
      Defaults[\.volume2] -= 0.1
      Defaults[\.strings] += "… can easily be extended!"
      Defaults[\.libraries].append("SwiftyUserDefaults")
      Defaults[\.libraries][0] += " 2.0"
      #expect(!Defaults[\.hotkeyEnabled])
      #expect(Defaults[\.launchCount2] == 1)
      #expect(Defaults[\.volume2] == 0.9)
      #expect(Defaults[\.strings] == "Strings… can easily be extended!")
      #expect(Defaults[\.libraries] == ["SwiftyUserDefaults 2.0"])
    }

    @Test func dynamicMembers() {
      Defaults.launchCount2 += 1
      Defaults.volume2 -= 0.1
      Defaults.libraries.append("SwiftyUserDefaults")
      Defaults.libraries[0] += " 2.0"
      Defaults.background["color"] = "red"
      Defaults.username = "Ann"
      #expect(Defaults[\.launchCount2] == 1)
      #expect(Defaults.volume2 == 0.9)
      #expect(Defaults.libraries == ["SwiftyUserDefaults 2.0"])
      #expect(Defaults.background["color"]?.decoded() == "red")
      #expect(Defaults.username?.count == 3)
    }

    @Test func colors() throws {
      Defaults[\.color] = Paint(white: 1)
      #expect(Defaults.color?.white == 1)
      #expect(Defaults.sameColor?.white == 1)
      let old = try NSKeyedArchiver.archivedData(withRootObject: Paint(white: 0.5), requiringSecureCoding: false)
      try Defaults.store.set(.data(old), forKey: "color")
      #expect(Defaults.color?.white == 0.5)
      #expect(Defaults.sameColor?.white == 0.5)
    }

    @Test func localKeys() {
      let colorKey = DefaultsKey<String>("colorName", defaultValue: "")
      Defaults[key: colorKey] = "red"
      #expect(Defaults[key: colorKey] == "red")
    }

    @Test func existence() {
      #expect(!Defaults.hasKey(\.username))
      Defaults.username = "Ann"
      #expect(Defaults.hasKey(\.username))
      Defaults.remove(\.username)
      #expect(!Defaults.hasKey(\.username))
      Defaults.launchCount2 = 3
      Defaults.removeAll()
      #expect(Defaults.launchCount2 == 0)
    }

    @Test func ownTypes() {
      Defaults.recipe = ClassRecipe(title: "Soup")
      Defaults.recipes = [ClassRecipe(title: "Tea")]
      Defaults.scheme = .dark
      Defaults.schemes = [.dark, .plain]
      Defaults.archived = ArchivedFrog(name: "Old")
      Defaults.archivedArray = [ArchivedFrog(name: "Older")]
      #expect(Defaults[\.recipe]?.title == "Soup")
      #expect(Defaults.recipes?.map(\.title) == ["Tea"])
      #expect(Defaults.scheme == .dark)
      #expect(Defaults.schemes == [.dark, .plain])
      #expect(Defaults.archived?.name == "Old")
      #expect(Defaults.archivedArray?.map(\.name) == ["Older"])
    }

    @Test func customTypes() throws {
      Defaults.frogs.append(Frog(name: "Froggy"))
      #expect(Defaults["frogs"].array == ["Froggy"])
      try Defaults.store.set(["Andy", "Dandy"], forKey: "frogs")
      #expect(Defaults.frogs.map(\.name) == ["Andy", "Dandy"])
      let loud = DefaultsKey<Frog?>("loud", bridge: .uppercased)
      Defaults[loud] = Frog(name: "Andy")
      #expect(Defaults[loud]?.name == "ANDY")
    }

    @Test func keyPathsAndWrappers() {
      let settings = Settings()
      settings.scheme = .dark
      #expect(Defaults.scheme == .dark)
      #expect(settings.$scheme.name == "scheme")
      #expect(settings.themeName == nil)
      Defaults.userThemeName = "sea"
      #expect(settings.themeName == nil)
      Defaults.lastLogin = Date(timeIntervalSinceReferenceDate: 7)
      #expect(settings.lastLogin == Date(timeIntervalSinceReferenceDate: 7))
    }

    @Test func observers() {
      let seen = Recorder()
      let nameKey = DefaultsKey<String>("name", defaultValue: "")
      let observers = [
        Defaults.key(\.launchCount2).observe(initial: true) { update in
          seen.append("\(update.oldValue) \(update.newValue)")
        },
        Defaults.observe(nameKey) { update in seen.append(update.newValue) },
        Defaults.key(\.username).observe { change in seen.append(change.newValue ?? "nobody") },
      ]
      Defaults.launchCount2 = 5
      Defaults[nameKey] = "a"
      Defaults.username = "Ann"
      Defaults.remove(\.username)
      for observer in observers { observer.cancel() }
      Defaults.launchCount2 = 6
      #expect(seen.texts == ["0 0", "0 5", "a", "Ann", "nobody"])
    }

    @Test func anotherStore() throws {
      let group = DefaultsAdapter(store: InMemoryStore())
      group.launchCount2 = 4
      group[\.hotkeyEnabled] = false
      #expect(Defaults.launchCount2 == 0)
      #expect(group.launchCount2 == 4)
      Defaults.store = group.store  // in place of a variable `Defaults`
      #expect(Defaults.launchCount2 == 4)
    }

    @Test func version3() {
      Defaults["color"] = "red"
      #expect(Defaults["color"].string == "red")
      #expect(Defaults["color"].key(as: PropertyListValue.self).value == "red")
      Defaults["visits"] = 1
      Defaults["visits"] += 1
      Defaults["visits"]++
      Defaults["color"] ?= "blue"
      #expect(Defaults["visits"].intValue == 3)
      #expect(Defaults["color"].string == "red")
      #expect(Defaults["credentials"].dictionaryValue == [:])
      #expect(Defaults["lastPaths"].arrayValue == [])
      #expect(Defaults["hotkey"].dataValue == Data())
      #expect(Defaults["chimeVolume"].doubleValue == 0)
      #expect(!Defaults["loggingEnabled"].boolValue)
      #expect(Defaults["firstLaunchAt"].date == nil)
    }
  }

  private final class Recorder: Sendable {
    private let texts_ = InMemoryStore(["texts": []])

    func append(_ text: String) {
      DefaultsKey<[String]>("texts", defaultValue: [], store: texts_).value.append(text)
    }

    var texts: [String] { DefaultsKey<[String]>("texts", defaultValue: [], store: texts_).value }
  }
#endif
