import NamespacedDefaults
import NamespacedDefaultsAudit
import Testing

/// Keys that allow some values only.
@Suite struct ValidationTests {
  struct Empty: Error {}

  let store = InMemoryStore()
  var columns: DefaultsKey<Int> {
    DefaultsKey("columns", defaultValue: 4, store: store).validating(.clamped(to: 1...12))
  }
  var rows: DefaultsKey<Int> { DefaultsKey("rows", defaultValue: 4, store: store).validating(.within(1...12)) }
  var title: DefaultsKey<String> {
    let notEmpty = DefaultsValidation<String>("not empty") { if $0.isEmpty { throw Empty() } else { $0 } }
    return DefaultsKey("title", defaultValue: "New", store: store).validating(notEmpty)
  }

  @Test func aWriteOutsideIsClamped() throws {
    columns.value = 50
    #expect(store.value(forKey: "columns") == 12)
    try columns.write(-1)
    #expect(store.value(forKey: "columns") == 1)
    columns.value += 100
    #expect(columns.value == 12)
  }

  @Test func aWriteOutsideIsRefused() {
    rows.value = 5
    #expect(problems { rows.value = 13 }.map(\.kind) == [.unencodableValue])
    #expect(problems { rows.value += 8 }.map(\.kind) == [.unencodableValue])
    #expect(throws: DefaultsError(.invalidValue, "takes a whole number from 1 to 12, found 13, which is not allowed")) {
      try rows.write(13)
    }
    #expect(throws: Empty.self) { try title.write("") }
    #expect(rows.value == 5)
  }

  @Test func aStoredValueOutsideIsClampedAndReportedOnce() throws {
    try store.set(50, forKey: "columns")
    let reported = problems {
      #expect(columns.value == 12)
      #expect(columns.value == 12)
      #expect((try? columns.read()) == 12)
    }
    #expect(
      reported.map(\.description) == [
        """
        invalidValue for "columns": takes a whole number from 1 to 12, found 50, which is not allowed; \
        a corrected value is used, the stored value stays
        """
      ]
    )
    #expect(store.value(forKey: "columns") == 50)
    columns.value -= 1
    #expect(store.value(forKey: "columns") == 11)
  }

  @Test func aStoredValueOutsideIsRefusedAndReportedOnce() throws {
    try store.set(["rows": 13, "title": ""])
    let reported = problems {
      #expect([rows.value, rows.value] == [4, 4])
      #expect(title.value == "New")
    }
    #expect(reported.map(\.kind) == [.undecodableValue, .undecodableValue])
    #expect(store.value(forKey: "rows") == 13)
  }

  @Test func registeredValuesAreValuesToo() {
    DefaultsAdapter(store: store).register(["columns": 50, "rows": 50])
    let reported = problems { #expect([columns.value, rows.value] == [12, 4]) }
    #expect(reported.map(\.kind) == [.invalidValue, .undecodableValue])
  }

  @Test func anAllowedValueIsNotReported() throws {
    try store.set(["columns": "7", "rows": 12])
    let reported = problems { #expect([columns.value, rows.value] == [7, 12]) }
    #expect(reported.map(\.kind) == [])
  }

  @Test func aFormatAndAnOptionalKeyHaveRulesToo() throws {
    let size = DefaultsKey<Int?>("size", store: store).validating(.within(1...100))
    size.value = 7
    #expect(throws: DefaultsError.self) { try size.write(101) }
    size.value = nil
    #expect(!size.hasValue)
  }

  @Test func anImportIsChecked() {
    let audit = NamespaceAudit(keys: [columns, rows])
    #expect(throws: DefaultsError.self) { try audit.validate(13, forKey: "rows") }
    #expect(throws: Never.self) { try audit.validate(13, forKey: "columns") }
  }

  @Test(arguments: [0, 13])
  func aDefaultThatBreaksTheRuleIsReportedOnce(_ number: Int) {
    let clamped = DefaultsKey("a", defaultValue: number, store: store).validating(.clamped(to: 1...12))
    let required = DefaultsKey("b", defaultValue: number, store: store).validating(.within(1...12))
    let problems = problems {
      for _ in 0..<2 { #expect([clamped.value, required.value] == [number, number]) }
    }
    #expect(
      problems.map(\.description) == [
        #"invalidValue for "a": the default value breaks the rule 1...12"#,
        #"invalidValue for "b": the default value breaks the rule 1...12"#,
      ]
    )
  }

  @Test func theDefaultOfARenamedKeyIsCheckedToo() {
    let key = DefaultsKey("a", defaultValue: 0, store: store).renamed(from: "b").validating(.clamped(to: 1...12))
    #expect(problems { _ = key.value }.map(\.kind) == [.invalidValue])
  }

  @Test func aDefaultThatMeetsEveryRuleIsNotReported() {
    let even = DefaultsValidation<Int>("even") { $0 / 2 * 2 }
    let small = DefaultsBridge<Int?>.serializable.validating(.init("small") { $0.map { min($0, 5) } })
    let both = DefaultsBridge<Int>.serializable.validating(even).validating(.clamped(to: 1...12))
    #expect(
      problems {
        _ = DefaultsKey("a", defaultValue: 12, bridge: both, store: store).value
        _ = DefaultsKey<Int?>("b", defaultValue: nil, bridge: small, store: store).value
        _ = DefaultsKey<Int?>("c", bridge: both, store: store).value
      }.isEmpty
    )
    #expect(problems { _ = DefaultsKey("d", defaultValue: 7, bridge: both, store: store).value }.count == 1)
    #expect(problems { _ = DefaultsKey("e", defaultValue: 14, bridge: both, store: store).value }.count == 1)
  }

  @Test func anOptionalHasTheRulesOfItsValue() {
    let even = DefaultsValidation<Int>("even") { $0 / 2 * 2 }
    let both = DefaultsBridge<Int>.serializable.validating(even).validating(.clamped(to: 1...12))
    let optional = DefaultsKey<Int?>("a", bridge: both, store: store)
    #expect(NamespaceAudit(keys: [optional]).keys.map(\.rule) == ["even, 1...12"])
    let reported = problems {
      for number in [7, 8, 14] {
        _ = DefaultsKey<Int?>("\(number)", defaultValue: number, bridge: both.optional, store: store).value
      }
    }
    #expect(reported.map(\.key) == ["7", "14"])
  }

  @Test func anErrorNamesAllRules() {
    let even = DefaultsValidation<Int>("even") { $0 / 2 * 2 }
    let both = DefaultsBridge<Int>.serializable.validating(even).validating(.clamped(to: 1...12))
    let key = DefaultsKey("a", defaultValue: 7, bridge: both, store: store)
    #expect(
      problems { _ = key.value }.map(\.description)
        == [#"invalidValue for "a": the default value breaks the rule even, 1...12"#]
    )
    #expect(throws: DefaultsError(.typeMismatch, "takes a whole number (even, 1...12), found a string of 4 bytes")) {
      try key.decode("many")
    }
  }

  @Test func anAuditShowsRulesAndSentences() {
    let described = columns.described(as: "The number of columns of the grid.")
    let audit = NamespaceAudit(keys: [described, rows])
    #expect(audit.keys.map(\.rule) == ["1...12", "1...12"])
    #expect(audit.keys.map(\.summary) == ["The number of columns of the grid.", nil])
    #expect(
      audit.description == """
        name     type         default  stored  declared by
        columns  Int, 1...12  4                DefaultsKey<Int>("columns")
        rows     Int, 1...12  4                DefaultsKey<Int>("rows")

        What they are for:
          columns: The number of columns of the grid.
        """
    )
    #expect(described.bound(to: InMemoryStore()).details.summary == "The number of columns of the grid.")
    #expect(described == columns)
  }

  @Test func aRenamedKeyWithARangeFindsItsValue() {
    let store = InMemoryStore(["old": 7])
    #expect(
      DefaultsKey("new", defaultValue: 5, store: store).renamed(from: "old").validating(.clamped(to: 1...10)).value == 7
    )
  }
}
