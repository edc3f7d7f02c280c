import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What each reader may count on while other threads read, write and remove at random: every value is whole, none is older
/// than a write that had ended before the read, and none is newer than all writes that have begun.
///
/// A failure gives the seed. It repeats what each thread does, but not how the threads take turns.
@Suite struct CacheModelTests {
  struct Profile: Codable, DefaultsSerializable {
    var name: String
    var numbers: [Int]
  }

  @Test(.timeLimit(.minutes(60 * faultRounds)), arguments: StoreKind.allCases)
  func everyReaderGetsWhatItMayCountOn(_ kind: StoreKind) throws {
    for seed in 1...UInt64(2 * faultRounds) {
      try kind.with { store in
        let settings = settings(in: store)
        // In half of the rounds the threads have met before, so that even a single processor reads all stripes.
        if seed.isMultiple(of: 2) { for setting in settings { setting.makeStripes() } }
        // More threads than stripes.
        onNewThreads(6) { thread in
          ThreadState.current.pointee.stripe = thread % KeySlot.stripeCount
          var generator = SeededGenerator(seed << 8 | UInt64(thread))
          // Not more in one process, because the runtime of the thread sanitizer crashes after some more lockings.
          for _ in 0..<(kind.rewritesEverything ? 5 : 20) {
            guard let setting = settings.randomElement(using: &generator) else { return }
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: setting.write()
            case 1: try? store.set(.integer(Int64(thread)), forKey: "unrelated")
            default: for _ in 0..<10 { setting.read() }
            }
          }
        }
        #expect(settings.compactMap(\.failure) == [], "seed \(seed)")
      }
    }
  }

  private func settings(in store: any DefaultsStore) -> [ModelSetting] {
    [
      ModelSetting("word", store) {
        $0
      } number: {
        $0
      },
      ModelSetting("short", store) {
        "\($0)"
      } number: {
        Int($0)
      },
      ModelSetting("text", store, of: Self.text, number: Self.number),
      // Too large for a copy in each stripe.
      ModelSetting("large", store) {
        String(repeating: "-", count: 140_000) + "\($0)"
      } number: {
        Int(Substring($0.utf8.dropFirst(140_000)))
      },
      ModelSetting("texts", store) {
        [Self.text($0), Self.text($0)]
      } number: { texts in
        texts.count == 2 && texts[0] == texts[1] ? Self.number(texts[0]) : nil
      },
      ModelSetting("profile", store) {
        Profile(name: Self.text($0), numbers: [$0, $0])
      } number: {
        let number = Self.number($0.name)
        return $0.numbers.map(Optional.some) == [number, number] ? number : nil
      },
    ]
  }

  /// A text that has a number ten times.
  private static func text(_ number: Int) -> String { Array(repeating: "\(number)", count: 10).joined(separator: " ") }

  /// The number of such a text, or `nil` if it is not whole.
  private static func number(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    return parts.count == 10 && parts.allSatisfy { $0 == parts[0] } ? Int(parts[0]) : nil
  }
}

/// A setting whose values are 1, 2, 3 and so on, with a removal in place of each seventh.
private final class ModelSetting: Sendable {
  struct Numbers {
    /// The number of the last write that has begun, and of the last one that has ended.
    var (begun, ended) = (0, 0)
    var failure: String?
  }

  private let numbers = Lockbox(Numbers())
  private let isWriting = NSLock()
  private let set: @Sendable (Int?) -> Void
  /// Returns the number of the value, 0 if there is none, and `nil` for a value that is not whole.
  private let get: @Sendable () -> Int?
  let makeStripes: @Sendable () -> Void

  init<Value: DefaultsSerializable>(
    _ name: String,
    _ store: any DefaultsStore,
    of value: @escaping @Sendable (Int) -> Value,
    number: @escaping @Sendable (Value) -> Int?
  ) {
    let key = DefaultsKey<Value?>(name, store: store)
    set = { key.value = $0.map(value) }
    get = { key.value.map(number) ?? 0 }
    makeStripes = { key.makeStripes() }
  }

  var failure: String? { numbers.value.failure }

  func write() {
    isWriting.withLock {
      let number = numbers.value.begun + 1
      numbers.change { $0.begun = number }
      set(number.isMultiple(of: 7) ? nil : number)
      numbers.change { $0.ended = number }
    }
  }

  func read() {
    let least = numbers.value.ended
    let number = get()
    numbers.change { numbers in
      let possible = least...numbers.begun
      let isPossible =
        number == 0 ? possible.contains { $0.isMultiple(of: 7) } : number.map(possible.contains) ?? false
      if !isPossible { numbers.failure = "read \(number.map(String.init) ?? "a part") of \(possible)" }
    }
  }
}
