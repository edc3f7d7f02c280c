import Foundation
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// The stored values of numbers in JSON, none of which is another number than was written.
@Suite struct JSONNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", .double(-0.0)), ("127", 127), ("127.5", 127.5), ("3.0", 3.0), ("1e3", 1000.0),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
      ("18446744073709551615", .unsignedInteger(.max)), ("18446744073709551616", 18446744073709551616.0),
      ("100000000000000000000", 1e20), ("1e19", 1e19), ("1e23", 1e23), ("1.5e300", 1.5e300),
      ("5e-324", .double(.leastNonzeroMagnitude)), ("1.2345678901234568e+18", 1_234_567_890_123_456_768.0),
      ("-9.223372036854776e+18", -0x1p63), ("123456789012345680.0", 123_456_789_012_345_680.0),
      ("-0x8000000000000000", .integer(.min)), ("0xFFFFFFFFFFFFFFFF", .unsignedInteger(.max)),
      ("0.1000000000000000055511151231257827", 0.1), ("9007199254740992.0", 9007199254740992.0),
    ] as [(String, PropertyListValue)]
  )
  func aNumberIsWhatIsWritten(text: String, value: PropertyListValue) {
    #expect(JSONNumber.value(of: text) == value)
  }

  /// An `Int` would read most of them as a number that nobody wrote.
  static let lost = [
    "-9223372036854775809", "18446744073709551617", "127.99999999999999999999", "-0.99999999999999999999", "1e-400",
    "9007199254740993.0", "9.007199254740993e15", "123456789012345678901234567890", "1e999", "1e99999999999999999999",
  ]

  @Test(arguments: lost) func aNumberThatNothingFitsIsNone(text: String) { #expect(JSONNumber.value(of: text) == nil) }

  @Test(arguments: lost.filter { $0 != "9007199254740993.0" }) func itIsRefusedByAnImport(text: String) throws {
    let store = InMemoryStore()
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(Data(#"{"a": 1, "b": [\#(text)]}"#.utf8), as: .json)
    }
    #expect(error?.description.contains("\"b\": a number that does not fit has no stored form") == true)
    #expect(store.keys() == [])
  }
}

/// Numbers inside of a stored `Codable`, in JSON data and in a text of a person.
@Suite struct JSONNumbersOfCodablesTests {
  struct Limits: Codable, Equatable, DefaultsSerializable {
    var count: Int?
    var share: Double?
    var price: Decimal?
    var other: String?
  }

  @Test(arguments: [
    #"{"count": 127.99999999999999999999}"#, #"{"count": -9223372036854775809}"#, #"{"share": 9007199254740993}"#,
  ])
  func aNumberIsNeverRounded(json: String) {
    let key = DefaultsKey<Limits?>("limits", store: InMemoryStore(["limits": .data(Data(json.utf8))]))
    #expect(throws: DefaultsError.self) { try key.read() }
    let text = DefaultsKey<Limits?>("limits", store: InMemoryStore(["limits": .string(json)]))
    #expect(throws: DefaultsError.self) { try text.read() }
  }

  @Test(arguments: [
    (#"{"count": 9223372036854775807, "other": null}"#, Limits(count: .max)),
    (#"{"share": 0.10000000000000000555}"#, Limits(share: 0.1)),
    (#"{"price": 12345678901234567890123.45}"#, Limits(price: Decimal(string: "12345678901234567890123.45"))),
    (#"{"other": "1234567890123456789012"}"#, Limits(other: "1234567890123456789012")),
  ])
  func whatFitsIsReadExactly(json: String, limits: Limits) throws {
    let key = DefaultsKey<Limits?>("limits", store: InMemoryStore(["limits": .data(Data(json.utf8))]))
    #expect(try key.read() == limits)
  }

  /// A type that is one number.
  struct Price: Codable, Equatable, DefaultsSerializable {
    var amount: Decimal

    init(_ amount: Decimal) { self.amount = amount }

    init(from decoder: any Decoder) throws { amount = try decoder.singleValueContainer().decode(Decimal.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(amount)
    }
  }

  @Test func aNumberAloneMayHaveManyDigits() throws {
    let store = InMemoryStore()
    let amount = try #require(Decimal(string: "12345678901234567890.5"))
    let price = DefaultsKey("price", defaultValue: Price(0), store: store)
    try price.write(Price(amount))
    #expect(try price.read() == Price(amount))
    let json = DefaultsKey("json", defaultValue: Decimal(0), bridge: .jsonData, store: store)
    try json.write(amount)
    #expect(try json.read() == amount)
  }

  @Test(arguments: ["123456789012345678901", "-12345678901234567890.5"])
  func aNumberOfManyDigitsIsNoOtherType(digits: String) {
    let store = InMemoryStore(["data": .data(Data(digits.utf8)), "text": .string(digits)])
    for name in ["data", "text"] {
      #expect(throws: DefaultsError.self) { try DefaultsKey(name, defaultValue: 7, store: store).read() }
      #expect(throws: DefaultsError.self) { try DefaultsKey<Limits?>(name, store: store).read() }
    }
  }

  @Test(arguments: [1.2345678901234567e18, 123_456_789_012_345_680, -0x1p63, 0x1p64, 1e22])
  func aLargeDoubleOfACodableIsReadAgain(share: Double) throws {
    let key = DefaultsKey<Limits?>("limits", store: InMemoryStore())
    try key.write(Limits(share: share))
    #expect(try key.read() == Limits(share: share))
  }

  @Test func nilBesideALongNumberStays() throws {
    let key = DefaultsKey<[String: Int?]>("counts", defaultValue: [:], store: InMemoryStore())
    try key.write(["large": 1_234_567_890_123_456_789, "none": nil])
    #expect(try key.read() == ["large": 1_234_567_890_123_456_789, "none": nil])
  }

  @Test(arguments: [123_456_792, 1.2345679e18, 3e38, 0.1, -.infinity] as [Float])
  func aFloatIsTheKeyThatItWrites(float: Float) throws {
    let key = DefaultsKey<[Float: Int]>("counts", defaultValue: [:], store: InMemoryStore())
    try key.write([float: 1])
    #expect(try key.read() == [float: 1])
  }

  /// Its JSON begins as that of a wrapped value does.
  final class Node: Codable, Sendable, DefaultsSerializable {
    let value: Node?

    init(_ value: Node?) { self.value = value }

    var depth: Int { 1 + (value?.depth ?? 0) }
  }

  @Test(arguments: [1, 129, 130, 200]) func aMemberNamedValueMayNestAsAnyOther(depth: Int) throws {
    let key = DefaultsKey("node", defaultValue: Node(nil), store: InMemoryStore())
    try key.write((1..<depth).reduce(Node(nil)) { node, _ in Node(node) })
    #expect(try key.read().depth == depth)
  }
}
