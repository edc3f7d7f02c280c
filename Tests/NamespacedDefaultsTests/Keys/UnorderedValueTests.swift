import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Values that encode their elements in a random order.
@Suite struct UnorderedValueTests {
  enum Level: String, Codable { case low, middle, high }

  struct Filter: Codable, Hashable, DefaultsSerializable {
    var tags: Set<String>
    var counts: [Level: Int] = [:]
    var order: [Int] = []
  }

  /// One filter, with its elements in as many orders as come about.
  private var variants: [Filter] {
    (0..<50).map { round in
      var filter = Filter(tags: Set(minimumCapacity: round * 8))
      for tag in ["red", "green", "blue", "white"].shuffled() { filter.tags.insert(tag) }
      filter.counts = Dictionary(minimumCapacity: round * 8)
      for (level, count) in [(Level.low, 1), (.middle, 2), (.high, 3)].shuffled() { filter.counts[level] = count }
      return filter
    }
  }

  private func announcements(of body: (any DefaultsStore) -> Void) -> Int {
    let store = InMemoryStore()
    let count = Lockbox(0)
    let observation = store.observe { _ in count.change { $0 += 1 } }
    body(store)
    observation.cancel()
    return count.value
  }

  @Test func anEqualValueInAnotherOrderIsNoChange() throws {
    let variants = variants
    #expect(Set(try variants.map { try JSONEncoder().encode($0.tags) }).count > 1)
    #expect(
      announcements { store in
        let key = DefaultsKey<Filter?>("filter", store: store)
        let text = DefaultsKey("text", defaultValue: variants[0], bridge: .jsonString, store: store)
        let list = DefaultsKey<[String: [Filter]]>("list", defaultValue: [:], store: store)
        for variant in variants {
          key.value = variant
          key.value?.tags = variant.tags
          try? text.write(variant)
          list.value = ["a": [variant]]
        }
      } == 3
    )
  }

  @Test func anOrderThatCountsIsAChange() {
    #expect(
      announcements { store in
        let key = DefaultsKey<Filter?>("filter", store: store)
        key.value = Filter(tags: ["a"], order: [1, 2])
        key.value = Filter(tags: ["a"], order: [2, 1])
        key.value = Filter(tags: ["a"], counts: [.low: 12, .high: 21])
        key.value = Filter(tags: ["a"], counts: [.low: 21, .high: 12])
      } == 4
    )
  }

  @Test func setsThatPrintAlikeAreAChange() {
    #expect(
      announcements { store in
        let key = DefaultsKey<Filter?>("filter", store: store)
        key.value = Filter(tags: ["a", "b,c"])
        key.value = Filter(tags: ["a,b", "c"])
        key.value = Filter(tags: ["a\",\"b", "c"])
        key.value = Filter(tags: ["a", "b\",\"c"])
      } == 4
    )
  }

  /// Such as a person with an identifier, who has got another name.
  @Test func aValueThatComparesOnlyAPartOfItselfIsStored() {
    struct Door: Codable, Equatable, DefaultsSerializable {
      var id = 1
      var code: String

      static func == (left: Door, right: Door) -> Bool { left.id == right.id }
    }
    let key = DefaultsKey<Door?>("door", store: InMemoryStore())
    key.value = Door(code: "1234")
    key.value = Door(code: "4321")
    #expect(key.value?.code == "4321")
  }

  /// A type that is not `Equatable`.
  private struct Anything: Codable, DefaultsSerializable {
    var tags: Set<String>
    var counts: [Level: Int]
    var byID: [UUID: [String: Set<Level>]]
    var groups: Set<Set<Int>>
    var named: [Name: Int] = [Name(text: "a"): 1, Name(text: "b"): 2]
    var rest: Rest

    struct Rest: Codable {
      var optional: Set<Double>?
      var pairs: [[Set<Level>]]
    }

    /// A key that is the name of a member.
    struct Name: Codable, Hashable, CodingKeyRepresentable {
      var text: String
      var codingKey: any CodingKey { text.codingKey }
      init(text: String) { self.text = text }
      init?<Key: CodingKey>(codingKey: Key) { text = codingKey.stringValue }
    }

    static let ids = (0..<4).map { UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789A\($0)")! }

    init(round: Int) {
      func set<Element: Hashable>(_ elements: [Element]) -> Set<Element> {
        var set = Set<Element>(minimumCapacity: round * 8)
        for element in elements.shuffled() { set.insert(element) }
        return set
      }
      func dictionary<Key: Hashable, Value>(_ pairs: [(Key, Value)]) -> [Key: Value] {
        var dictionary = [Key: Value](minimumCapacity: round * 8)
        for (key, value) in pairs.shuffled() { dictionary[key] = value }
        return dictionary
      }
      let levels = set([Level.low, .middle, .high])
      tags = set(["red", "green", "blue", "white"])
      counts = dictionary([(Level.low, 1), (.middle, 2), (.high, 3)])
      byID = dictionary(Self.ids.map { ($0, ["levels": levels]) })
      groups = set([set([1, 2, 3]), set([4, 5, 6]), set([7])])
      rest = Rest(optional: set([1, -0.5, 1e300]), pairs: [[levels], [levels, []]])
    }
  }

  /// A handler that writes back what it was given must come to an end.
  @Test func anEqualValueOfATypeThatCannotBeComparedIsNoChange() throws {
    #expect(Set(try (0..<50).map { try JSONEncoder().encode(Anything(round: $0)) }).count > 1)
    #expect(
      announcements { store in
        let keys = [
          DefaultsKey<Anything?>("own", store: store),
          DefaultsKey<Anything?>("text", bridge: .jsonString, store: store),
          DefaultsKey<Anything?>("members", bridge: .dictionary, store: store),
          DefaultsKey<Anything?>(
            "json",
            bridge: .json(encoder: JSONEncoder(), decoder: JSONDecoder()),
            store: store
          ),
        ]
        let sets = DefaultsKey<Set<Filter>>("sets", defaultValue: [], store: store)
        let variants = variants
        for round in 0..<50 {
          for key in keys { key.value = Anything(round: round) }
          sets.value = Set(variants.shuffled().prefix(1))
        }
      } == 5
    )
  }

  @Test func aSetIsEncodedInTheOrderOfTheJSONOfItsElements() throws {
    let filter = Filter(tags: ["c", "a", "b"], counts: [.middle: 1, .high: 2, .low: 3])
    #expect(
      try filter.propertyListValue()
        == .data(Data(#"{"counts":["high",2,"low",3,"middle",1],"order":[],"tags":["a","b","c"]}"#.utf8))
    )
    let value = Anything(round: 1)
    #expect(
      try JSONDecoder().decode(Anything.self, from: encodeJSON(value)).byID == value.byID
    )
  }

  /// What is in one order anyway keeps the bytes that `JSONEncoder` writes.
  @Test func allElseIsEncodedAsBefore() throws {
    func expectSame(_ value: some Encodable, _ encoder: JSONEncoder = .sortingKeys) throws {
      #expect(try encodeJSON(value, with: encoder) == encoder.encode(value))
    }
    for value: any Encodable in [
      1, 0.1, Float(0.1), "a/b", true, Data([1]), Date(timeIntervalSinceReferenceDate: 0.1),
      URL(string: "https://a.b/c"),
      Decimal(string: "0.12345678901234567890"), UUID(), [1, nil, 3], [[String]](), [String: Int](), Int?.none,
      ["b": [1: 2.5], "a": [3: 4]], ["a": Date.now], [1: "b", 0: "a"], 1..<3, Set([1]), [Level.low: 1],
      [Shape.circle(radius: 1), .point], Shapes.Kinds(), Shapes.Foreign(), Shapes.Flat(), Shapes.Route(),
      Shapes.Truck(wheels: 4, brand: "b", load: 1), Shapes.Box(), Shapes.Opinionated(),
      Shapes.Folder(folders: [.init()]),
    ] { try expectSame(value) }
    let encoder = JSONEncoder.sortingKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "i",
      negativeInfinity: "j",
      nan: "n"
    )
    try expectSame(["aB": Shapes.Foreign()], encoder)
    try expectSame(["aB": Date.now], encoder)
    try expectSame([Double.nan, .infinity], encoder)
  }

  /// The order of an array counts.
  @Test func anArrayInAnotherOrderIsAChange() throws {
    struct Tags: Codable, DefaultsSerializable {
      var names: [String]
    }
    #expect(
      announcements { store in
        let key = DefaultsKey<Tags?>("tags", store: store)
        key.value = Tags(names: ["a", "b"])
        key.value = Tags(names: ["b", "a"])
      } == 2
    )
  }
}
