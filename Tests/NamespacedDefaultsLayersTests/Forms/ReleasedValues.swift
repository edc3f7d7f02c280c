import Foundation
import NamespacedDefaults

/// A value of each kind, with the form in which 0.1.0 has stored it.
///
/// A dictionary has one member at most, because a FileStore writes those of a larger one in any order.
struct ReleasedValue: Sendable {
  let row: FormRow
  let stored: PropertyListValue

  init<Value: DefaultsSerializable & Equatable>(_ name: String, _ value: Value, _ stored: PropertyListValue) {
    self.init(name, value, stored, bridge: .serializable)
  }

  init<Value: Sendable & Equatable>(
    _ name: String,
    _ value: Value,
    _ stored: PropertyListValue,
    bridge: DefaultsBridge<Value>
  ) {
    row = FormRow(name, value, name: name, bridge: bridge)
    self.stored = stored
  }

  static let all: [Self] = kinds + types + collections + codables

  private static let kinds: [Self] = [
    Self("Released.isTrue", true, .bool(true)), Self("Released.isFalse", false, .bool(false)),
    Self("Released.integer", -7, .integer(-7)), Self("Released.greatest", UInt64.max, .unsignedInteger(.max)),
    Self("Released.double", 0.1, .double(0.1)), Self("Released.infinity", Double.infinity, .double(.infinity)),
    Self("Released.text", "żółw 🐢\n", "żółw 🐢\n"),
    Self("Released.date", date, .date(date)),
    Self("Released.bytes", Data([0, 255, 10]), .data(Data([0, 255, 10]))),
    Self("Released.stored", PropertyListValue.array([1, [["a": false]]]), [1, [["a": false]]]),
  ]

  private static let types: [Self] = [
    Self("Released.float", Float(0.1), .double(0.1)),
    Self("Released.url", URL(string: "https://a.example/b?c=d")!, "https://a.example/b?c=d"),
    Self(
      "Released.uuid",
      UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")!,
      "C0FFEE00-1234-4ABC-8DEF-0123456789AB"
    ),
    Self("Released.decimal", Decimal(string: "-12345678901234567890.123")!, "-12345678901234567890.123"),
    Self("Released.duration", Duration.seconds(5400), "1h30m"),
    Self("Released.theme", FormTheme.dark, "dark"), Self("Released.level", FormLevel.low, .integer(-1)),
    Self("Released.flags", FormFlags(rawValue: 5), .integer(5)),
    Self("Released.own", FormBlob(bytes: [1, 2]), .data(Data([1, 2]))),
  ]

  private static let collections: [Self] = [
    Self("Released.array", [3, 1, 2], [3, 1, 2]), Self("Released.set", Set(["b", "a"]), ["a", "b"]),
    Self("Released.dictionary", ["a.b": 0.5], ["a.b": 0.5]), Self("Released.numbers", [-2: "b"], ["-2": "b"]),
    Self("Released.range", 1..<3, [1, 3]), Self("Released.closedRange", 0.5...1.5, [0.5, 1.5]),
    Self("Released.withNil", [1, nil, 3] as [Int?], .data(Data("[1,null,3]".utf8))),
  ]

  private static let codables: [Self] = [
    Self("Released.trip", ReleasedTrip(), .data(Data(#"{"days":[1,3],"start":0.5,"title":"Ł"}"#.utf8))),
    Self("Released.shape", FormShape.circle(radius: 0.1), .data(Data(#"{"circle":{"radius":0.1}}"#.utf8))),
    Self("Released.text of JSON", ReleasedTrip(), #"{"days":[1,3],"start":0.5,"title":"Ł"}"#, bridge: .jsonString),
    Self("Released.members", ReleasedPort(), ["port": 8080], bridge: .dictionary),
  ]

  private static let date = Date(timeIntervalSinceReferenceDate: 817_044_482)
}

struct ReleasedTrip: Codable, Equatable, DefaultsSerializable {
  var title = "Ł"
  var start = Date(timeIntervalSinceReferenceDate: 0.5)
  var days = 1...3
  var note: String?
}

struct ReleasedPort: Codable, Equatable, DefaultsSerializable { var port = 8080 }
