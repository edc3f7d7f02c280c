import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import Testing

/// A rename onto an existing key is refused unless told which wins.
@Suite(.isolatedDefaults)
struct MigrationConflictTests {
  private var stored: [String: PropertyListValue] {
    get throws { try settings(in: Defaults.store) }
  }

  @Test func aRenameOntoAnotherValueIsRefused() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    let error = #expect(throws: DefaultsMigrationError.self) { try Defaults.migrate([.rename("a", to: "b")]) }
    #expect(error?.step == #"rename "a" to "b""#)
    #expect(error?.code == .conflict)
    #expect(
      error?.description == """
        migration step "rename \\"a\\" to \\"b\\"" was not done: "b" already holds an integer, which an integer \
        would replace; say which wins with onConflict: .keepExisting or .replace
        """
    )
    #expect(try stored == ["a": 1, "b": 2])
  }

  @Test func anEqualValueIsNotInTheWay() throws {
    try Defaults.store.set(["a": 1, "b": 1])
    try Defaults.migrate([.rename("a", to: "b")])
    #expect(try stored == ["b": 1])
  }

  @Test func theExistingValueWinsWhereToldSo() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    try Defaults.migrate([.rename("a", to: "b", onConflict: .keepExisting)])
    #expect(try stored == ["b": 2])
  }

  @Test func theIncomingValueWinsWhereToldSo() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    try Defaults.migrate([.rename("a", to: "b", onConflict: .replace)])
    #expect(try stored == ["b": 1])
  }

  @Test func oneConflictKeepsAWholeNamespace() throws {
    try Defaults.store.set(["A.x": 1, "A.y": 2, "B.y": 3])
    #expect(throws: DefaultsMigrationError.self) { try Defaults.migrate([.renameNamespace("A", to: "B")]) }
    #expect(try stored == ["A.x": 1, "A.y": 2, "B.y": 3])
  }

  @Test func aConversionOntoAnotherValueIsRefused() throws {
    let key = DefaultsKey<Int>("b", defaultValue: 0)
    try Defaults.store.set(["a": 1, "b": 2])
    #expect(throws: DefaultsMigrationError.self) {
      try Defaults.migrate([.convert("a", from: Int.self, to: key, id: "c") { $0 * 10 }])
    }
    #expect(try stored == ["a": 1, "b": 2])
  }

  @Test func aConversionIntoNothingLeavesAnotherValue() throws {
    let key = DefaultsKey<Int?>("b")
    try Defaults.store.set(["a": 1, "b": 2])
    try Defaults.migrate([.convert("a", from: Int.self, to: key, id: "c") { _ in nil }])
    #expect(try stored == ["b": 2])
  }

  @Test func aCycleOfStepsIsRefusedWhereBothValuesExist() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    #expect(throws: DefaultsMigrationError.self) {
      try Defaults.migrate([.rename("a", to: "b"), .rename("b", to: "a")])
    }
    #expect(try stored == ["a": 1, "b": 2])
  }

  @Test func aCycleWithinAStepIsRefusedWhereBothValuesExist() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    #expect(throws: DefaultsMigrationError.self) {
      try Defaults.migrate([
        DefaultsMigration(id: "swap") { transaction in
          try transaction.rename("a", to: "b")
          try transaction.rename("b", to: "a")
        }
      ])
    }
    #expect(try stored == ["a": 1, "b": 2])
  }

  @Test func aReleaseMayTakeARenameBack() throws {
    try Defaults.store.set(1, forKey: "a")
    try Defaults.migrate([.rename("a", to: "b"), .rename("b", to: "a")])
    #expect(try stored == ["a": 1])
  }

  @Test func aStepSwapsTwoValuesOverAThirdName() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    try Defaults.migrate([
      DefaultsMigration(id: "swap") { transaction in
        try transaction.rename("a", to: "c")
        try transaction.rename("b", to: "a")
        try transaction.rename("c", to: "b")
      }
    ])
    #expect(try stored == ["a": 2, "b": 1])
  }
}
