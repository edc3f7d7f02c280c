import Foundation
import NamespacedDefaults
import Testing

/// Values that encode their elements in a random order.
@Suite struct UnorderedValueTests {
  enum Level: String, Codable { case low, middle, high }

  struct Filter: Codable, Equatable, DefaultsSerializable {
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

  /// Nothing says that the two are equal.
  @Test func aValueThatCannotBeComparedIsStored() throws {
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
