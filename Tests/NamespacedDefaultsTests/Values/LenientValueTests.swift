import Foundation
import Testing

@testable import NamespacedDefaults

/// Types that decode whatever is there, and so would lose in silence what a decoder cannot read.
@Suite struct LenientValueTests {
  typealias Visit = LenientShapes.Visit

  static let visit = Visit(
    last: Date(timeIntervalSinceReferenceDate: 1),
    link: URL(string: "https://a.example/b")!,
    icon: Data([1, 2, 3]),
    price: Decimal(string: "0.1")!,
    scale: 0.1,
    flags: [true],
    note: "n"
  )

  private static var forms: [String: PropertyListValue] {
    get throws {
      let own: [String: PropertyListValue] = [
        "last": 1, "link": "https://a.example/b", "icon": "AQID", "price": 0.1, "scale": 0.1, "flags": [true],
        "note": "n",
      ]
      let written: PropertyListValue = .dictionary(
        own.merging([
          "last": .date(visit.last), "link": ["relative": "b", "base": ["relative": "https://a.example/"]],
          "icon": .data(visit.icon), "price": "0.1",
        ]) { $1 }
      )
      let iso: PropertyListValue = .dictionary(own.merging(["last": "2001-01-01T01:00:01+01:00"]) { $1 })
      let json = try encodeJSON(visit)
      let text = String(decoding: json, as: UTF8.self)
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .xml
      return [
        "as JSON has it": .dictionary(own), "as property lists have it": written, "with ISO 8601": iso,
        "of a property list encoder": try encodePropertyList(visit).root, "JSON": .data(json),
        "JSON text": .string(text),
        "binary property list": .data(try encodePropertyList(visit).data), "XML": .data(try encoder.encode(visit)),
        "wrapper": ["value": written], "wrapper in JSON": .string("{ \"value\" : \(text)}"),
      ]
    }
  }

  @Test func everyMemberIsTakenAsWhatItIs() throws {
    for (name, form) in try Self.forms {
      let value = try decodeStored(Visit.self, from: form)
      #expect(value.last == Self.visit.last, "\(name)")
      #expect(value.link.absoluteString == "https://a.example/b", "\(name)")
      #expect(value.icon == Data([1, 2, 3]), "\(name)")
      #expect(value.price == Decimal(string: "0.1"), "\(name)")
      #expect(value.scale == 0.1, "\(name)")
      #expect(value.flags == [true], "\(name)")
      #expect(value.note == "n", "\(name)")
    }
  }

  @Test(arguments: [
    #"{"when":{"date":"2001-01-01T00:00:01Z"},"list":[1.5,"x",true],"owner":"o"}"#,
    #"{"value":{"list":[1.5,"x",true],"owner":"o","when":{"date":1}}}"#,
  ])
  func wrappersAndEnumsThatTryLoseNothing(json: String) throws {
    let tree = try JSONReader.value(of: Data(json.utf8))
    let value = try decodeStored(LenientShapes.Swallowing.self, from: tree)
    #expect(value.when == LenientShapes.Moment(date: Date(timeIntervalSinceReferenceDate: 1)))
    #expect(value.list == [.number(1.5), .text("x"), .flag(true)])
    #expect(value.owner == "o")
  }

  @Test func aLossyArraySkipsWhatItCannotReadAndNothingElse() throws {
    let value = try decodeStored(LenientShapes.Lossy.self, from: ["numbers": [1, "x", 2.0, 2.5, .date(.now), 3]])
    #expect(value.numbers == [1, 2, 3])
  }

  @Test func aTextThatIsADateInTheFileIsStillAText() throws {
    struct Note: Codable, DefaultsSerializable { var text: String }
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    #expect(try decodeStored(Note.self, from: ["text": .date(date)]).text == "2001-01-01T00:00:00.5Z")
  }

  @Test func membersThatMayBeMissingAreFoundInAWrapper() throws {
    struct Options: Codable, Equatable, DefaultsSerializable { var name: String?, size: Int? }
    #expect(try decodeStored(Options.self, from: ["value": ["name": "a"]]) == Options(name: "a", size: nil))
    #expect(try decodeStored(Options.self, from: #"{"value":{"size":1}}"#) == Options(name: nil, size: 1))
    #expect(try decodeStored(Options.self, from: ["value": ["old": 1], "size": 2]) == Options(name: nil, size: 2))
    #expect(try decodeStored(Options.self, from: ["value": ["old": 1]]) == Options())
    #expect(try decodeStored(Options.self, from: [:]) == Options())
  }

  @Test func nullIsNilInWhatAPropertyListEncoderMade() throws {
    struct Slots: Codable, Equatable { var slots: [Int?] }
    let form = try encodePropertyList(Slots(slots: [1, nil])).root
    #expect(form == ["slots": [1, "$null"]])
    #expect(try DefaultsBridge<Slots>.dictionary.decode(form) == Slots(slots: [1, nil]))
  }

  struct Numbers: Codable, Equatable, DefaultsSerializable {
    var byte: UInt8 = 0
    var int = 0
    var big: UInt64 = 0
    var double = 0.0
    var float: Float = 0
  }

  @Test(
    arguments: [
      ["byte": 256], ["byte": -1], ["byte": 1.5], ["int": .unsignedInteger(1 << 63)], ["int": 0x1p63], ["big": -1],
      ["big": 0x1p64], ["double": .integer(1 << 53 + 1)], ["float": 16_777_217], ["float": 1e300], ["float": 1e-300],
      ["int": "1"], ["int": true], ["double": "1"], ["double": false],
    ] as [[String: PropertyListValue]]
  )
  func aNumberAtTheEdgeOfItsTypeIsAMismatch(member: [String: PropertyListValue]) throws {
    let whole: [String: PropertyListValue] = [
      "byte": 255, "int": -1.0, "big": .unsignedInteger(.max), "double": 7, "float": 0.1,
    ]
    #expect(
      try decodeStored(Numbers.self, from: .dictionary(whole))
        == Numbers(byte: 255, int: -1, big: .max, double: 7, float: 0.1)
    )
    let name = try #require(member.keys.first)
    let error = #expect(throws: DefaultsError.self) {
      try decodeStored(Numbers.self, from: .dictionary(whole.merging(member) { $1 }))
    }
    #expect(error?.message.contains(" at \(name), found ") == true)
  }

  @Test func anErrorNamesThePlaceInsideOfTheValue() {
    struct Item: Codable { var link: URL }
    struct List: Codable, DefaultsSerializable { var items: [Item] }
    #expect(
      throws: DefaultsError(
        .typeMismatch,
        "takes an object (Item) at items[1], found an integer"
      )
    ) {
      try decodeStored(List.self, from: ["items": [["link": "https://a.example"], 5]])
    }
    #expect(throws: DefaultsError(.typeMismatch, "lacks link at items[0]")) {
      try decodeStored(List.self, from: ["items": [["url": "https://a.example"]]])
    }
  }
}

enum LenientShapes {
  struct Visit: Codable, Equatable, DefaultsSerializable {
    var last: Date
    var link: URL
    var icon: Data
    var price: Decimal
    var scale: Float
    var flags: [Bool]
    var note: String
  }

  struct Moment: Codable, Equatable { var date: Date }

  /// A value that is whatever can be read first.
  enum Item: Codable, Equatable {
    case flag(Bool), number(Double), text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let flag): try container.encode(flag)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  /// A wrapper that swallows the errors of what it wraps.
  @propertyWrapper struct OrNil<Wrapped: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Wrapped?

    init(wrappedValue: Wrapped?) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) { wrappedValue = try? Wrapped(from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
  }

  struct Swallowing: Codable, DefaultsSerializable {
    @OrNil var when: Moment?
    @OrNil var list: [Item]?
    @OrNil var owner: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _when = (try? container.decode(OrNil.self, forKey: .when)) ?? OrNil(wrappedValue: nil)
      _list = (try? container.decode(OrNil.self, forKey: .list)) ?? OrNil(wrappedValue: nil)
      _owner = (try? container.decode(OrNil.self, forKey: .owner)) ?? OrNil(wrappedValue: nil)
    }
  }

  /// A list of the elements that can be read.
  struct Lossy: Codable, DefaultsSerializable {
    private struct Skipped: Codable {}

    var numbers: [Int] = []

    init(from decoder: any Decoder) throws {
      var elements = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .numbers)
      while !elements.isAtEnd {
        if let number = try? elements.decode(Int.self) {
          numbers.append(number)
        } else {
          _ = try elements.decode(Skipped.self)
        }
      }
    }
  }
}

extension LenientShapes.Visit {
  /// Decodes as types do that survive new and damaged members.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    last = (try? container.decode(Date.self, forKey: .last)) ?? .distantPast
    link = (try? container.decode(URL.self, forKey: .link)) ?? URL(filePath: "/")
    icon = (try? container.decodeIfPresent(Data.self, forKey: .icon)) ?? Data()
    price = (try? container.decode(Decimal.self, forKey: .price)) ?? 0
    scale = (try? container.decode(Float.self, forKey: .scale)) ?? 1
    flags = (try? container.decode([Bool].self, forKey: .flags)) ?? []
    note = (try? container.decode(String.self, forKey: .note)) ?? ""
  }
}
