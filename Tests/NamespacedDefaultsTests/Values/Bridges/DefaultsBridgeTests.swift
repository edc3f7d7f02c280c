import Foundation
import NamespacedDefaults
import Testing

@Suite struct DefaultsBridgeTests {
  /// Codable and nothing else.
  struct Point: Codable, Equatable {
    var x = 0
    var y = 0.0
  }

  /// Raw-representable and nothing else.
  enum Side: String { case left, right }

  @Test func jsonData() throws {
    let bridge = DefaultsBridge<Point>.jsonData
    #expect(try bridge.encode(Point(x: 1, y: 2)) == .data(Data(#"{"x":1,"y":2}"#.utf8)))
    #expect(try bridge.decode(.data(Data(#"{"x":1,"y":2}"#.utf8))) == Point(x: 1, y: 2))
    #expect(try bridge.decode(#"{"x":1,"y":2}"#) == Point(x: 1, y: 2))
    #expect(try bridge.decode(["x": 1, "y": 2.0]) == Point(x: 1, y: 2))
    #expect(throws: DefaultsError.notEncodable(type: "Point", reason: "its y is no finite number")) {
      try bridge.encode(Point(y: .nan))
    }
    #expect(throws: (any Error).self) { try bridge.decode("no JSON") }
    #expect(throws: DefaultsError.typeMismatch(expected: "an object (Point)", found: 1)) { try bridge.decode(1) }
  }

  @Test func jsonString() throws {
    let bridge = DefaultsBridge<Point>.jsonString
    #expect(try bridge.encode(Point(x: 1, y: 2)) == #"{"x":1,"y":2}"#)
    #expect(try bridge.decode(#"{"x":1,"y":2}"#) == Point(x: 1, y: 2))
    #expect(try bridge.decode(.data(Data(#"{"value":{"x":1,"y":2}}"#.utf8))) == Point(x: 1, y: 2))
  }

  @Test func jsonOfAScalar() throws {
    #expect(try DefaultsBridge<Int>.jsonString.encode(5) == "5")
    #expect(try DefaultsBridge<Int>.jsonString.decode("5") == 5)
    #expect(try DefaultsBridge<String>.jsonString.encode("5") == #""5""#)
    #expect(try DefaultsBridge<String>.jsonString.decode(#""5""#) == "5")
    #expect(try DefaultsBridge<Date>.jsonString.decode("1.5") == Date(timeIntervalSinceReferenceDate: 1.5))
  }

  @Test func jsonReadsWhatTheTypeStoredWithoutTheBridge() throws {
    #expect(try DefaultsBridge<Int>.jsonString.decode(5) == 5)
    #expect(try DefaultsBridge<String>.jsonString.decode("plain") == "plain")
    #expect(try DefaultsBridge<[Int]>.jsonData.decode([1, 2]) == [1, 2])
    #expect(try DefaultsBridge<Mood>.jsonData.decode("good") == .good)
  }

  @Test func jsonStoresNothingForNil() throws {
    #expect(try DefaultsBridge<Point?>.jsonString.encode(nil) == nil)
    #expect(try DefaultsBridge<Point?>.jsonData.encode(nil) == nil)
    #expect(try DefaultsBridge<Point?>.jsonString.encode(Point()) == #"{"x":0,"y":0}"#)
    #expect(try DefaultsBridge<Point?>.jsonString.decode(#"{"x":0,"y":0}"#) == Point())
  }

  @Test func propertyList() throws {
    let bridge = DefaultsBridge<Point>.propertyList
    let stored = try #require(try bridge.encode(Point(x: 1, y: .infinity)))
    guard case .data(let data) = stored else {
      Issue.record("not data")
      return
    }
    #expect(data.starts(with: "bplist00".utf8))
    #expect(try PropertyListDecoder().decode(Point.self, from: data) == Point(x: 1, y: .infinity))
    #expect(try bridge.decode(stored) == Point(x: 1, y: .infinity))
    #expect(try bridge.decode(#"{"x":1,"y":2}"#) == Point(x: 1, y: 2))
    #expect(try DefaultsBridge<Point?>.propertyList.encode(nil) == nil)
    #expect(throws: DefaultsError.self) { try DefaultsBridge<Int>.propertyList.encode(1) }
    #expect(throws: DefaultsError.self) { try bridge.decode("no JSON") }
  }

  struct Trip: Codable, Equatable, Sendable {
    var start = Date(timeIntervalSince1970: 0)
    var daysAway = 1
    var names: [String: Int] = [:]
  }

  static func iso8601() -> DefaultsBridge<Trip> {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return .json(encoder: encoder, decoder: decoder)
  }

  @Test func jsonOfAnEncoderOfOnesOwn() throws {
    let bridge = Self.iso8601()
    let trip = Trip(start: Date(timeIntervalSince1970: 60), daysAway: 2, names: ["a_b": 1])
    let json = #"{"days_away":2,"names":{"a_b":1},"start":"1970-01-01T00:01:00Z"}"#
    #expect(try bridge.encode(trip) == .data(Data(json.utf8)))
    #expect(try bridge.decode(.data(Data(json.utf8))) == trip)
    #expect(try bridge.decode(.string(json)) == trip)
    #expect(try bridge.optional.encode(nil) == nil)
  }

  @Test func jsonOfAnEncoderOfOnesOwnIsReadByItsDecoderAlone() throws {
    let bridge = Self.iso8601()
    let refused: [PropertyListValue] = [
      #"{"days_away":2,"names":{},"start":60}"#, #"{"daysAway":2,"names":{},"start":60}"#,
      ["days_away": 2, "names": [:], "start": 60], 1,
      .data(try PropertyListEncoder().encode(Trip())), try #require(try DefaultsBridge<Trip>.jsonData.encode(Trip())),
    ]
    for stored in refused { #expect(throws: DefaultsError.self) { try bridge.decode(stored) } }
    let key = DefaultsKey("trip", defaultValue: Trip(), bridge: bridge)
    for stored in refused { #expect(throws: DefaultsError.self) { try key.decode(stored) } }
  }

  @Test func whatAJSONFileKeepsAsAnObjectIsReadAsTheData() throws {
    struct NoData: Error {}
    let trip = Trip(start: Date(timeIntervalSince1970: 60), daysAway: 2, names: ["a_b": 1])
    let start = PropertyListValue.date(trip.start)
    #expect(try Self.iso8601().decode(["days_away": 2, "names": ["a_b": 1], "start": start]) == trip)
    let own = DefaultsBridge<Data> {
      .data($0)
    } decode: { stored in
      guard case .data(let data) = stored else { throw NoData() }
      return data
    }
    #expect(try own.decode(["b": [1, true], "a": "c/d"]) == Data(#"{"a":"c\/d","b":[1,true]}"#.utf8))
    #expect(throws: NoData.self) { try own.decode(["a": .double(.infinity)]) }
    #expect(throws: NoData.self) { try own.decode("text") }
  }

  @Test func jsonOfAnEncoderOfOnesOwnIsFilledInItsOwnNotation() throws {
    let start = Date(timeIntervalSince1970: 3600)
    let key = DefaultsKey(
      "trip",
      defaultValue: Trip(start: start, daysAway: 7, names: ["x_y": 3]),
      bridge: Self.iso8601()
    )
    #expect(
      try key.decode(#"{"names":{"a_b":1},"start":"1970-01-01T00:01:00Z"}"#)
        == Trip(start: Date(timeIntervalSince1970: 60), daysAway: 7, names: ["a_b": 1])
    )
    #expect(try key.decode(#"{"days_away":2}"#) == Trip(start: start, daysAway: 2, names: ["x_y": 3]))
  }

  @Test func rawValue() throws {
    #expect(try DefaultsBridge<Side>.rawValue.encode(.left) == "left")
    #expect(try DefaultsBridge<Side>.rawValue.decode("right") == .right)
    #expect(throws: DefaultsError.typeMismatch(expected: "Side", found: "up")) {
      try DefaultsBridge<Side>.rawValue.decode("up")
    }
  }

  #if UserDefaults
    @Test func keyedArchive() throws {
      let stored = try #require(try DefaultsBridge<Frog>.keyedArchive.encode(Frog("Bo")))
      #expect(try DefaultsBridge<Frog>.keyedArchive.decode(stored).name == "Bo")
      #expect(throws: DefaultsError.self) { try DefaultsBridge<Frog>.keyedArchive.decode("Bo") }
    }
  #endif

  @Test func optional() throws {
    let bridge = DefaultsBridge<Side>.rawValue.optional
    #expect(try bridge.encode(nil) == nil)
    #expect(try bridge.encode(.left) == "left")
    #expect(try bridge.decode("left") == .left)
    #expect(throws: DefaultsError.self) { try bridge.decode("up") }
  }

  @Test func serializableReadsForeignFormats() throws {
    #expect(try DefaultsBridge<Mood>.serializable.decode(#""good""#) == .good)
    #expect(try DefaultsBridge<Mood?>.serializable.encode(nil) == nil)
  }

  @Test func oneOfAUsersOwn() throws {
    let hexadecimal = DefaultsBridge<Int> {
      .string(String($0, radix: 16))
    } decode: {
      let text = try String.value(fromPropertyList: $0)
      guard let value = Int(text, radix: 16) else { throw DefaultsError.typeMismatch(expected: "hex", found: $0) }
      return value
    }
    #expect(try hexadecimal.encode(255) == "ff")
    #expect(try hexadecimal.decode("ff") == 255)
  }
}
