import Foundation
import NamespacedDefaults
import Testing

/// Values that encode their elements in a random order.
@Suite struct UnorderedValueTests {
  enum Level: String, Codable { case low, middle, high }

  struct Filter: Codable, DefaultsSerializable {
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
}
