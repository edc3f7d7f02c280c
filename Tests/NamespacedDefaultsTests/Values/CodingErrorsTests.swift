import Foundation
import NamespacedDefaults
import Testing

/// Errors of decoders and encoders quote what they refuse; those of the library do not.
@Suite struct CodingErrorsTests {
  enum Kind: String, Codable { case home, work }

  struct Door: Codable, DefaultsSerializable {
    var kind = Kind.home
    var code: Int8?
    var owners: [Owner]?
    var guests: [String: Kind]?
    var width = 1.0
  }

  struct Owner: Codable {
    var name: String
  }

  /// A stored form of a door, and what the error says about it.
  static let refused: [(stored: PropertyListValue, message: String)] = [
    (#"{"kind":"secret","width":1}"#, "takes Kind at kind, found a string of 6 bytes"),
    (["kind": "secret", "width": 1], "takes Kind at kind, found a string of 6 bytes"),
    (#"{"kind":7,"width":1}"#, "takes a text at kind, found an integer"),
    (#"{"kind":null,"width":1}"#, "takes a text at kind, found null"),
    (#"{"width":1}"#, "lacks kind"),
    (
      #"{"kind":"home","code":777,"width":1}"#,
      "takes a whole number from -128 to 127 at code, found an integer, which is not allowed"
    ),
    (
      ["kind": "home", "width": .integer(1 << 53 + 1)],
      "takes a number at width, found an integer, which is not allowed"
    ),
    (#"{"kind":"home","owners":[{"name":""},{}]}"#, "lacks name at owners[1]"),
    (["kind": "home", "owners": [["name": ""], [:]]], "lacks name at owners[1]"),
    (["kind": "home", "owners": [["name": ""], 7]], "takes an object (Owner) at owners[1], found an integer"),
    (["kind": "home", "owners": "secret"], "takes an array at owners, found a string of 6 bytes"),
    (
      #"{"kind":"home","guests":{"secret":"work","9":"secret"}}"#,
      "takes Kind in a member of guests, found a string of 6 bytes"
    ),
    (["kind": "home", "guests": ["777": "secret"]], "takes Kind in a member of guests, found a string of 6 bytes"),
    ("secret", "takes an object (Door), found a string of 6 bytes"),
    (.data(Data("[]".utf8)), "takes an object (Door), found data of 2 bytes"),
    (777, "takes an object (Door), found an integer"),
  ]

  @Test(arguments: refused.indices)
  func anErrorOfAStoredValueSaysWhereItIsWrongAndNotWhatIsThere(index: Int) {
    let (stored, message) = Self.refused[index]
    #expect(throws: DefaultsError(.typeMismatch, message)) {
      try Door.value(fromPropertyList: stored)
    }
  }

  @Test func anErrorOfAValueThatCannotBeStoredSaysWhereItIsWrongAndNotWhatIsThere() {
    #expect(throws: DefaultsError.notEncodable(type: "Door", reason: "its width is no finite number")) {
      try Door(width: .nan).propertyListValue()
    }
    #expect(
      throws: DefaultsError.notEncodable(type: "Dictionary<String, Double>", reason: "a member is no finite number")
    ) {
      try DefaultsBridge<[String: Double]>.jsonData.encode(["secret": .infinity])
    }
    #expect(throws: DefaultsError.notEncodable(type: "Refusing", reason: "the encoder refuses it")) {
      try DefaultsBridge<Refusing>.dictionary.encode(Refusing())
    }
  }

  /// A type that puts itself into the error.
  struct Refusing: Codable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(self, EncodingError.Context(codingPath: [], debugDescription: "secret"))
    }
  }

  /// A type that looks for a member whose name is in the value.
  struct Chosen: Codable, DefaultsSerializable {
    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      let name = try members.decode(String.self, forKey: Name(stringValue: "name"))
      _ = try members.decode(Int.self, forKey: Name(stringValue: name))
    }
  }

  @Test func aMemberThatIsLackedIsNotNamedIfItsNameIsData() {
    #expect(throws: DefaultsError(.typeMismatch, "lacks a member")) {
      try Chosen.value(fromPropertyList: ["name": "secret"])
    }
  }

  @Test func anErrorOfTheTypeItselfIsThrownAsItIs() {
    #expect(throws: Strict.Unwanted.self) { try Strict.value(fromPropertyList: "{}") }
  }

  struct Strict: Codable, DefaultsSerializable {
    struct Unwanted: Error {}

    init(from decoder: any Decoder) throws { throw Unwanted() }
  }

  @Test func aKeyQuotesAValueInsideAStoredValueUnlessItIsSecret() throws {
    let store = InMemoryStore()
    try store.set(["kind": "secret", "width": 1], forKey: "door")
    let key = DefaultsKey("door", defaultValue: Door())
    let reported = problems { Defaults.withStore(store) { _ = (Defaults[key], Defaults[key.secret()]) } }
    #expect(
      reported.map(\.description) == [
        #"undecodableValue for "door": takes Kind at kind, found "secret"; the default is used, the stored value stays"#,
        """
        undecodableValue for "door": takes Kind at kind, found a string of 6 bytes; the default is used, the stored value \
        stays
        """,
      ]
    )
  }
}
