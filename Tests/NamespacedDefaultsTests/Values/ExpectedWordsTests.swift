import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults

/// What errors say that a key takes.
@Suite(.isolatedDefaults) struct ExpectedWordsTests {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning = "warn" }
  enum Size: Int, CaseIterable, DefaultsSerializable { case small = 1, large = 9 }
  enum Only: String, CaseIterable, DefaultsSerializable { case one }
  enum Unlisted: String, DefaultsSerializable { case one }
  struct Profile: Codable, DefaultsSerializable { var name: String }

  struct Degree: RawRepresentable, CaseIterable, DefaultsSerializable {
    static let allCases = (0..<360).map { Self(rawValue: $0) }
    let rawValue: Int
  }

  static let words: [(Any.Type, String)] = [
    (Bool.self, "true or false"), (Int.self, "a whole number"), (Int64.self, "a whole number"),
    (Int8.self, "a whole number from -128 to 127"), (UInt64.self, "a whole number from 0 to 18446744073709551615"),
    (Double.self, "a number"), (Float.self, "a number"), (Decimal.self, "a number"), (String.self, "a text"),
    (Date.self, "a date such as 2026-01-31"), (Duration.self, "a duration such as 30s"), (Data.self, "data in Base64"),
    (URL.self, "a URL"), (UUID.self, "a UUID"), ([Int].self, "an array such as [1, 2]"),
    (Set<String>.self, #"an array such as ["a", "b"]"#), ([String: Int].self, #"a dictionary such as {"a": 1}"#),
    ([Int: [Bool]]?.self, #"a dictionary such as {"1": [true, false]}"#), (Int?.self, "a whole number"),
    (ClosedRange<Int>.self, "a range such as [1, 2]"), ([Level].self, #"an array such as ["debug", "info"]"#),
    ([Profile].self, "an array"), ([String: Profile].self, "a dictionary"),
    (Level.self, "debug, info or warn"), (Level?.self, "debug, info or warn"), (Size.self, "1 or 9"),
    (Only.self, "one"),
    (Unlisted.self, "Unlisted"), (Profile.self, "Profile"),
    (Degree.self, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 …"),
  ]

  @Test(arguments: words.indices)
  func aTypeHasWordsForPeople(index: Int) {
    #expect(expectedWords(for: Self.words[index].0) == Self.words[index].1)
  }

  @Test(
    arguments: [
      ([Int].self, "1,2"), ([String].self, "a,b"), ([Date].self, "2026-01-31,2026-02-01T08:00:00Z"),
      ([[Int]].self, "[[1, 2]]"), (ClosedRange<Int>.self, "[1, 2]"), ([String: Int].self, #"{"a": 1}"#),
    ] as [(Any.Type, String)]
  )
  func anExampleOfATextIsWrittenAsOne(type: Any.Type, example: String) {
    #expect(expectedWords(for: type, isText: true).hasSuffix(" such as \(example)"))
  }

  @Test func aRuleIsToldWithTheType() {
    #expect(expectedWords(for: Int.self, rule: "1...12") == "a whole number from 1 to 12")
    #expect(expectedWords(for: UInt8.self, rule: "1...12") == "a whole number from 1 to 12")
    #expect(expectedWords(for: Double?.self, rule: "-0.5...0.5") == "a number from -0.5 to 0.5")
    #expect(expectedWords(for: String.self, rule: "not empty") == "a text (not empty)")
    #expect(expectedWords(for: Duration.self, rule: "1s...1h") == "a duration from 1s to 1h")
  }

  @Test(
    arguments: [("loud", "a string of 4 bytes"), (["x"], "an array of 1 element")] as [(PropertyListValue, String)]
  )
  func whatAKeyCannotReadNamesTheChoices(stored: PropertyListValue, found: String) {
    let key = DefaultsKey("log.level", defaultValue: Level.info)
    #expect(throws: DefaultsError(.typeMismatch, "takes debug, info or warn, found \(found)")) {
      try key.decode(stored)
    }
  }

  @Test func whatAKeyWithARuleCannotReadNamesTheRule() {
    let columns = DefaultsKey("columns", defaultValue: 4).validating(.clamped(to: 1...12))
    #expect(throws: DefaultsError(.typeMismatch, "takes a whole number from 1 to 12, found a string of 4 bytes")) {
      try columns.decode("many")
    }
    let rows = DefaultsKey<Int?>("rows").validating(.within(1...12))
    let message = "takes a whole number from 1 to 12, found an integer, which is not allowed"
    #expect(throws: DefaultsError(.invalidValue, message)) { try rows.decode(13) }
  }

  @Test func aLaunchArgumentThatAKeyCannotReadNamesTheRule() {
    let reported = problems {
      let arguments = LaunchArguments(["-columns", "many"])
      TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
        _ = DefaultsKey("columns", defaultValue: 4).validating(.clamped(to: 1...12)).value
      }
    }
    #expect(reported.map { "\($0.error)" } == [#"takes a whole number from 1 to 12, found "many""#])
  }

  @Test func aCustomTypeSaysItselfWhatItTakes() {
    #expect(DefaultsError.typeMismatch(expected: "a color", found: 1).message == "takes a color, found an integer")
  }
}
