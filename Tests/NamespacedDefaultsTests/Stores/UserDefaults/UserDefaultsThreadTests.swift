#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// Readers of a `UserDefaultsStore` while another thread writes it, at the moments that matter.
  @Suite struct UserDefaultsThreadTests {
    /// A `UserDefaults` that calls a closure after each write and before each read.
    final class InterruptedDefaults: UserDefaults {
      let afterWrite = Lockbox<@Sendable (String) -> Void>({ _ in })
      let beforeRead = Lockbox<@Sendable (String) -> Void>({ _ in })

      override func set(_ value: Any?, forKey name: String) {
        super.set(value, forKey: name)
        afterWrite.value(name)
      }

      override func object(forKey name: String) -> Any? {
        beforeRead.value(name)
        return super.object(forKey: name)
      }
    }

    struct Refusal: Error {}

    let suite: TemporarySuite
    let defaults: InterruptedDefaults
    let domain: UserDefaultsDomain
    let store: UserDefaultsStore

    init() throws {
      suite = try TemporarySuite()
      defaults = try #require(InterruptedDefaults(suiteName: suite.name))
      // As outside Apple platforms, where nobody is told of a write.
      domain = UserDefaultsDomain(defaults, name: suite.name, center: nil, notification: nil)
      store = UserDefaultsStore(domain: domain)
    }

    private func values() throws -> [PropertyListValue?] {
      try [store.value(forKey: "a"), store.value(forKey: "b")]
    }

    @Test func halfABatchIsNotSeen() throws {
      try store.set(["a": 1, "b": 1])
      let seen = Lockbox<[[PropertyListValue?]]>([])
      defaults.afterWrite.change { [store] in
        $0 = { _ in
          let values = ["a", "b"].map { try? store.value(forKey: $0) }
          seen.change { $0.append(values) }
        }
      }
      try store.set(["a": 2, "b": 2])
      #expect(seen.value == [[1, 1], [1, 1]])
      #expect(try values() == [2, 2])
    }

    @Test func aValueWhoseWriteFailsIsNotSeen() throws {
      try store.set(["a": 1])
      let changes = [
        DefaultsChange(key: "a", oldValue: 1, newValue: 2), DefaultsChange(key: "b", oldValue: nil, newValue: 2),
      ]
      #expect(throws: Refusal.self) {
        try domain.apply(changes) {
          #expect(try values() == [1, nil])
          #expect(try store.keys() == ["a"])
          throw Refusal()
        }
      }
      #expect(try values() == [1, nil])
      #expect(try store.keys() == ["a"])
    }

    @Test func aValueThatIsWrittenDuringAReadIsNotSeenBeforeItsTime() throws {
      try store.set(["a": 1])
      let (isWritten, isRead, isDone) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      defaults.afterWrite.change {
        $0 = { _ in
          isWritten.signal()
          isRead.wait()
        }
      }
      let isFirst = Lockbox(true)
      defaults.beforeRead.change { [domain] in
        $0 = { _ in
          guard isFirst.value else { return }
          isFirst.change { $0 = false }
          // This write has reached `UserDefaults` when the read does, and fails afterwards.
          Thread.detachNewThread {
            try? domain.apply([DefaultsChange(key: "a", oldValue: 1, newValue: 2)]) { throw Refusal() }
            isDone.signal()
          }
          isWritten.wait()
        }
      }
      #expect(try store.value(forKey: "a") == 1)
      defaults.afterWrite.change { $0 = { _ in } }
      isRead.signal()
      isDone.wait()
      #expect(try store.value(forKey: "a") == 1)
    }
  }

  /// What keys cache, of each kind of value, while other code writes.
  extension CachedReadTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 7)

    /// Two values of each kind.
    static let pairs: [(PropertyListValue, PropertyListValue)] = [
      (true, false), (1, 2), (0.5, 1.5), ("x", "y"), (.date(date), .date(date + 1)),
      (.data(Data([1])), .data(Data([2]))),
      ([1, "x"], [1, "y"]), (["a": 1], ["a": 2]), ([1], []), (["a": [1, 2]], ["a": [1, 3]]),
      (.unsignedInteger(.max), .unsignedInteger(.max - 1)),
    ]

    @Test(arguments: pairs)
    func aValueOfAnyKindIsComparedAtEachRead(_ first: PropertyListValue, _ second: PropertyListValue) {
      let key = DefaultsKey<PropertyListValue?>("a", store: suite.store)
      for value in [first, second, first] {
        raw.set(value.propertyList, forKey: "a")
        for _ in 0..<3 { #expect(key.value == value) }
      }
      raw.removeObject(forKey: "a")
      #expect(key.value == nil)
    }
  }
#endif
