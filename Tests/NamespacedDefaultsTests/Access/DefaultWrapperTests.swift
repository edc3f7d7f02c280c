import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import TestSupport
import Testing

@Suite(.isolatedDefaults)
struct DefaultWrapperTests {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
  }

  struct Screen {
    @Default(\.theme) var theme
    @Default(.launchCount) var launchCount
    @Default(.lines) var lines
    @Default(Account.key(.isUserLoggedIn)) var isUserLoggedIn
  }

  final class Model {
    @Default(.launchCount, options: .observed) var launchCount
  }

  actor Counter {
    @Default(.launchCount) var launchCount
    func increment() { launchCount += 1 }
  }

  @Test func propertiesReadAndWriteTheSetting() {
    let screen = Screen()
    screen.theme = .dark
    screen.launchCount += 2
    screen.lines.append("2.0")
    screen.isUserLoggedIn.toggle()
    #expect(Defaults.theme == .dark)
    #expect(Defaults[.launchCount] == 2)
    #expect(Defaults[.lines] == ["1.0", "2.0"])
    #expect(Account.bool(forKey: .isUserLoggedIn))
    Defaults[.launchCount] = 9
    #expect(screen.launchCount == 9)
  }

  @Test func theProjectedValueIsTheKey() {
    let screen = Screen()
    screen.launchCount = 3
    #expect(screen.$launchCount.name == "launchCount")
    screen.$launchCount.remove()
    #expect(screen.launchCount == 0)
  }

  @Test func actorsMayHaveThem() async {
    let counter = Counter()
    await counter.increment()
    await counter.increment()
    #expect(Defaults[.launchCount] == 2)
  }

  @Test func localVariablesMayBeSettings() {
    @Default(.launchCount) var count
    count += 1
    #expect(Defaults[.launchCount] == 1)
  }

  @Test func aCachedCopyIsRenewedByTheProperty() {
    struct Reader {
      @Default(.launchCount, options: .cached) var count
    }
    let reader = Reader()
    #expect(reader.count == 0)
    Defaults[.launchCount] = 5
    #expect(reader.count == 0)
    reader.count += 1
    #expect(reader.count == 6, "an in-place change begins with what is stored")
    reader.count = 9
    #expect(reader.count == 9)
  }

  @Test(arguments: StoreKind.allCases)
  func aCachedCopyHasNothingOfATransactionThatIsUndone(_ kind: StoreKind) throws {
    try kind.with { _ in
      @Default(.launchCount, options: .cached) var count
      count = 1
      @Default(.launchCount, options: .cached) var other
      #expect(throws: CancellationError.self) {
        try Defaults.transaction {
          count = 2
          #expect(count == 2)
          #expect(other == 2)
          throw CancellationError()
        }
      }
      #expect(count == 1)
      #expect(other == 1)
    }
  }

  @Test func aCachedCopyIsRenewedWhenATransactionThatWritesItIsOver() throws {
    struct Reader: Sendable {
      @Default var count: Int
    }
    let store = InMemoryStore()
    let reader = Reader(count: Default(DefaultsKey("count", defaultValue: 0, store: store), options: .cached))
    try store.transaction {
      reader.count = 1
      let read = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(reader.count == 0)
        read.signal()
      }
      read.wait()
    }
    #expect(reader.count == 1)
  }

  @Test func anObservedCopyIsRenewedByEveryChange() {
    let model = Model()
    #expect(model.launchCount == 0)
    Defaults[.launchCount] = 5
    #expect(model.launchCount == 5)
    model.launchCount += 1
    #expect(model.launchCount == 6)
  }

  #if UserDefaults
    @Test func whatIsRegisteredRenewsAnObservedCopy() throws {
      try StoreKind.userDefaults.with { _ in
        let model = Model()
        #expect(model.launchCount == 0)
        Defaults.register(["launchCount": 4])
        #expect(model.launchCount == 4)
      }
    }
  #endif

  @Test(arguments: StoreKind.allCases, [DefaultOptions.cached, .observed])
  func aCopyIsOfOneStore(_ kind: StoreKind, _ options: DefaultOptions) throws {
    try kind.with { _ in
      @Default(.launchCount, options: options) var count
      Defaults[.launchCount] = 2
      #expect(count == 2)
      Defaults.withStore(InMemoryStore(["launchCount": 77])) { #expect(count == 77) }
      #expect(count == 2)
    }
  }

  @Test(arguments: StoreKind.allCases, [DefaultOptions.cached, .observed])
  func readingACopyIsTracked(_ kind: StoreKind, _ options: DefaultOptions) throws {
    try kind.with { _ in
      @Default(.launchCount, options: options) var count
      let fired = Lockbox(0)
      #expect(count == 0)
      withObservationTracking {
        _ = count
      } onChange: {
        fired.change { $0 += 1 }
      }
      Defaults[.launchCount] += 1
      #expect(fired.value == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whoReadsWhenTrackingFiresGetsARenewedCopy(_ kind: StoreKind) throws {
    try kind.with { store in
      @Default(DefaultsKeys.launchCount.bound(to: store), options: .observed) var count
      let seen = Lockbox(-1)
      #expect(count == 0)
      withObservationTracking {
        _ = count
      } onChange: { [count = _count] in
        let value = count.wrappedValue
        seen.change { $0 = value }
      }
      Defaults[.launchCount] = 5
      #expect(seen.value == 5)
    }
  }

  @Test func observedTakesPrecedenceOverCached() {
    @Default(.launchCount, options: [.cached, .observed]) var count
    #expect(count == 0)
    Defaults[.launchCount] = 5
    #expect(count == 5)
  }

  @Test func nothingKeepsAPropertyAlive() {
    weak var released: Model?
    do {
      let model = Model()
      #expect(model.launchCount == 0)
      released = model
    }
    #expect(released == nil)
  }
}
