import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit

/// Settings from texts that people type.
@Suite(.isolatedDefaults) struct ParsingTests {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

  struct Server: Codable, DefaultsSerializable {
    var host: String
    var port: Int
  }

  struct Empty: Error, CustomStringConvertible { let description = "secret" }

  static let notEmpty = DefaultsValidation<String>("not empty") { if $0.isEmpty { throw Empty() } else { $0 } }

  static let audit = NamespaceAudit(keys: [
    DefaultsKey<Bool>("bool", defaultValue: false), DefaultsKey<Int>("int", defaultValue: 0),
    DefaultsKey<UInt8>("byte", defaultValue: 0), DefaultsKey<Double?>("double"), DefaultsKey<String?>("string"),
    DefaultsKey<Date?>("date"), DefaultsKey<Data?>("data"), DefaultsKey<URL?>("url"), DefaultsKey<[Int]?>("list"),
    DefaultsKey<[String: String]?>("names"), DefaultsKey<Server?>("server"),
    DefaultsKey("log.level", defaultValue: Level.info),
    DefaultsKey("clamped", defaultValue: 4).validating(.clamped(to: 1...12)),
    DefaultsKey("required", defaultValue: 4).validating(.within(1...12)),
    DefaultsKey("title", defaultValue: "New").validating(notEmpty), DefaultsKey<PropertyListValue?>("open"),
  ])

  static let texts: [(String, String, PropertyListValue)] = [
    ("bool", "yes", true), ("int", " 12 ", 12), ("byte", "255", 255), ("double", "1e3", 1_000.0),
    ("string", "12", "12"),
    ("date", "2026-11-23T08:00:00Z", .date(Date(timeIntervalSince1970: 1_795_420_800))),
    ("data", "AQID", .data(Data([1, 2, 3]))), ("data", "<010203>", .data(Data([1, 2, 3]))),
    ("url", "https://a.example", "https://a.example"), ("list", "[80, 443]", [80, 443]),
    ("list", "80, 443", [80, 443]),
    ("names", #"{"eu": "a.example"}"#, ["eu": "a.example"]),
    ("server", #"{"port": 80, "host": "a"}"#, .data(Data(#"{"host":"a","port":80}"#.utf8))),
    ("log.level", "debug", "debug"), ("clamped", "12", 12), ("required", "12", 12), ("title", "Old", "Old"),
    ("open", "12", "12"),
  ]

  @Test(arguments: texts.indices)
  func aTextBecomesWhatTheKeyWrites(index: Int) throws {
    let (name, text, form) = Self.texts[index]
    #expect(try Self.audit.parse(text, forKey: name) == form)
  }

  @Test(arguments: [
    ("bool", "maybe", "bool takes true or false"), ("int", "many", "int takes a whole number"),
    ("int", "1.5", "int takes a whole number"), ("byte", "256", "byte takes a whole number from 0 to 255"),
    ("double", "x", "double takes a number"), ("date", "soon", "date takes a date such as 2026-01-31"),
    ("data", "ü", "data takes data in Base64"), ("list", "many", "list takes a whole number at [0]"),
    ("list", "80,x", "list takes a whole number at [1]"), ("list", "80,,x", "list takes an array such as 1,2"),
    ("names", "[]", #"names takes a dictionary such as {"a": "a"}"#),
    ("server", "wide", "server takes an object (Server)"),
    ("server", #"{"host": "a"}"#, "server lacks port"),
    ("log.level", "loud", "log.level takes debug, info or warning"),
    ("clamped", "many", "clamped takes a whole number from 1 to 12"),
  ])
  func aTextThatIsNoValueOfItsKeyIsRefused(name: String, text: String, message: String) {
    #expect(throws: DefaultsError(.typeMismatch, message)) { try Self.audit.parse(text, forKey: name) }
  }

  @Test(arguments: [
    ("clamped", "400", "clamped takes a whole number from 1 to 12"),
    ("required", "400", "required takes a whole number from 1 to 12"), ("title", "", "title takes a text (not empty)"),
    ("log.levle", "debug", #"there is no setting "log.levle""#),
  ])
  func aTextThatARuleWouldChangeOrRefusesIsRefused(name: String, text: String, message: String) {
    #expect(throws: DefaultsError(.invalidValue, message)) { try Self.audit.parse(text, forKey: name) }
  }

  @Test(arguments: [
    (#"{"host": "a", "port": 80, "prot": 8}"#, "server.prot is no setting; did you mean server.port?"),
    (#"{"host": "a", "port": 80, "certificate": {}}"#, "server.certificate is no setting"),
  ])
  func aMemberThatTheTypeDoesNotHaveIsRefused(text: String, message: String) {
    #expect(throws: DefaultsError(.invalidValue, message)) { try Self.audit.parse(text, forKey: "server") }
  }

  @Test func nothingIsStoredOrReported() throws {
    let reported = problems {
      _ = try? Self.audit.parse("400", forKey: "clamped")
      _ = try? Self.audit.parse("3", forKey: "clamped")
      #expect(DefaultsKey("clamped", defaultValue: 4).validating(.clamped(to: 1...12)).value == 4)
    }
    #expect(reported.isEmpty)
    #expect(try Defaults.store.keys() == [])
  }

  @Test func allKeysOfANameMustReadTheResult() {
    let audit = NamespaceAudit(keys: [DefaultsKey<Int?>("name"), DefaultsKey<[Int]?>("name")])
    #expect(throws: DefaultsError(.typeMismatch, "name takes an array such as [1, 2], found an integer")) {
      try audit.parse("12", forKey: "name")
    }
  }

  @Test func aTypeOfTheProgramSaysItselfWhatItTakes() {
    struct Port: RawRepresentable, DefaultsSerializable { let rawValue: Int }
    let color = DefaultsBridge<Int> { _ in
      "red"
    } decode: {
      throw DefaultsError.typeMismatch(expected: "a color", found: $0)
    }
    let audit = NamespaceAudit(keys: [DefaultsKey("color", bridge: color), DefaultsKey<Port?>("port")])
    #expect(throws: DefaultsError(.typeMismatch, "color takes a color")) { try audit.parse("loud", forKey: "color") }
    #expect(throws: DefaultsError(.typeMismatch, "port takes a whole number")) { try audit.parse("x", forKey: "port") }
  }

  @Test func aKeyReadsWhatTheProgramUses() throws {
    func read(_ name: String) throws -> PropertyListValue? {
      try #require(Self.audit.keys.first { $0.name == name }).read()
    }
    #expect(try read("clamped") == 4)
    #expect(try read("string") == nil)
    try Defaults.store.set(["clamped": 400, "int": "12", "log.level": "loud"])
    #expect(try read("clamped") == 12)
    #expect(try read("int") == 12)
    #expect(throws: DefaultsError(.typeMismatch, #"log.level takes debug, info or warning, found "loud""#)) {
      try read("log.level")
    }
    let arguments = LaunchArguments(["-int", "13"])
    let given = try TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) { try read("int") }
    #expect(given == 13)
  }
}
