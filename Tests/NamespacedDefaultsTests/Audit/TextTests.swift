import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit

/// The texts of values, which people read and give back.
@Suite(.isolatedDefaults) struct TextTests {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info }

  struct Server: Codable, Equatable, DefaultsSerializable {
    var host: String?
    var port: Int
  }

  /// A key with a default and the text that a person writes for it.
  private struct Row: Sendable {
    let key: DefaultsKeys
    let text: String

    init<Value: DefaultsSerializable>(_ value: Value, _ text: String) {
      key = DefaultsKey<Value>("x", defaultValue: value)
      self.text = text
    }
  }

  private static let scalars: [Row] = [
    Row(true, "true"),
    Row(-3, "-3"),
    Row(UInt64.max, "18446744073709551615"),
    Row(Int8.min, "-128"),
    Row(1.5, "1.5"),
    Row(1e300, "1e+300"),
    Row(-0.0, "-0.0"),
    Row(0.0, "0.0"),
    Row(0.1, "0.1"),
    Row(Double.nan, "nan"),
    Row(Double.infinity, "inf"),
    Row(Float(0.1), "0.1"),
    Row("", ""),
    Row(" a ", " a "),
    Row("a,b", "a,b"),
    Row("12", "12"),
    Row("\"q\"", "\"q\""),
  ]

  private static let texts: [Row] = [
    Row("{\"a\":1}", "{\"a\":1}"),
    Row("\u{1B}é\n", "\u{1B}é\n"),
    Row(URL(string: "https://a.b/c?d=e,f")!, "https://a.b/c?d=e,f"),
    Row(Decimal(string: "0.1")!, "0.1"),
    Row(UUID(uuidString: "B55F3A0D-9E3C-4F50-8CB3-2D6D30F0A7D1")!, "B55F3A0D-9E3C-4F50-8CB3-2D6D30F0A7D1"),
    Row(Duration.seconds(45), "45s"),
    Row(Duration.milliseconds(-1500), "-1.5s"),
    Row(Level.debug, "debug"),
    Row(Date(timeIntervalSinceReferenceDate: 0.25), "2001-01-01T00:00:00.25Z"),
    Row(Date.distantPast, "0000-12-30T00:00:00Z"),
    Row(Data([1, 2, 3]), "AQID"),
    Row(Data(), ""),
    Row(Data("{\"a\":1}".utf8), #"{"a": 1}"#),
    Row([80, 443], "80,443"),
  ]

  private static let lists: [Row] = [
    Row([Int](), ""),
    Row(["a", "b c"], "a,b c"),
    Row(["a,b", " c", "", "\"", "\n", "12"], #""a,b"," c","","\"","\n",12"#),
    Row([true, false], "true,false"),
    Row([1.5, .infinity], #"1.5,"inf""#),
    Row([Duration.seconds(1)], "1s"),
    Row([Level.info], "info"),
    Row([Date(timeIntervalSinceReferenceDate: 0)], #""2001-01-01T00:00:00Z""#),
    Row([[1], [2]], "[[1], [2]]"),
    Row(Set([7]), "7"),
    Row(["b": 1, "a": 2], #"{"a": 2, "b": 1}"#),
    Row([String: Int](), "{}"),
    Row(["a": [Data([255])]], #"{"a": ["/w=="]}"#),
    Row(1...3, "[1, 3]"),
  ]

  private static let others: [Row] = [
    Row(Int?.some(3), "3"),
    Row(Server(host: "a", port: 80), #"{"host": "a", "port": 80}"#),
    Row(Server(host: nil, port: 80), #"{"port": 80}"#),
    Row([Server(host: nil, port: 1)], #"[{"port": 1}]"#),
  ]

  private static let rows = scalars + texts + lists + others

  @Test(arguments: rows.indices) func aTextIsWhatAPersonWritesAndIsReadAsTheSameValue(index: Int) throws {
    let text = Self.rows[index].text
    let audit = NamespaceAudit(keys: [Self.rows[index].key])
    let form = try #require(audit.keys[0].defaultValue)
    #expect(try audit.text(form, forKey: "x") == text)
    #expect(try audit.parse(text, forKey: "x") == form)
  }

  /// As a variable gives it.
  @Test func aTextThatIsStoredIsTheTextOfItsValue() throws {
    let audit = NamespaceAudit(keys: [DefaultsKey<Int?>("x"), DefaultsKey<[Int]?>("y")])
    #expect(try audit.text(" 12", forKey: "x") == "12")
    #expect(try audit.text("[1, 2]", forKey: "y") == "1,2")
  }

  @Test func aNameThatNobodyDeclaresHasNoText() {
    #expect(throws: DefaultsError(.invalidValue, #"there is no setting "y""#)) {
      try NamespaceAudit(keys: [DefaultsKey<Int?>("x")]).text(1, forKey: "y")
    }
  }

  @Test func aValueThatTheKeyCannotReadHasNoText() {
    #expect(throws: DefaultsError(.typeMismatch, "x takes a whole number, found a string of 4 bytes")) {
      try NamespaceAudit(keys: [DefaultsKey<Int?>("x")]).text("many", forKey: "x")
    }
  }

  @Test func argumentsGiveATypedKeyAValue() throws {
    let key = DefaultsKey("launch.counts", defaultValue: [1])
    let arguments = try key.launchArguments(for: [-2, 3])
    #expect(arguments == ["-launch.counts", "[-2, 3]"])
  }

  @Test func argumentsAreReadAsTheValue() throws {
    let server = DefaultsKey<Server?>("server")
    let arguments = try server.launchArguments(for: Server(host: "-a", port: -1))
    TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
      #expect(server.value == Server(host: "-a", port: -1))
    }
    #expect(try server.launchArguments(for: nil) == [])
  }

  @Test func anArgumentThatLooksLikeANameIsRefused() {
    #expect(throws: DefaultsError.self) { try DefaultsKey("a", defaultValue: "").launchArguments(for: "-b") }
  }

  @Test func anArgumentThatBreaksARuleIsRefused() {
    let key = DefaultsKey("a", defaultValue: 1).validating(.within(1...3))
    #expect(
      throws: DefaultsError(.invalidValue, "takes a whole number from 1 to 3, found an integer, which is not allowed")
    ) {
      try key.launchArguments(for: 4)
    }
  }
}
