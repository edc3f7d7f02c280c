import Foundation
import Testing

@testable import NamespacedDefaults

/// What other libraries left on disk, written as they write it.
@Suite struct ForeignFormatsTests {
  private func expect<Value: DefaultsSerializable & Equatable>(
    _ value: Value,
    from stored: PropertyListValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try decodeStored(Value.self, from: stored) == value, sourceLocation: sourceLocation)
    #expect(try decodeStored(Value?.self, from: stored) == value, sourceLocation: sourceLocation)
    #expect(try decodeStored([Value].self, from: [stored]) == [value], sourceLocation: sourceLocation)
    #expect(
      try decodeStored([String: Value].self, from: ["a": stored]) == ["a": value],
      sourceLocation: sourceLocation
    )
  }

  private func data(_ json: String) -> PropertyListValue { .data(Data(json.utf8)) }

  // MARK: URL

  @Test func urlAsAJSONString() throws {
    try expect(#require(URL(string: "https://a.b/c?d=e")), from: #""https:\/\/a.b\/c?d=e""#)
    try expect(#require(URL(string: "file:///tmp/a%20b/")), from: #""file:\/\/\/tmp\/a%20b\/""#)
  }

  @Test func urlAsAFilePath() throws {
    try expect(URL(filePath: "/tmp/a b.txt"), from: "/tmp/a b.txt")
    #expect(try decodeStored(URL.self, from: "/tmp/ä b/").absoluteString == "file:///tmp/%C3%A4%20b/")
    let home = FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
    let directory = home.hasSuffix("/") ? home : home + "/"
    #expect(
      try decodeStored(URL.self, from: "~/Documents/x.txt").path(percentEncoded: false)
        == directory + "Documents/x.txt"
    )
    #expect(try decodeStored(URL.self, from: "~").path(percentEncoded: false) == home)
  }

  @Test func urlAsAnArchive() throws {
    let url = try #require(NSURL(string: "https://a.b/c?d=e"))
    let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: false)
    try expect(#require(URL(string: "https://a.b/c?d=e")), from: .data(archive))
  }

  @Test func urlInABox() throws {
    try expect(#require(URL(string: "https://a.b")), from: data(#"{"value":"https:\/\/a.b"}"#))
  }

  // MARK: Raw values that are Codable

  @Test func rawValueAsJSON() throws {
    try expect(Mood.good, from: #""good""#)
    try expect(Mood.good, from: data(#""good""#))
    try expect(Mood.bad, from: data(#"{"value":"bad"}"#))
    try expect(Grade.tenth, from: "10")
    try expect(Grade.tenth, from: data("10"))
    try expect(Level.high, from: "10")
    try expect(Flags.top, from: data("128"))
    try expect([Mood.good, .bad], from: [#""good""#, #""bad""#])
    try expect([Mood.good, .bad], from: data(#"["good","bad"]"#))
  }

  // MARK: Codable

  @Test func codableAsAJSONText() throws {
    try expect(Profile(name: "Ann", age: 3), from: #"{"age":3,"name":"Ann"}"#)
    try expect(Shape.circle(radius: 2), from: #"{"circle":{"radius":2}}"#)
  }

  @Test func codableAsADictionary() throws {
    try expect(Profile(name: "Ann", age: 3), from: ["name": "Ann", "age": 3])
    try expect(Measurement(value: .infinity), from: ["value": .double(.infinity)])
  }

  struct Mixed: Codable, Equatable, DefaultsSerializable {
    var date: Date
    var data: Data
    var big: UInt64
    var flag: Bool
    var list: [Double]
  }

  @Test func everyKindInsideADictionary() throws {
    try expect(
      Mixed(date: Date(timeIntervalSinceReferenceDate: 0.5), data: Data([1]), big: .max, flag: true, list: [1.5, 2]),
      from: [
        "date": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "data": .data(Data([1])),
        "big": .unsignedInteger(.max), "flag": true, "list": [1.5, 2.0],
      ]
    )
  }

  @Test func codablesInArrays() throws {
    let profiles = [Profile(name: "Ann"), Profile(name: "Bob", age: 7)]
    try expect(profiles, from: [#"{"age":0,"name":"Ann"}"#, #"{"age":7,"name":"Bob"}"#])
    try expect(profiles, from: data(#"[{"age":0,"name":"Ann"},{"name":"Bob","age":7}]"#))
    try expect(profiles, from: #"[{"age":0,"name":"Ann"},{"name":"Bob","age":7}]"#)
    try expect(["x": profiles[0]], from: ["x": #"{"age":0,"name":"Ann"}"#])
    try expect(["x": profiles[0]], from: #"{"x":{"age":0,"name":"Ann"}}"#)
  }

  // MARK: One JSON for a whole array

  @Test func arraysAsOneJSON() throws {
    try expect(["a", "b"], from: data(#"["a","b"]"#))
    try expect([1, 2], from: data("[1,2]"))
    try expect([true, false], from: data("[true,false]"))
    try expect([0.5, 2], from: data("[0.5,2]"))
    try expect([Date(timeIntervalSinceReferenceDate: 1234.5)], from: data("[1234.5]"))
    try expect([Data([1, 2, 3])], from: data(#"["AQID"]"#))
    try expect([#require(URL(string: "https://a.b"))], from: data(#"["https:\/\/a.b"]"#))
    try expect(Set([1, 2]), from: data("[2,1]"))
    try expect(1...5, from: data("[1,5]"))
  }

  // MARK: Property lists

  @Test(arguments: [PropertyListDecoder.PropertyListFormat.binary, .xml])
  func whatAPropertyListEncoderMade(format: PropertyListDecoder.PropertyListFormat) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    func encoded(_ value: some Encodable) throws -> PropertyListValue { .data(try encoder.encode(value)) }
    let profiles = [Profile(name: "Ann", age: 3), Profile(name: "Bob")]
    try expect(profiles[0], from: encoded(profiles[0]))
    try expect(profiles, from: encoded(profiles))
    try expect(["x": profiles[0]], from: encoded(["x": profiles[0]]))
    try expect(["a", "<b>"], from: encoded(["a", "<b>"]))
    try expect(Set([1, 2]), from: encoded([2, 1]))
    try expect([1.5, .infinity], from: encoded([1.5, .infinity]))
    try expect([#require(URL(string: "https://a.b"))], from: encoded([URL(string: "https://a.b")]))
    try expect([Mood.good, .bad], from: encoded([Mood.good, .bad]))
    let mixed = Mixed(
      date: Date(timeIntervalSinceReferenceDate: 3),
      data: Data([1]),
      big: .max,
      flag: true,
      list: [1.5]
    )
    try expect(mixed, from: encoded(mixed))
    if format == .xml { try expect(mixed, from: .data([0xEF, 0xBB, 0xBF] + encoder.encode(mixed))) }
    try expect([mixed], from: encoded([mixed]))
    #expect(try decodeStored([Int?].self, from: encoded([1, nil])) == [1, nil])
    #expect(try DefaultsBridge<Profile>.jsonData.decode(encoded(profiles[0])) == profiles[0])
    #expect(try encoded(profiles[0]).decoded(as: Profile.self) == profiles[0])
  }

  @Test func aPropertyListThatIsNotSoundIsAMismatch() throws {
    let data = try PropertyListEncoder().encode(Profile(name: "Ann", age: 3))
    for count in 0..<data.count { expectMismatch(Profile.self, .data(data.prefix(count))) }
    let entities = #"<!DOCTYPE plist [<!ENTITY a "a">]><plist><array><string>&a;</string></array></plist>"#
    expectMismatch([String].self, .data(Data(entities.utf8)))
    let nested = String(repeating: "<array>", count: 100_000) + String(repeating: "</array>", count: 100_000)
    expectMismatch([String].self, .data(Data(nested.utf8)))
    #expect(throws: DefaultsError.typeMismatch(expected: "Profile", found: .data(Data("<plist/>".utf8)))) {
      try decodeStored(Profile.self, from: .data(Data("<plist/>".utf8)))
    }
  }

  // MARK: Boutique

  @Test func everythingInABox() throws {
    try expect(true, from: data(#"{"value":true}"#))
    try expect(42, from: data(#"{"value":42}"#))
    try expect(0.5, from: data(#"{"value":0.5}"#))
    try expect(Float(0.1), from: data(#"{"value":0.1}"#))
    try expect("text", from: data(#"{"value":"text"}"#))
    try expect(Date(timeIntervalSinceReferenceDate: 1234.5), from: data(#"{"value":1234.5}"#))
    try expect(["a"], from: data(#"{"value":["a"]}"#))
    try expect(["a": 1], from: data(#"{"value":{"a":1}}"#))
    try expect(Profile(name: "Ann", age: 3), from: data(#"{"value":{"age":3,"name":"Ann"}}"#))
    try expect(Measurement(value: 2), from: data(#"{"value":{"value":2}}"#))
    try expect(#require(Decimal(string: "0.1")), from: data(#"{"value":0.1}"#))
    try expect(
      #require(UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")),
      from: data(#"{"value":"C0FFEE00-1234-4ABC-8DEF-0123456789AB"}"#)
    )
  }

  @Test func anEmptyBoxIsNil() throws {
    #expect(try decodeStored(Int?.self, from: data(#"{"value":null}"#)) == .some(nil))
  }

  // MARK: What stays as it is

  @Test func textAndBytesAreNeverTakenForJSON() throws {
    #expect(try decodeStored(String.self, from: #"{"value":"x"}"#) == #"{"value":"x"}"#)
    #expect(try decodeStored(String.self, from: #""x""#) == #""x""#)
    #expect(try decodeStored([String].self, from: [#""x""#]) == [#""x""#])
    #expect(try decodeStored(Data.self, from: data(#"{"value":"AQID"}"#)) == Data(#"{"value":"AQID"}"#.utf8))
  }

  // MARK: Archives

  @Test func anArchivedURLIsReadWithItsBase() throws {
    let base = try #require(NSURL(string: "https://a.example/b/"))
    let url = try #require(NSURL(string: "c?d=e", relativeTo: base as URL))
    let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
    #expect(try decodeStored(URL.self, from: .data(archive)).absoluteString == "https://a.example/b/c?d=e")
  }
}
