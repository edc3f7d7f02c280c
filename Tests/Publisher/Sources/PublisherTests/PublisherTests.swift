import Combine
import NamespacedDefaults
import Publisher
import Testing

struct PublisherTests {
  private let store = InMemoryStore()
  private var key: DefaultsKey<Int> { DefaultsKey<Int>("count", defaultValue: 7, store: store) }

  @Test func itPublishesTheCurrentValueAndThenEachNewOne() {
    let key = key
    key.value = 1
    var values: [Int] = []
    let subscription = key.publisher.sink { values.append($0) }
    key.value = 2
    key.value += 1
    key.remove()
    #expect(values == [1, 2, 3, 7])
    subscription.cancel()
  }

  @Test func aValueThatIsWrittenAgainIsNotPublished() {
    let key = key
    var values: [Int] = []
    let subscription = key.publisher.sink { values.append($0) }
    key.value = 2
    key.value = 2
    #expect(values == [7, 2])
    subscription.cancel()
  }

  @Test func aCancelledSubscriptionObservesNothing() {
    let key = key
    var values: [Int] = []
    let subscription = key.publisher.sink { values.append($0) }
    subscription.cancel()
    key.value = 2
    #expect(values == [7])
  }

  @Test func eachSubscriberBeginsWithTheValueOfItsMoment() {
    let key = key
    let publisher = key.publisher
    key.value = 5
    var values: [Int] = []
    let first = publisher.sink { values.append($0) }
    key.value = 6
    let second = publisher.sink { values.append($0 * 10) }
    #expect(values == [5, 6, 60])
    first.cancel()
    key.value = 8
    #expect(values == [5, 6, 60, 80])
    second.cancel()
  }

  @Test func aSubscriptionEndsWithItsLastReference() {
    let key = key
    var values: [Int] = []
    do {
      let subscription = key.publisher.sink { values.append($0) }
      withExtendedLifetime(subscription) { key.value = 1 }
    }
    key.value = 2
    #expect(values == [7, 1])
  }
}
