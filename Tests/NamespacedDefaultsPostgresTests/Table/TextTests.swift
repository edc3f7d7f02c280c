#if Postgres
  import Foundation
  import NamespacedDefaults
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// What is in the table, as an operator sees it.
  @Suite struct TextTests {
    static let texts: [(PropertyListValue, String)] = [
      (true, "true"), (8, "8"), (.integer(.min), "-9223372036854775808"),
      (.unsignedInteger(.max), "18446744073709551615"),
      (2.5, "2.5"), (.double(2), #"{"$double":"2.0"}"#), (.double(-0.0), #"{"$double":"-0.0"}"#),
      (.double(.infinity), #"{"$double":"inf"}"#), (.double(1e300), #"{"$double":"1e+300"}"#),
      ("a\u{0}\"é\\", #""a\u0000\"é\\""#),
      (.date(Date(timeIntervalSince1970: 0)), #"{"$date":"1970-01-01T00:00:00Z"}"#),
      (.data(Data([1, 2])), #"{"$data":"AQI="}"#), (.data(Data(#"{"a":1}"#.utf8)), #"{"$json":{"a":1}}"#),
      ([1, [2]], "[1,[2]]"), (["b": 1, "a": [:]], #"{"a":{},"b":1}"#),
      (["$data": "no"], #"{"$dictionary":["$data","no"]}"#),
      (["$dictionary": .double(1)], #"{"$dictionary":["$dictionary",{"$double":"1.0"}]}"#),
    ]

    @Test(arguments: texts)
    func aValueIsLegibleAndExact(_ value: PropertyListValue, _ text: String) throws {
      #expect(try value.exactJSON == text)
      #expect(try PropertyListValue(exactJSON: text) == value)
    }

    @Test func theKindOfANumberIsKept() throws {
      for value in [PropertyListValue.double(1), .integer(1), .double(0), .double(0x1p53), .unsignedInteger(1 << 63)] {
        let back = try PropertyListValue(exactJSON: value.exactJSON)
        #expect("\(back)" == "\(value)")
        #expect(back == value)
      }
    }

    @Test func valuesNestToABound() throws {
      let deep = (0..<128).reduce(PropertyListValue.double(1)) { value, _ in ["$data": value] }
      #expect(try PropertyListValue(exactJSON: deep.exactJSON) == deep)
      #expect(throws: DefaultsError.self) { try PropertyListValue.array([deep]).exactJSON }
    }

    @Test(arguments: [
      ("plain", "plain"), ("a\u{0}b", #"a\0b"#), (#"a\b"#, #"a\\b"#), ("\u{0}\\0", #"\0\\0"#), ("é\n", "é\n"),
    ])
    func aNameHasNoNUL(_ name: String, _ text: String) {
      #expect(name.withoutNUL == text)
      #expect(text.withNUL == name)
    }

    @Test func anArrayIsQuoted() {
      #expect(["a", nil, #"b"\,{"#].arrayText == #"{"a",NULL,"b\"\\,{"}"#)
      #expect([String?]().arrayText == "{}")
    }

    @Test func aChannelFitsTheServer() {
      #expect(channel(of: "fleet") != channel(of: "fleet2"))
      #expect(channel(of: String(repeating: "é", count: 1000)).utf8.count < 64)
    }
  }
#endif
