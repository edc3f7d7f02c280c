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
  fileprivate var libraries: DefaultsKey<[String]> { .init("libraries", defaultValue: []) }
  fileprivate var background: DefaultsKey<[String: PropertyListValue]> { .init("background", defaultValue: [:]) }
  fileprivate var frog: DefaultsKey<Frog?> { .init("frog") }
  fileprivate var scheme: DefaultsKey<Scheme> { .init("scheme", defaultValue: .plain) }
  fileprivate var archived: DefaultsKey<ArchivedFrog?> { .init("archived") }
}

private struct Frog: Codable, Equatable, DefaultsSerializable { var name: String }

private enum Scheme: String, DefaultsSerializable { case plain, dark }

// `@unchecked Sendable`: nothing in it changes.
final class ArchivedFrog: NSObject, NSSecureCoding, DefaultsSerializable, @unchecked Sendable {
  static let supportsSecureCoding = true
  let name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }

  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }
}

private struct SchemeScreen {
  @Default(\.scheme) var scheme
  @Default(\.volume2, options: .cached) var volume
}

@Suite(.isolatedDefaults)
struct FromSwiftyUserDefaultsTests {
  @Test func features() {
    #expect(Defaults[\.username] == nil)
    Defaults[\.hotkeyEnabled] = false
    Defaults.launchCount2 += 1
    Defaults.volume2 -= 0.1
    Defaults.libraries.append("SwiftyUserDefaults")
    Defaults.libraries[0] += " 2.0"
    Defaults.background["color"] = "red"
    Defaults.username = "Ann"
    #expect(!Defaults.hotkeyEnabled)
    #expect(Defaults[\.launchCount2] == 1)
    #expect(Defaults.volume2 == 0.9)
    #expect(Defaults.libraries == ["SwiftyUserDefaults 2.0"])
    #expect(Defaults.background["color"]?.string == "red")
    #expect(Defaults.username?.count == 3)
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
    Defaults.frog = Frog(name: "Froggy")
    Defaults.frog?.name += "!"
    Defaults.scheme = .dark
    Defaults.archived = ArchivedFrog(name: "Old")
    #expect(Defaults[\.frog] == Frog(name: "Froggy!"))
    #expect(Defaults.scheme == .dark)
    #expect(Defaults.archived?.name == "Old")
  }

  @Test func keyPathsAndWrappers() {
    let screen = SchemeScreen()
    screen.scheme = .dark
    #expect(Defaults.scheme == .dark)
    #expect(screen.$scheme.name == "scheme")
    #expect(screen.volume == 1)
  }

  @Test func observers() {
    let seen = Recorder()
    let observer = Defaults.observe(\.launchCount2, options: [.initial, .old, .new]) { update in
      seen.append("\(update.oldValue) \(update.newValue)")
    }
    Defaults.launchCount2 = 5
    observer.cancel()
    Defaults.launchCount2 = 6
    #expect(seen.texts == ["0 0", "0 5"])
  }

  @Test func anotherStore() throws {
    let group = DefaultsAdapter(store: InMemoryStore())
    group.launchCount2 = 4
    group[\.hotkeyEnabled] = false
    #expect(Defaults.launchCount2 == 0)
    #expect(group.launchCount2 == 4)
  }

  @Test func version3() {
    Defaults["color"] = "red"
    #expect(Defaults["color"].string == "red")
    Defaults["visits"] = 1
    Defaults["visits"] += 1
    Defaults["visits"]++
    Defaults["color"] ?= "blue"
    #expect(Defaults["visits"].intValue == 3)
    #expect(Defaults["color"].string == "red")
  }
}

private final class Recorder: Sendable {
  private let texts_ = InMemoryStore(["texts": []])

  func append(_ text: String) {
    DefaultsKey<[String]>("texts", defaultValue: [], store: texts_).value.append(text)
  }

  var texts: [String] { DefaultsKey<[String]>("texts", defaultValue: [], store: texts_).value }
}
