import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

/// A `Codable` that is one number, text or Boolean, and the notations of exports, in a JSON file.
struct JSONScalarTests {
  private func text<Value: DefaultsSerializable>(of value: Value) throws -> String {
    let directory = try JSONDirectory()
    try DefaultsKey<Value?>("n.a", store: try directory.store()).write(value)
    let text = try directory.text()
    return String(try #require(text.split(separator: "\"a\": ").last).prefix { $0 != "\n" })
  }

  private func read<Value: DefaultsSerializable>(_ json: String, as type: Value.Type) throws -> Value? {
    let directory = try JSONDirectory()
    try directory.write("{\"n\": {\"a\": \(json)}}")
    return try DefaultsKey<Value?>("n.a", store: try directory.store()).read()
  }

  /// Alone it would not be the data that were stored.
  @Test func aCodableThatIsOneValueIsMarked() throws {
    #expect(try text(of: WholeValue(value: 8080)) == #"{"$json": 8080}"#)
    #expect(try text(of: WholeValue(value: 0.5)) == #"{"$json": 0.5}"#)
    #expect(try text(of: WholeValue(value: true)) == #"{"$json": true}"#)
    #expect(try text(of: WholeValue(value: "info")) == #"{"$json": "info"}"#)
  }

  @Test(arguments: [1.2345678901234567e18, -0x1p63, 0x1p64]) func aLargeDoubleIsReadAgain(double: Double) throws {
    let directory = try JSONDirectory()
    let key = DefaultsKey<[Double]>("a", defaultValue: [], store: try directory.store())
    try key.write([double])
    #expect(try key.read() == [double])
  }

  @Test(arguments: [123_456_792, 1.2345679e18, 3e38] as [Float])
  func aLargeFloatOfACodableIsReadAgain(float: Float) throws {
    let directory = try JSONDirectory()
    let key = DefaultsKey<FloatMember?>("a", store: try directory.store())
    try key.write(FloatMember(float: float))
    #expect(try key.read() == FloatMember(float: float))
  }

  private struct FloatMember: Codable, Equatable, DefaultsSerializable {
    var float: Float
  }

  @Test func aPersonWritesItAsItIs() throws {
    #expect(try read("8080", as: WholeValue<Int>.self) == WholeValue(value: 8080))
    #expect(try read("3", as: WholeValue<Double>.self) == WholeValue(value: 3))
    #expect(try read("false", as: WholeValue<Bool>.self) == WholeValue(value: false))
    #expect(try read("\"info\"", as: WholeValue<String>.self) == WholeValue(value: "info"))
    #expect(try read("\"5\"", as: WholeValue<String>.self) == WholeValue(value: "5"))
    #expect(try read("\"5s\"", as: WholeValue<Duration>.self) == WholeValue(value: .seconds(5)))
  }

  @Test(arguments: [("1.10", "1.1"), ("2.0", "2"), ("true", "1"), ("\"1.10\"", "1.10")])
  func aTextWithoutQuotationMarksIsTheNumberOrTheBoolean(json: String, text: String) throws {
    #expect(try read(json, as: String.self) == text)
  }

  @Test func aValueOfAnotherKindIsAnError() {
    #expect(throws: DefaultsError.self) { try read("\"many\"", as: WholeValue<Int>.self) }
    #expect(throws: DefaultsError.self) { try read("1.5", as: WholeValue<Int>.self) }
    #expect(throws: DefaultsError.self) { try read("5", as: FormTrip.self) }
    #expect(throws: DefaultsError.self) { try read("\"text\"", as: FormTrip.self) }
  }

  @Test func dataThatAreANumberComeBack() throws {
    for json in ["5", "-1", "0.5", "true", "\"a\""] {
      let directory = try JSONDirectory()
      let key = DefaultsKey<Data?>("n.a", store: try directory.store())
      try key.write(Data(json.utf8))
      #expect(try key.read() == Data(json.utf8))
    }
  }

  @Test func aTextOfDigitsIsBase64WhereDataAreAskedFor() throws {
    #expect(try read("\"1234\"", as: Data.self) == Data(base64Encoded: "1234"))
    #expect(try read("\"true\"", as: Data.self) == Data(base64Encoded: "true"))
  }

  @Test func theNotationsOfExportsAreRead() throws {
    #expect(
      try read(#"{"$date": "2001-01-01T00:00:01.5Z"}"#, as: Date.self) == Date(timeIntervalSinceReferenceDate: 1.5)
    )
    #expect(try read(#"{"$date": "2.5"}"#, as: Date.self) == Date(timeIntervalSinceReferenceDate: 2.5))
    #expect(try read(#"{"$data": "AAE="}"#, as: Data.self) == Data([0, 1]))
    #expect(
      try read(#"{"$json": {"b": [1], "a": "2026-01-31T15:04:05Z"}}"#, as: Data.self)
        == Data(#"{"a":"2026-01-31T15:04:05Z","b":[1]}"#.utf8)
    )
    #expect(try read(#"{"$json": 5}"#, as: WholeValue<Int>.self) == WholeValue(value: 5))
    #expect(try read(#"{"$double": "inf"}"#, as: Double.self) == .infinity)
  }

  @Test func anExportIsReadAsTheSameValue() throws {
    let value = WholeValue(value: "info")
    let export = try encodedExport(of: value)
    #expect(try read(export, as: WholeValue<String>.self) == value)
  }

  private func encodedExport(of value: some DefaultsSerializable) throws -> String {
    let stored = try #require(try value.propertyListValue())
    return try stored.exactJSON
  }

  @Test func theRecordOfAStepStandsThereWhole() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    let names = ["NamespacedDefaults.migration.rename User.a", "NamespacedDefaults.migration.rename User.b.c"]
    for name in names { try store.set(true, forKey: name) }
    #expect(
      try directory.text() == """
        {
          "NamespacedDefaults.migration": {
            "rename User.a": true,
            "rename User.b.c": true
          }
        }

        """
    )
    #expect(try store.keys().sorted() == names)
  }
}
