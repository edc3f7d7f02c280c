import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

private enum Look: String, DefaultsSerializable { case light, dark }

/// A namespace that needs no settable protocol.
private enum Editor: KeyNamespaceable {
  static let look = key("look", defaultValue: Look.light)
  static let author = key("author", of: Person.self)
  static let columns = key("columns", defaultValue: 4).validating(.clamped(to: 1...12))
    .described(as: "The number of columns.")
  static let fontSize = key("font.size", defaultValue: 13.0).renamed(fromStoredName: "fontSize")
  static let coded = key("coded", of: Person.self, bridge: .jsonString)
  static let keys = [look, author, columns, fontSize, coded]
}

private struct Reader: KeyNamespaceable, BoolDefaultSettable {
  let id: Int
  var namespace: String { "Reader.\(id)" }
  enum BoolKey: String { case isAdmin }
  var look: DefaultsKey<Look> { key("look", defaultValue: .light) }
  var author: DefaultsKey<Person?> { key("author", of: Person.self) }
}

/// Keys of one type are an array of that type.
private enum Volumes: KeyNamespaceable {
  static let left = key("left.volume", defaultValue: 0.5)
  static let right = key("right.volume", defaultValue: 0.5)
  static let keys = [left, right]
}

/// Has something else of the name.
private struct Shop: BoolDefaultSettable {
  enum BoolKey: String, CaseIterable { case isOpen }
  static let keys = ["front door", "till"]
}

/// Typed settings in a namespace.
@Suite(.isolatedDefaults)
struct TypedSettingTests {
  @Test func eachIsStoredUnderTheNamespace() throws {
    Editor.look.value = .dark
    Defaults[Editor.author] = Person(name: "Ada")
    Editor.columns.value = 40
    Editor.fontSize.value += 1
    Editor.coded.value = Person(name: "Ada")
    let store = Defaults.store
    #expect(try store.value(forKey: "Editor.look") == "dark")
    #expect(try store.value(forKey: "Editor.author") == .data(Data(#"{"age":0,"name":"Ada"}"#.utf8)))
    #expect(try store.value(forKey: "Editor.columns") == 12)
    #expect(try store.value(forKey: "Editor.font.size") == 14.0)
    #expect(try store.value(forKey: "Editor.coded") == #"{"age":0,"name":"Ada"}"#)
  }

  @Test func withoutAStoredValueItIsTheDefault() throws {
    #expect(Editor.look.value == .light)
    #expect(Editor.author.value == nil)
    try Defaults.store.set(20.0, forKey: "fontSize")
    #expect(Editor.fontSize.value == 20, "the previous name")
  }

  @Test func anInstanceHasItsOwn() throws {
    Reader(id: 7).look.value = .dark
    Reader(id: 7).author.value = Person(name: "Ada")
    #expect(try Defaults.store.keys().sorted() == ["Reader.7.author", "Reader.7.look"])
    #expect(Reader(id: 8).look.value == .light)
    Reader(id: 7).removeAll()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func theNamespaceKnowsThem() throws {
    try Defaults.store.set([
      "Editor.look": "dark", "Editor.font.size": 2.0, "Editor.other.name": 1, "Editors.look": 3,
    ])
    #expect(Editor.storedKeys == ["Editor.font.size", "Editor.look"])
    Editor.removeAll()
    #expect(try Defaults.store.keys().sorted() == ["Editor.other.name", "Editors.look"])
  }

  @Test func theStoreIsTheNamespaces() {
    enum Own: KeyNamespaceable {
      static let inMemory = InMemoryStore()
      static var store: any DefaultsStore { inMemory }
      static let width = key("width", defaultValue: 80)
    }
    Defaults.withStore(Own.store) { Own.width.value = 3 }
    #expect(Own.inMemory.value(forKey: "Own.width") == 3)
  }

  @Test func theAuditListsThem() throws {
    try Defaults.store.set(["Editor.look": "dark", "Editor.height": 3])
    let audit = NamespaceAudit(Editor.self, Volumes.self, Shop.self)
    #expect(
      audit.keys.map(\.name) == [
        "Editor.author", "Editor.coded", "Editor.columns", "Editor.font.size", "Editor.look", "Shop.isOpen",
        "Volumes.left.volume", "Volumes.right.volume",
      ]
    )
    #expect(audit.collisions == [])
    #expect(audit.undeclaredKeys == ["Editor.height"])
    #expect(audit.keys.first { $0.name == "Editor.columns" }?.summary == "The number of columns.")
  }

  @Test func oneThatHasTheNameOfACaseIsACollision() {
    enum Both: BoolDefaultSettable {
      enum BoolKey: String, CaseIterable { case isOpen }
      static let isOpen = key("isOpen", defaultValue: 1)
      static let keys = [isOpen]
    }
    #expect(NamespaceAudit(Both.self).collisions.count == 1)
    let problems = problems {
      _ = Both.bool(forKey: .isOpen)
      _ = Both.isOpen.value
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func thoseOfTwoTypesOfOneNameAreACollision() {
    enum First {
      enum Panel: KeyNamespaceable { static let look = key("look", defaultValue: Look.light) }
    }
    enum Second {
      enum Panel: KeyNamespaceable { static let look = key("look", defaultValue: Look.light) }
    }
    let problems = problems {
      First.Panel.look.value = .dark
      _ = Second.Panel.look.value
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(problems.first.map { "\($0.error)".contains("share one namespace") } == true)
  }
}
