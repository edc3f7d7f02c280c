import Foundation
import Testing

@testable import NamespacedDefaults

/// The stored forms of launch arguments, which anyone may have written.
struct ArgumentTextTests {
  private func value<Value: DefaultsSerializable>(_ type: Value.Type, _ text: String) -> Value? {
    let arguments = LaunchArguments(["-key", text])
    return TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
      DefaultsKey<Value?>("key", store: InMemoryStore()).value
    }
  }

  @Test func aStoredTextIsReadAsAnArgumentIs() {
    let store = InMemoryStore(["date": "2001-01-01T00:00:07Z", "data": "<0fbd>", "list": "a, b", "text": "[1]"])
    #expect(DefaultsKey<Date?>("date", store: store).value == Date(timeIntervalSinceReferenceDate: 7))
    #expect(DefaultsKey<Data?>("data", store: store).value == Data([0x0F, 0xBD]))
    #expect(DefaultsKey<[String]>("list", defaultValue: [], store: store).value == ["a", "b"])
    #expect(DefaultsKey<String?>("text", store: store).value == "[1]")
  }

  @Test(arguments: [
    "<abc>", "<0g>", "()", "(a, b)", "{a}", "{ a = 1; }", "[1", "[1,]", "[01]", "[1.]", "[+1]", "[.5]", "[1e]",
    "[\"\u{1}\"]", #"["\x"]"#,
    #"["\u00g0"]"#, #"["\u-001"]"#, "[tru]", "[1] 2", "{\"a\":1,}", "{\"a\" 1}", "[null]", "[1e400]", "[1e-400]",
    "<plist><array/>",
  ])
  func textThatIsNoValueIsNothingButText(text: String) {
    #expect(storedForms(ofArgument: text) == [.string(text)])
  }

  @Test(arguments: [("[", "]"), ("<array>", "</array>"), ("{\"a\":", "}")])
  func collectionsNestToADepthOf128AndNotDeeper(start: String, end: String) {
    func nested(_ count: Int) -> String {
      String(repeating: start, count: count) + (start.hasPrefix("{") ? "1" : "") + String(repeating: end, count: count)
    }
    #expect(storedForms(ofArgument: nested(128)).count == 2)
    #expect(storedForms(ofArgument: nested(129)) == [.string(nested(129))])
    #expect(storedForms(ofArgument: nested(60_000)).count == 1)
  }

  @Test(
    arguments: [
      ("a,b,c", ["a", "b", "c"]), (" a , b ", ["a", "b"]), ("localhost", ["localhost"]), ("", []), (" ", []),
      (#""a, b", c"#, ["a, b", "c"]), (#""\"","\\",""," x ""#, ["\"", "\\", "", " x "]), (#""\u00e9""#, ["é"]),
      ("a b,c:d=e", ["a b", "c:d=e"]), (#"["a","b"]"#, ["a", "b"]),
    ] as [(String, [String])]
  )
  func aListIsRead(text: String, list: [String]) {
    #expect(value([String].self, text) == list)
  }

  @Test(arguments: [
    "a,", ",a", "a,,b", ",", #""a"b"#, #""a"#, #"a"b"#, #""\q""#, "[a,b]", "{a,b}", "(a", "(a, b)", "<a>",
  ])
  func aListThatIsNoneIsReported(text: String) {
    let problems = problems { #expect(value([String].self, text) == nil) }
    #expect(problems.map(\.kind) == [.malformedArgument])
  }

  @Test func theOldFormOfAPropertyListIsRefusedWithTheFormsThatAreRead() {
    let problems = problems {
      #expect(value([String].self, "(a, b)") == nil)
      #expect(value([String: Int].self, "{ a = 1; }") == nil)
    }
    #expect(
      problems.map(\.description) == [
        #"malformedArgument for "key": takes an array such as a,b, found "(a, b)"; the argument is ignored"#,
        #"malformedArgument for "key": takes a dictionary such as {"a": 1}, found "{ a = 1; }"; the argument is ignored"#,
      ]
    )
  }

  @Test func theElementsOfAListAreReadByTheirType() {
    #expect(value([Int].self, "1, 2") == [1, 2])
    #expect(value(Set<Int>.self, "2,2") == [2])
    #expect(value([Duration].self, "45s,1h30m") == [.seconds(45), .seconds(5400)])
    #expect(value([Data].self, "aGFsbG8=,AQ==") == [Data("hallo".utf8), Data([1])])
    #expect(value([Bool].self, "YES,no") == [true, false])
    let problems = problems { #expect(value([Int].self, "1,x") == nil) }
    #expect(problems.map(\.kind) == [.malformedArgument])
  }

  /// Otherwise a text would mean something else as soon as a rule forbids what it means.
  @Test func theMeaningOfATextDoesNotDependOnARule() {
    let hasNoBlanks = DefaultsValidation<String>("no blanks") {
      if $0.contains(" ") { throw DefaultsError(.invalidValue, "takes no blanks") }
      return $0
    }
    let key = DefaultsKey("key", defaultValue: "default").validating(hasNoBlanks)
    #expect(throws: DefaultsError(.invalidValue, "takes no blanks")) { try key.decode(" 5 ") }
    let optional = DefaultsKey<String?>("key", bridge: DefaultsBridge.serializable.validating(hasNoBlanks))
    #expect(throws: DefaultsError(.invalidValue, "takes no blanks")) { try optional.decode(" 5 ") }
  }

  @Test func anArgumentThatIsTooDeepIsReported() {
    let text = "<plist>" + String(repeating: "<array>", count: 8_000)
    let problems = problems { #expect(value(Int.self, text) == nil) }
    #expect(problems.map(\.kind) == [.malformedArgument])
  }

  @Test func theTextItselfComesFirst() {
    #expect(storedForms(ofArgument: "[1]") == [.string("[1]"), [1]])
    #expect(value(String.self, "[1]") == "[1]")
    #expect(value(String.self, "\"a\"") == "\"a\"")
    #expect(value(PropertyListValue.self, "12") == "12")
    #expect(value(PropertyListValue.self, "true") == "true")
    #expect(value(Int.self, "12") == 12)
  }

  @Test func dataMayHaveSpaces() {
    #expect(value(Data.self, "<0f bd 77>") == Data([0x0F, 0xBD, 0x77]))
    #expect(value(Data.self, " <0 f b d>\n") == Data([0x0F, 0xBD]))
  }

  @Test(arguments: ["<abc>", "<a bc>", "<", "<>>", "<é>", "<0f", "<0\u{660}>"])
  func dataThatAreNoBytesAreReported(text: String) {
    let problems = problems { #expect(value(Data.self, text) == nil) }
    #expect(problems.map(\.kind) == [.malformedArgument])
    #expect(problems.map(\.key) == ["key"])
  }

  @Test func numbersOfJSONKeepTheirValues() {
    #expect(
      value([PropertyListValue].self, "[-9223372036854775808, 18446744073709551615, 3.0, 1e3, -0.5, 1E+2, 2e-1, -0]")
        == [.integer(.min), .unsignedInteger(.max), 3, 1_000, -0.5, 100, 0.2, 0]
    )
    #expect(
      value([PropertyListValue].self, "[9007199254740993.0, 1e300, 1e29]") == [9_007_199_254_740_993, 1e300, 1e29]
    )
    #expect(value([PropertyListValue].self, "[123456789012345678901234567890]") == ["123456789012345678901234567890"])
  }

  /// It is not Codable, so that it is read from the forms of a text alone.
  private struct Price: RawRepresentable, DefaultsSerializable, Equatable {
    var rawValue: Decimal
  }

  @Test func aNumberThatNoDoubleIsKeepsItsDigits() throws {
    let price = Price(rawValue: try #require(Decimal(string: "12345678901234567.89")))
    #expect(value([Price].self, "[12345678901234567.89]") == [price])
  }
}
