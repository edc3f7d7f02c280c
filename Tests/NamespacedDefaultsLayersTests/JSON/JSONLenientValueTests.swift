import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

/// A value in a file, whatever form its members have there, of a type that does not insist on any of them.
@Suite struct JSONLenientValueTests {
  struct Visit: Codable, Equatable, DefaultsSerializable {
    var last: Date
    var link: URL
    var icon: Data
    var price: Decimal
    var scale: Float
    var note: String
  }

  static let visit = Visit(
    last: Date(timeIntervalSinceReferenceDate: 791_564_645),
    link: URL(string: "https://a.example/b")!,
    icon: Data([1, 2, 3]),
    price: Decimal(string: "0.1")!,
    scale: 0.1,
    note: "n"
  )
  static let none = Visit(last: .distantPast, link: URL(filePath: "/"), icon: Data(), price: 0, scale: 1, note: "")

  static let byHand = #"""
    {"app": {"visit": {
      "last": "2026-01-31T15:04:05Z", "link": "https://a.example/b", "icon": "AQID", "price": 0.1, "scale": 0.1,
      "note": "n"
    }}}
    """#

  private func expectNothingLost(in store: any DefaultsStore, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let key = DefaultsKey("app.visit", defaultValue: Self.none, store: store)
    var visit = Self.visit
    #expect(try key.read() == visit, sourceLocation: sourceLocation)
    for note in ["m", "n"] {
      key.value.note = note
      visit.note = note
      #expect(try key.read() == visit, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [false, true]) func whatAPersonWroteIsKeptByAnInPlaceChange(isLayered: Bool) throws {
    let directory = try JSONDirectory()
    try directory.write(Self.byHand)
    let file = try directory.store()
    try expectNothingLost(in: isLayered ? LayeredStore([Layer(InMemoryStore()), Layer(file)]) : file)
  }

  @Test(arguments: [false, true]) func whatTheProgramWroteIsKeptByAnInPlaceChange(isLayered: Bool) throws {
    let directory = try JSONDirectory()
    let file = try directory.store()
    let store: any DefaultsStore = isLayered ? LayeredStore([Layer(file)]) : file
    try DefaultsKey("app.visit", defaultValue: Self.none, store: store).write(Self.visit)
    try expectNothingLost(in: store)
    try DefaultsKey("app.visit", defaultValue: Self.none, bridge: .dictionary, store: store).write(Self.visit)
    try expectNothingLost(in: store)
  }
}

extension JSONLenientValueTests.Visit {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    last = (try? container.decode(Date.self, forKey: .last)) ?? .distantPast
    link = (try? container.decode(URL.self, forKey: .link)) ?? URL(filePath: "/")
    icon = (try? container.decode(Data.self, forKey: .icon)) ?? Data()
    price = (try? container.decode(Decimal.self, forKey: .price)) ?? 0
    scale = (try? container.decode(Float.self, forKey: .scale)) ?? 1
    note = (try? container.decode(String.self, forKey: .note)) ?? ""
  }
}
