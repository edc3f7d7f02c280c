import Foundation
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// Raw-representable Codable types that accept every raw value, and what other libraries store for them.
@Suite struct AmbiguousRawValueTests {
  struct ID: RawRepresentable, Codable, Hashable, DefaultsSerializable {
    var rawValue: String
  }

  /// A type whose Codable form is not its raw value.
  struct Tag: RawRepresentable, Codable, Hashable, DefaultsSerializable {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    init(from decoder: any Decoder) throws {
      rawValue = try decoder.container(keyedBy: Name.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(rawValue, forKey: .name)
      try container.encode(1, forKey: .version)
    }
    enum Name: CodingKey { case name, version }
  }

  struct Token: RawRepresentable, Codable, Equatable, DefaultsSerializable {
    var rawValue: Data
  }

  let id = DefaultsKey<ID?>("id", store: InMemoryStore())
  let ids = DefaultsKey<[ID]>("ids", defaultValue: [], store: InMemoryStore())

  private func store<Value>(_ form: PropertyListValue, under key: DefaultsKey<Value>) throws {
    try key.store.set(form, forKey: key.name)
  }

  @Test func jsonOfAnotherLibraryIsNotTakenForTheRawValue() throws {
    try store(#""abc""#, under: id)
    #expect(id.value == ID(rawValue: "abc"))
    id.value = id.value
    #expect(try id.store.value(forKey: "id") == "abc")
  }

  @Test func aReadThatMayThrowReportsItToo() throws {
    try store(#""abc""#, under: id)
    let problems = try problems {
      let value = try id.read()
      #expect(value == ID(rawValue: "abc"))
    }
    #expect(problems.map(\.kind) == [.ambiguousValue])
  }

  @Test func aFormThatIsOnlyDecodedIsNotReportedForTheNextKey() throws {
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: InMemoryStore(["count": 1]))
    let problems = try problems {
      _ = try id.decode(#""abc""#)
      #expect(count.value == 1)
    }
    #expect(problems.map(\.kind) == [])
  }

  @Test func noMoreIsItInArraysAndDictionaries() throws {
    try store([#""a""#, #""b\/c""#], under: ids)
    #expect(ids.value == [ID(rawValue: "a"), ID(rawValue: "b/c")])
    #expect(try decodeStored([String: ID].self, from: ["x": #""a""#]) == ["x": ID(rawValue: "a")])
    #expect(try decodeStored(Set<ID>.self, from: [#""a""#]) == [ID(rawValue: "a")])
  }

  @Test func theFormOfTheTypeDecides() throws {
    #expect(try decodeStored(Tag.self, from: #"{"name":"a","version":1}"#) == Tag(rawValue: "a"))
    #expect(try decodeStored(Tag.self, from: #"{ "version": 1, "name": "a" }"#) == Tag(rawValue: "a"))
    #expect(try decodeStored(Tag.self, from: #"{"name":"a"}"#) == Tag(rawValue: #"{"name":"a"}"#))
    #expect(try decodeStored(Tag.self, from: #""a""#) == Tag(rawValue: #""a""#))
    #expect(try decodeStored(ID.self, from: #"{"name":"a"}"#) == ID(rawValue: #"{"name":"a"}"#))
    #expect(try decodeStored(ID.self, from: #""a"#) == ID(rawValue: #""a"#))
    #expect(try decodeStored(ID.self, from: "12") == ID(rawValue: "12"))
    let json = PropertyListValue.data(Data(#"{"rawValue":"AQID"}"#.utf8))
    #expect(try decodeStored(Token.self, from: json) == Token(rawValue: Data([1, 2, 3])))
    #expect(try decodeStored(Token.self, from: .data(Data(#""AQID""#.utf8))) == Token(rawValue: Data(#""AQID""#.utf8)))
    #expect(try decodeStored(Token.self, from: .data(Data([1, 2, 3]))) == Token(rawValue: Data([1, 2, 3])))
  }

  @Test(arguments: ["abc", #""abc""#, #"{"name":"a","version":1}"#, #"{"rawValue":"AQID"}"#, "12", "-", "true", "[1]"])
  func everyRawValueComesBack(_ text: String) throws {
    let values = [ID(rawValue: text)]
    #expect(try decodeStored([ID].self, from: #require(try values.propertyListValue())) == values)
    let tag = Tag(rawValue: text)
    #expect(try decodeStored(Tag.self, from: #require(try tag.propertyListValue())) == tag)
    let token = Token(rawValue: Data(text.utf8))
    #expect(try decodeStored(Token.self, from: #require(try token.propertyListValue())) == token)
    let dictionary = [ID(rawValue: text): 1]
    #expect(try decodeStored([ID: Int].self, from: #require(try dictionary.propertyListValue())) == dictionary)
  }

  @Test func onlyARawValueThatIsJSONTooIsStoredAsJSON() throws {
    #expect(try ID(rawValue: "abc").propertyListValue() == "abc")
    #expect(try ID(rawValue: #""abc""#).propertyListValue() == .data(Data(#""\"abc\"""#.utf8)))
    #expect(try Tag(rawValue: #""abc""#).propertyListValue() == #""abc""#)
    #expect(try [ID(rawValue: #""abc""#): 1].propertyListValue() == [#""abc""#: 1])
  }

  @Test func twoReadingsAreReportedOnce() throws {
    let reported = try problems {
      try store(#""abc""#, under: id)
      _ = id.value
      _ = id.bound(to: id.store).value
      id.value?.rawValue += "d"
      _ = try id.read()
      try store([#""abc""#, "x"], under: ids)
      _ = ids.value
    }
    #expect(
      reported.map(\.description) == [
        """
        ambiguousValue for "id": a string of 5 bytes is a raw value of ID, and JSON of another one, which was read; \
        a write or a migration makes it unambiguous
        """,
        """
        ambiguousValue for "ids": a string of 5 bytes is a raw value of ID, and JSON of another one, which was read; \
        a write or a migration makes it unambiguous
        """,
      ]
    )
  }

  @Test func oneReadingIsNotReported() throws {
    let reported = try problems {
      for form: PropertyListValue in ["abc", "12", .data(Data(#""abc""#.utf8))] {
        try store(form, under: id)
        _ = id.value
      }
      let mood = DefaultsKey<Mood>("mood", defaultValue: .bad, store: id.store)
      try store(#""good""#, under: mood)
      #expect(mood.value == .good)
    }
    #expect(reported.map(\.kind) == [])
  }

  @Test func aBridgeSettlesIt() throws {
    let reported = try problems {
      try store(#""abc""#, under: id)
      let raw = DefaultsKey<ID?>("id", bridge: .rawValue, store: id.store)
      #expect(raw.value == ID(rawValue: #""abc""#))
      raw.value = ID(rawValue: #""x""#)
      #expect(try id.store.value(forKey: "id") == #""x""#)
      let json = DefaultsKey<ID?>("id", bridge: .jsonString, store: id.store)
      #expect(json.value == ID(rawValue: "x"))
    }
    #expect(reported.map(\.kind) == [])
  }

  @Test func aMigrationStepSettlesIt() throws {
    try store(#""abc""#, under: id)
    let plan = try DefaultsAdapter(store: id.store).migrate([.reencode(id)])
    #expect(try id.store.value(forKey: "id") == "abc")
    #expect(plan.steps.map(\.id) == [#"reencode "id""#])
    try store(#""abc""#, under: id)
    let raw = DefaultsBridge<ID>.rawValue.optional
    try DefaultsAdapter(store: id.store).migrate([.reencode(id, reading: raw, id: "2")])
    #expect(try id.store.value(forKey: "id") == .data(Data(#""\"abc\"""#.utf8)))
    #expect(id.value == ID(rawValue: #""abc""#))
  }

  @Test func aStepLeavesWhatItCannotRead() throws {
    try store(7.5, under: ids)
    let reported = try problems { try DefaultsAdapter(store: ids.store).migrate([.reencode(ids)]) }
    #expect(reported.map(\.kind) == [.undecodableValue])
    #expect(try ids.store.value(forKey: "ids") == 7.5)
  }

  /// A type whose raw value is its own JSON, as `@AppStorage` asks for; a dictionary makes the order of that random.
  struct Columns: RawRepresentable, Codable, Equatable, DefaultsSerializable {
    var widths: [String: Int] = [:]
    var name = "n"

    init() {}
    init?(rawValue: String) {
      guard let value = try? JSONDecoder().decode(Self.self, from: Data(rawValue.utf8)) else { return nil }
      self = value
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      widths = try container.decode([String: Int].self, forKey: .widths)
      name = try container.decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(widths, forKey: .widths)
      try container.encode(name, forKey: .name)
    }
    enum CodingKeys: CodingKey { case widths, name }
    // That of raw-representable types compares the texts.
    static func == (left: Self, right: Self) -> Bool { left.widths == right.widths && left.name == right.name }

    var rawValue: String {
      let texts = widths.shuffled().map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
      let members = [#""name":"\#(name)""#, #""widths":{\#(texts)}"#].shuffled()
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test func aRawValueThatIsTheValuesOwnJSONIsOneValue() throws {
    let key = DefaultsKey("columns", defaultValue: Columns(), store: InMemoryStore())
    var columns = Columns()
    for index in 0..<8 { columns.widths["\(index)"] = index }
    var texts = 0
    let reported = try problems {
      for _ in 0..<50 {
        try store(.string(columns.rawValue), under: key)
        let read = try key.read()
        #expect(read == columns)
        key.value = columns
        if case .string? = try key.store.value(forKey: "columns") { texts += 1 }
      }
    }
    #expect(reported.map(\.kind) == [])
    #expect(texts == 50)
  }
}
