import NamespacedDefaults
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// A source that a test makes fire.
final class ManualSource: ChangeSource {
  let onEvent = Lockbox<(@Sendable () -> Void)?>(nil)

  var isRunning: Bool { onEvent.value != nil }

  func start(onEvent: @escaping @Sendable () -> Void) { self.onEvent.change { $0 = onEvent } }

  func stop() { onEvent.change { $0 = nil } }

  func fire() { onEvent.value?() }
}

/// A store over a place that others write too, as a module outside of the library would make one.
final class SharedStore: DefaultsStore, DefaultsStorage {
  /// What several stores share.
  final class Place: Sendable {
    let values = Lockbox<[String: PropertyListValue]>([:])

    func set(_ value: PropertyListValue?, forKey name: String) { values.change { $0[name] = value } }
  }

  let place: Place
  let source = ManualSource()
  let context: DefaultsStoreContext
  private let known = Lockbox<[String: PropertyListValue]>([:])

  init(over place: Place) {
    self.place = place
    context = DefaultsStoreContext(announcesEveryChange: false, changeSource: source)
    context.onForeignChange(of: self) { $0.announceForeignChanges() }
  }

  private func announceForeignChanges() {
    context.withLock {
      let (old, new) = (known.value, place.values.value)
      let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      known.change { $0 = new }
      context.announce(names.map { DefaultsChange(key: $0, oldValue: old[$0], newValue: new[$0]) })
    }
  }

  func storedValue(forKey name: String) -> PropertyListValue? {
    place.values.value[name]
  }

  func storedKeys() -> [String] { Array(place.values.value.keys) }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {
    for change in changes {
      place.set(change.newValue, forKey: change.key)
      known.change { $0[change.key] = change.newValue }
    }
  }

  func synchronize() {}
}

/// A store learns of changes from elsewhere through its change source.
struct ChangeSourceTests {
  private let place = SharedStore.Place()

  @Test func aSourceRunsWhileTheStoreIsObserved() {
    let store = SharedStore(over: place)
    #expect(!store.source.isRunning)
    let first = store.observe("a") { _ in }
    let second = store.observe { _ in }
    #expect(store.source.isRunning)
    first.cancel()
    #expect(store.source.isRunning)
    second.cancel()
    #expect(!store.source.isRunning)
  }

  @Test func anEventAnnouncesWhatOthersHaveChanged() {
    let store = SharedStore(over: place)
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe("a") { change in heard.change { $0.append(change) } }
    place.set(1, forKey: "a")
    place.set(2, forKey: "b")
    store.source.fire()
    #expect(heard.value == [DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
    withExtendedLifetime(observation) {}
  }

  @Test func aReleasedStoreStopsItsSource() {
    var store: SharedStore? = SharedStore(over: place)
    let source = store?.source
    let observation = store?.observe { _ in }
    #expect(source?.isRunning == true)
    weak let released = store
    store = nil
    #expect(released == nil, "neither the source nor an observer keeps the store")
    #expect(source?.isRunning == false)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: StoreBattery.allCases)
  func aStoreOfAnotherModuleKeepsThePromises(_ promise: StoreBattery) throws {
    let store = SharedStore(over: place)
    try promise.check { store }
  }
}
