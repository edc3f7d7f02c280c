import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// A change in place that throws writes nothing, through whichever spelling it is made.
@Suite(.isolatedDefaults)
struct ThrowingChangeTests {
  private struct Refusal: Error {}

  private struct Screen {
    @Default(.launchCount) var launchCount
    @Default(.lines) var lines
  }

  private func spoil<Value>(_ value: inout Value, _ other: Value) throws {
    value = other
    throw Refusal()
  }

  /// Runs a change that has to throw, and looks whether anything is stored then.
  private func expectNothing(_ change: () throws -> Void, at location: SourceLocation = #_sourceLocation) {
    #expect(throws: Refusal.self, sourceLocation: location) { try change() }
    #expect((try? Defaults.store.keys()) == [], sourceLocation: location)
    Defaults.removeAll()
  }

  @Test func typedKeys() {
    expectNothing { try spoil(&Defaults[.launchCount], 9) }
    expectNothing { try spoil(&Defaults[key: .launchCount], 9) }
    expectNothing { try spoil(&Defaults[\.launches], 9) }
    expectNothing { try spoil(&Defaults[\.theme], .dark) }
    expectNothing { try spoil(&Defaults.launches, 9) }
    expectNothing { try spoil(&Defaults.theme, .dark) }
    expectNothing { try spoil(&DefaultsKeys.launchCount.value, 9) }
  }

  @Test func adapters() {
    let adapter = DefaultsAdapter(store: Defaults.store)
    expectNothing { try spoil(&adapter[.launchCount], 9) }
    expectNothing { try spoil(&adapter[key: .launchCount], 9) }
    expectNothing { try spoil(&adapter[\.launches], 9) }
    expectNothing { try spoil(&adapter[\.theme], .dark) }
    expectNothing { try spoil(&adapter.launches, 9) }
    expectNothing { try spoil(&adapter.theme, .dark) }
  }

  @Test func theSubscriptThatAllAreMadeOf() {
    expectNothing { try spoil(&Everything[Everything.IntegerKey.count, default: 1], 9) }
    expectNothing { try spoil(&Everything()[Everything.IntegerKey.count, default: 1], 9) }
  }

  @Test func settableKeysWhoseDefaultSaysTheType() {
    expectNothing { try spoil(&Typed[.isOn], nil) }
    expectNothing { try spoil(&Typed[.name], "y") }
    expectNothing { try spoil(&Typed[.scores], [1]) }
    expectNothing { try spoil(&Typed[.profile], Person(name: "y")) }
    expectNothing { try spoil(&Typed()[.name], "y") }
    expectNothing { try spoil(&Typed()[.profile], Person(name: "y")) }
  }

  @Test func settableKeys() {
    expectNothing { try spoil(&Everything[.isOn], true) }
    expectNothing { try spoil(&Everything[.count], 9) }
    expectNothing { try spoil(&Everything[.gain], 9) }
    expectNothing { try spoil(&Everything[.volume], 9) }
    expectNothing { try spoil(&Everything[.name], "x") }
    expectNothing { try spoil(&Everything[.homepage], URL(string: "https://a.b")) }
    expectNothing { try spoil(&Everything[.avatar], Data([1])) }
    expectNothing { try spoil(&Everything[.birthday], .now) }
    expectNothing { try spoil(&Everything[.tags], ["x"]) }
    expectNothing { try spoil(&Everything[.scores], [1]) }
    expectNothing { try spoil(&Everything[.limits], ["x": 1]) }
    expectNothing { try spoil(&Everything[.profile, as: Person.self], Person(name: "x")) }
  }

  // Through the property itself it is written: the accessor that the compiler makes for it yields this library's, and
  // goes on in that one's middle when the caller throws.
  @Test func theKeysOfProperties() {
    let screen = Screen()
    expectNothing { try spoil(&screen.$launchCount.value, 9) }
    expectNothing { try screen.$lines.update { lines in try spoil(&lines[0], "x") } }
  }

  @Test func partsOfValues() throws {
    expectNothing { try spoil(&Defaults[.lines][0], "x") }
    expectNothing { try spoil(&Defaults[.limits]["x", default: 1], 9) }
    Defaults[.frog] = Newt(name: "Kermit")
    #expect(throws: Refusal.self) { try spoil(&Defaults[.frog]!.name, "x") }
    #expect(Defaults[.frog] == Newt(name: "Kermit"))
  }
}
