import NamespacedDefaultsTesting
import Observation
import TestSupport
import Testing

@testable import NamespacedDefaults

private enum Page: KeyNamespaceable {
  static let tags = key("tags", defaultValue: ["new"]).renamed(fromStoredName: "tags")
}

private enum Ink: String, DefaultsSerializable { case black, blue }

private final class PageSettings: Observable {
  @Default("fontSize", in: Page.self) var fontSize = 13.0
  @Default("ink", in: Page.self) var ink = Ink.black
  @Default("author", in: Page.self) var author: Person? = nil
  @Default(Page.tags) var tags
}

/// Models whose properties declare their settings.
@Suite(.isolatedDefaults)
struct DefaultModelTests {
  private let settings = PageSettings()

  private func fires(_ read: () -> Void, after change: () -> Void) -> Bool {
    let hasFired = Lockbox(false)
    withObservationTracking(read) { hasFired.change { $0 = true } }
    change()
    return hasFired.value
  }

  @Test func eachPropertyIsASettingOfTheNamespace() throws {
    #expect(settings.fontSize == 13 && settings.ink == .black && settings.author == nil && settings.tags == ["new"])
    settings.fontSize += 1
    settings.ink = .blue
    settings.author = Person(name: "Ada")
    settings.author?.name += "!"
    settings.tags.append("old")
    #expect(Page.storedKeys == ["Page.author", "Page.fontSize", "Page.ink", "Page.tags"])
    #expect(try Defaults.store.value(forKey: "Page.fontSize") == 14.0)
    #expect(PageSettings().author == Person(name: "Ada!"))
    Page.removeAll()
    #expect(settings.tags == ["new"])
  }

  @Test func thePreviousNameIsReadAndMoved() throws {
    try Defaults.store.set(["x"], forKey: "tags")
    settings.tags.append("y")
    #expect(try Defaults.store.keys() == ["Page.tags"])
    #expect(settings.tags == ["x", "y"])
  }

  @Test func itsOwnChangeNotifiesAndAnothersDoesNot() {
    let read = { _ = settings.fontSize }
    #expect(fires(read) { settings.fontSize = 20 })
    #expect(fires(read) { settings.$fontSize.remove() })
    #expect(fires(read) { PageSettings().fontSize += 1 })
    #expect(fires(read) { Page.removeAll() })
    #expect(!fires(read) { settings.ink = .blue })
    #expect(!fires(read) { settings.tags = [] })
  }

  @Test func itsKeyPathsAreWrittenThroughAReference() {
    let path: ReferenceWritableKeyPath<PageSettings, Double> = \.fontSize
    settings[keyPath: path] += 2
    #expect(settings.fontSize == 15)
    #expect(
      fires {
        _ = settings[keyPath: path]
      } after: {
        settings.fontSize = 9
      }
    )
  }

  @Test func theProjectionIsTheKey() throws {
    let key: DefaultsKey<Double> = settings.$fontSize
    #expect(key.name == "Page.fontSize" && key.defaultValue == 13)
    try key.update { $0 = 30 }
    #expect(settings.fontSize == 30)
  }

  @Test func aModelThatIsMadeAgainIsNoCollision() {
    let problems = problems {
      for _ in 0..<3 { PageSettings().fontSize += 1 }
    }
    #expect(problems.isEmpty)
  }
}
