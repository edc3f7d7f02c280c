import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import Testing

@testable import NamespacedDefaults

/// Errors name the part that does not fit, its place, and what it takes, wherever the value comes from.
struct MisfitTests {
  private enum Level: String, Codable, CaseIterable, DefaultsSerializable { case debug, info }
  private struct Server: Codable, DefaultsSerializable {
    var host: String
    var port: Int
    var level: Level?
  }
  private struct Fleet: Codable, DefaultsSerializable { var servers: [Server] }

  /// A value of a type, which is a text and what stands in a file after `{"x": `.
  struct Row {
    let type: any DefaultsSerializable.Type
    let value: String
    /// The error after the name, but for what was found.
    let takes: String
    /// What was found, if the error says it.
    var found: String? = nil
    /// The place in the file behind the beginning of the value.
    var offset = 0
  }

  /// Values that are JSON, and mean the same in each source.
  private static let rows = [
    Row(type: [Int].self, value: #"[80, "x"]"#, takes: "takes a whole number at [1]", found: #""x""#, offset: 5),
    Row(type: Set<Int>.self, value: "[80, true, 1.5]", takes: "takes a whole number at [2]", found: "1.5", offset: 11),
    Row(
      type: [String].self,
      value: #"["a", {}]"#,
      takes: "takes a text at [1]",
      found: "a dictionary of 0 members",
      offset: 6
    ),
    Row(type: [Int?].self, value: #"[1, null, "x"]"#, takes: "takes a whole number at [2]", found: #""x""#, offset: 10),
    Row(type: [Int].self, value: "[1, null]", takes: "takes a whole number at [1]", found: "null", offset: 4),
    Row(
      type: [Date].self,
      value: #"["2026-01-31", "soon"]"#,
      takes: "takes a date such as 2026-01-31 at [1]",
      found: #""soon""#,
      offset: 15
    ),
    Row(
      type: [String: Int].self,
      value: #"{"a": 1, "b": "x"}"#,
      takes: "takes a whole number at b",
      found: #""x""#,
      offset: 14
    ),
    Row(
      type: [Int: Int].self,
      value: #"{"a": 1}"#,
      takes: "takes a whole number as a name at a",
      found: #""a""#,
      offset: 6
    ),
    Row(type: [Int: Int].self, value: #"{"1": 1, "1.0": 2}"#, takes: "has two names for one key"),
    Row(
      type: [String: [Duration]].self,
      value: #"{"a": ["30s", 30]}"#,
      takes: "takes a duration such as 30s at a[1]",
      found: "30",
      offset: 14
    ),
    Row(
      type: ClosedRange<Int>.self,
      value: #"[1, "x"]"#,
      takes: "takes a whole number at [1]",
      found: #""x""#,
      offset: 4
    ),
    Row(type: Server.self, value: #"{"host": "a"}"#, takes: "lacks port"),
    Row(type: Server.self, value: #"{"host": 7, "port": 80}"#, takes: "takes a text at host", found: "7", offset: 9),
    Row(
      type: Server.self,
      value: #"{"host": "a", "port": "x"}"#,
      takes: "takes a whole number at port",
      found: #""x""#,
      offset: 22
    ),
    Row(
      type: Server.self,
      value: #"{"host": "a", "port": 80, "level": "loud"}"#,
      takes: "takes debug or info at level",
      found: #""loud""#,
      offset: 35
    ),
    Row(
      type: [Server].self,
      value: #"[{"host": "a", "port": 1}, {"host": "b"}]"#,
      takes: "lacks port at [1]",
      offset: 27
    ),
    Row(type: [Server].self, value: "[7]", takes: "takes an object (Server) at [0]", found: "7", offset: 1),
    Row(
      type: [String: Server].self,
      value: #"{"a": {"host": "b", "port": []}}"#,
      takes: "takes a whole number at a.port",
      found: "an array of 0 elements",
      offset: 28
    ),
    Row(
      type: Fleet.self,
      value: #"{"servers": [{"host": "a", "port": 1}, 7]}"#,
      takes: "takes an object (Server) at servers[1]",
      found: "7",
      offset: 39
    ),
  ]

  /// Values that are a text.
  private static let texts = [
    Row(type: [Int].self, value: "80,x", takes: "takes a whole number at [1]", found: #""x""#),
    Row(type: Set<Int>.self, value: "80, x", takes: "takes a whole number at [1]", found: #""x""#),
    Row(type: [Level].self, value: "info,loud", takes: "takes debug or info at [1]", found: #""loud""#),
    Row(type: [Duration].self, value: "30s,30", takes: "takes a duration such as 30s at [1]", found: #""30""#),
    Row(type: [Int].self, value: "80,,x", takes: "takes an array such as 1,2", found: #""80,,x""#),
    Row(type: [String].self, value: "a,,b", takes: "takes an array such as a,b", found: #""a,,b""#),
    Row(type: [String: Int].self, value: "a", takes: #"takes a dictionary such as {"a": 1}"#, found: #""a""#),
    Row(type: [Int: Level].self, value: "a", takes: #"takes a dictionary such as {"1": "debug"}"#, found: #""a""#),
    Row(type: Range<Int>.self, value: "1", takes: "takes a range such as [1, 2]", found: #""1""#),
    Row(type: Date.self, value: "soon", takes: "takes a date such as 2026-01-31", found: #""soon""#),
    Row(type: Duration.self, value: "30", takes: "takes a duration such as 30s", found: #""30""#),
    Row(type: Data.self, value: "ü", takes: "takes data in Base64", found: #""ü""#),
    Row(type: Server.self, value: "wide", takes: "takes an object (Server)", found: #""wide""#),
  ]

  private func key(_ row: Row, in store: any DefaultsStore) -> any AnyKey {
    func key<Value: DefaultsSerializable>(_ type: Value.Type) -> any AnyKey { DefaultsKey<Value?>("x", store: store) }
    return key(row.type)
  }

  private func message(of row: Row) -> String { "x \(row.takes)\(row.found.map { ", found \($0)" } ?? "")" }

  private func error(of key: any AnyKey) -> String {
    (#expect(throws: DefaultsError.self) { try key.readAny() })?.message ?? ""
  }

  @Test(arguments: rows.indices) func aFileIsToldWithThePlaceOfThePart(index: Int) throws {
    let row = Self.rows[index]
    let directory = try JSONDirectory()
    try directory.write("{\n\"x\": \(row.value)}")
    let place = "\(directory.file):2:\(6 + row.offset)"
    #expect(error(of: key(row, in: try directory.store())) == "\(place): \(message(of: row))")
  }

  @Test(arguments: rows.indices) func aValueInMemoryIsToldAlike(index: Int) throws {
    let row = Self.rows[index]
    let directory = try JSONDirectory()
    try directory.write("{\"x\": \(row.value)}")
    let store = InMemoryStore()
    try store.set(try directory.store().value(forKey: "x"), forKey: "x")
    #expect(error(of: key(row, in: store)) == message(of: row))
  }

  @Test(arguments: (rows + texts).indices) func aVariableIsToldWithThePart(index: Int) {
    let row = (Self.rows + Self.texts)[index]
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_X": row.value])
    #expect(error(of: key(row, in: store)) == "TOOL_X: \(message(of: row))")
  }

  @Test(arguments: (rows + texts).indices) func anArgumentIsToldWithThePart(index: Int) {
    let row = (Self.rows + Self.texts)[index]
    let arguments = LaunchArguments(["-x", row.value])
    TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
      #expect(error(of: key(row, in: InMemoryStore())) == "-x: \(message(of: row))")
    }
  }

  /// Nobody needs to be told what one has just typed.
  @Test(arguments: (rows + texts).indices) func aTypedTextIsToldWithThePart(index: Int) {
    let row = (Self.rows + Self.texts)[index]
    let error = #expect(throws: DefaultsError.self) { try key(row, in: InMemoryStore()).parsed(row.value) }
    #expect(error?.message == row.takes)
  }

  @Test(arguments: (rows + texts).indices) func aSecretIsToldWithoutTheValue(index: Int) {
    let row = (Self.rows + Self.texts)[index]
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_X": row.value])
    let text = error(of: key(row, in: store).secretKey())
    #expect(text.hasPrefix("TOOL_X: x "))
    for secret in [row.found ?? "null", " at a", " at b"]
    where !row.takes.contains(secret) && secret != "null" && !secret.hasPrefix("a") {
      #expect(!text.contains(secret), "\(text)")
    }
  }

  @Test func aProblemIsToldWithThePlaceOfThePart() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"x\": [80,\n  \"x\"]}")
    let key = DefaultsKey<[Int]>("x", defaultValue: [], store: try directory.store())
    let reported = Guarded<[String]>([])
    Defaults.withProblemHandler { problem in
      reported.withLock { $0.append("\(problem)") }
    } operation: {
      #expect(key.value == [])
    }
    #expect(
      reported.withLock { $0 } == [
        """
        undecodableValue for "x": takes a whole number at [1], found "x"; the default is used, the stored value stays, in \
        \(directory.file):2:3
        """
      ]
    )
  }

  @Test func theDefaultIsTheExampleOfAnObject() {
    let store = InMemoryStore(["x": "wide"])
    let key = DefaultsKey("x", defaultValue: Server(host: "a", port: 80), store: store)
    let words = #"takes an object such as {"host":"a","port":80}"#
    #expect(error(of: key) == #"x \#(words), found "wide""#)
    #expect(throws: DefaultsError(.typeMismatch, words)) { try key.storedForm(ofText: "wide") }
    #expect(error(of: key.secret()) == "x takes an object (Server), found a string of 4 bytes")
  }

  @Test func aTypeOfTheProgramSaysThePlaceOfAPart() throws {
    struct Pair: DefaultsSerializable {
      func propertyListValue() -> PropertyListValue? { nil }
      static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
        throw DefaultsError.typeMismatch(expected: "a color", found: "red", at: [MemberName(index: 1)])
      }
    }
    let directory = try JSONDirectory()
    try directory.write(#"{"x": [[1, "red"]]}"#)
    let message = #"\#(directory.file):1:12: x takes a color at [0][1], found "red""#
    #expect(error(of: DefaultsKey<[Pair]>("x", defaultValue: [], store: try directory.store())) == message)
  }

  /// What is in an error is not what its message leaves out.
  @Test func noMirrorShowsTheValue() throws {
    let error = #expect(throws: DefaultsError.self) { try [String: Int].value(fromPropertyList: ["hunter2": "31337x"]) }
    var text = ""
    dump(try #require(error), to: &text)
    for secret in ["hunter2", "31337"] { #expect(!text.contains(secret), "\(text)") }
  }

  @Test(arguments: [13, 40]) func aRefusedValueIsToldWithWhatItIs(number: Int) throws {
    let store = InMemoryStore(["x": .int(number)])
    let key = DefaultsKey("x", defaultValue: 4, store: store).validating(.within(1...12))
    let message = "takes a whole number from 1 to 12, found \(number), which is not allowed"
    #expect(error(of: key) == "x \(message)")
    #expect(throws: DefaultsError(.invalidValue, message)) { try key.write(number) }
    let hidden = "takes a whole number from 1 to 12, found an integer, which is not allowed"
    #expect(error(of: key.secret()) == "x \(hidden)")
    #expect(throws: DefaultsError(.invalidValue, hidden)) { try key.secret().write(number) }
  }

  @Test func aNumberThatDoesNotFitIsNotToldAsWhatIsTaken() {
    let key = DefaultsKey<UInt8>("x", defaultValue: 0, store: InMemoryStore(["x": 256]))
    #expect(error(of: key) == "x takes a whole number from 0 to 255, found 256")
    let hidden = "x takes a whole number from 0 to 255, found an integer, which is not allowed"
    #expect(error(of: key.secret()) == hidden)
  }
}

/// A key whatever its type.
private protocol AnyKey {
  func readAny() throws
  func parsed(_ text: String) throws
  func secretKey() -> any AnyKey
}

extension DefaultsKey: AnyKey {
  fileprivate func readAny() throws { _ = try read() }
  fileprivate func parsed(_ text: String) throws { _ = try storedForm(ofText: text) }
  fileprivate func secretKey() -> any AnyKey { secret() }
}
