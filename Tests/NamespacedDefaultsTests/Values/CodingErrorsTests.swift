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
    (#"{"kind":"secret","width":1}"#, "a string of 27 bytes, with an invalid value at kind"),
    (["kind": "secret", "width": 1], "a dictionary of 2 members, with an invalid value at kind"),
    (#"{"kind":7,"width":1}"#, "a string of 20 bytes, with no String at kind"),
    (#"{"kind":null,"width":1}"#, "a string of 23 bytes, with null at kind"),
    (#"{"width":1}"#, "a string of 11 bytes, without kind"),
    (#"{"kind":"home","code":777,"width":1}"#, "a string of 36 bytes"),
    (#"{"kind":"home","owners":[{"name":""},{}]}"#, "a string of 41 bytes, without owners[1].name"),
    (["kind": "home", "owners": [["name": ""], [:]]], "a dictionary of 2 members, without owners[1].name"),
    (
      #"{"kind":"home","guests":{"secret":"work","9":"secret"}}"#,
      "a string of 55 bytes, with an invalid value at guests.*"
    ),
    (["kind": "home", "guests": ["777": "secret"]], "a dictionary of 2 members, with an invalid value at guests.*"),
    ("secret", "a string of 6 bytes"),
    (.data(Data("[]".utf8)), "data of 2 bytes"),
    (777, "an integer"),
  ]

  @Test(arguments: refused.indices)
  func anErrorOfAStoredValueSaysWhereItIsWrongAndNotWhatIsThere(index: Int) {
    let (stored, message) = Self.refused[index]
    #expect(throws: DefaultsError(.typeMismatch, "takes Door, found \(message)")) {
      try Door.value(fromPropertyList: stored)
    }
  }

  @Test func anErrorOfAValueThatCannotBeStoredSaysWhereItIsWrongAndNotWhatIsThere() {
    #expect(throws: DefaultsError.notEncodable(type: "Door", reason: "its width is no finite number")) {
      try Door(width: .nan).propertyListValue()
    }
    #expect(throws: DefaultsError.notEncodable(type: "Dictionary<String, Double>", reason: "its * is no finite number"))
    {
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

  @Test func anErrorOfTheTypeItselfIsThrownAsItIs() {
    #expect(throws: Strict.Unwanted.self) { try Strict.value(fromPropertyList: "{}") }
  }

  struct Strict: Codable, DefaultsSerializable {
    struct Unwanted: Error {}

    init(from decoder: any Decoder) throws { throw Unwanted() }
  }

  @Test func noMessageQuotesARawValueInsideAStoredValue() throws {
    let store = InMemoryStore()
    try store.set(["kind": "secret", "width": 1], forKey: "door")
    let reported = problems { Defaults.withStore(store) { _ = Defaults[DefaultsKey("door", defaultValue: Door())] } }
    #expect(
      reported.map(\.description) == [
        """
        undecodableValue for "door": takes Door, found a dictionary of 2 members, with an invalid value at kind; the \
        default is used, the stored value stays
        """
      ]
    )
  }
}
