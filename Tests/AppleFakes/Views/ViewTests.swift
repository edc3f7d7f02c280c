import Foundation
import NamespacedDefaults
import Testing

/// A view that shows a setting.
private struct Settings: View {
  @DefaultState(DefaultsKey("isBeta", defaultValue: false, store: InMemoryStore(["isBeta": true]))) var isBeta
  let shown = Lockbox<[Bool]>([])

  func render() {
    let isBeta = isBeta
    shown.change { $0.append(isBeta) }
  }
}

private enum Viewer: KeyNamespaceable {
  static let namespace = "Viewer"
  static let store: any DefaultsStore = InMemoryStore(["Viewer.zoom": 2.0])
}

/// A view that declares its setting.
private struct Page: View {
  @DefaultState("zoom", in: Viewer.self) var zoom = 1.0
  @DefaultState("title", in: Viewer.self) var title: String? = nil

  func render() {}
}

/// What views show of settings.
@Suite(.serialized) struct ViewTests {
  private let store = InMemoryStore()
  private var key: DefaultsKey<Bool> { DefaultsKey("isBeta", defaultValue: false, store: store) }

  @Test func aViewShowsTheSettingOfItsKeysStore() {
    let view = Settings()
    view.render()
    view.isBeta = false
    view.render()
    #expect(view.shown.value == [true, false])
  }

  @Test func theStoreOfTheViewComesBeforeThatOfTheKey() throws {
    let view = Settings()
    view.defaultsStore(store).render()
    try store.set(true, forKey: "isBeta")
    view.defaultsStore(store).render()
    view.defaultsStore(InMemoryStore(["isBeta": true])).defaultsStore(store).render()
    #expect(view.shown.value == [false, true, true])
    view.render()
    #expect(view.shown.value == [false, true, true, true])
  }

  @Test func aWriteGoesToTheStoreOfTheView() throws {
    EnvironmentValues.ofView.defaultsStore = store
    defer { EnvironmentValues.ofView.defaultsStore = nil }
    let view = Settings()
    view.isBeta = true
    #expect(try store.value(forKey: "isBeta") == true)
    view.$isBeta.wrappedValue = false
    #expect(try store.value(forKey: "isBeta") == false)
  }

  @Test func aSettingThatIsDeclaredInAViewIsThatOfTheSameDefault() throws {
    let page = Page()
    @Default("zoom", in: Viewer.self) var zoom = 1.0
    #expect(page.zoom == 2)
    page.$zoom.wrappedValue = 3
    #expect(zoom == 3)
    try Viewer.store.removeAll()
    #expect(page.zoom == 1)
    #expect(page.title == nil)
    page.title = "One"
    #expect(try Viewer.store.value(forKey: "Viewer.title") == "One")
  }

  @Test func aBindingReadsAndWritesTheSetting() throws {
    let binding = key.binding
    #expect(!binding.wrappedValue)
    binding.wrappedValue = true
    #expect(try store.value(forKey: "isBeta") == true)
    try store.set(false, forKey: "isBeta")
    #expect(!binding.wrappedValue)
  }

  @Test func aChangeKeepsTheAnimationOfItsBinding() {
    let animations = Lockbox<[String?]>([])
    let observation = key.observe { _ in animations.change { $0.append(Transaction.current.animation) } }
    key.binding.animated(by: "spring")(true)
    key.binding.wrappedValue = false
    #expect(animations.value == ["spring", nil])
    observation.cancel()
  }

  @Test func aToggleIsThatOfItsKey() throws {
    let toggles = [
      Toggle("Beta", key: key), Toggle("Beta" as String, key: key),
      Toggle(key: key) { Text(text: "a", isLocalized: false) },
    ]
    #expect(toggles.map(\.label.text) == ["Beta", "Beta", "a"])
    #expect(toggles.map(\.label.isLocalized) == [true, false, false])
    for toggle in toggles {
      toggle.isOn.wrappedValue = true
      #expect(try store.value(forKey: "isBeta") == true)
      try store.set(false, forKey: "isBeta")
      #expect(!toggle.isOn.wrappedValue)
    }
  }
}
