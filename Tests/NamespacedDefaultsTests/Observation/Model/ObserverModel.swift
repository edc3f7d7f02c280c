import Foundation
import NamespacedDefaults
import TestSupport

/// A store that several threads use, and what its observers may count on.
///
/// The keys "a", "b" and "c" get small values and are removed. "echo" gets the values of "a" from an observer. "p" and
/// "q" are written together. "n" only grows, and other processes may write it too.
final class ObserverModel: Sendable {
  static let names = ["a", "b", "c", "echo", "p", "q"]
  /// The last value of "n", "p" and "q"; none before it is as large.
  static let last = 1_000_000

  let store: any DefaultsStore
  /// The values that each key has had, in the order of their commits; "n" is not among them.
  private let histories = Lockbox<[String: [Int?]]>(Dictionary(uniqueKeysWithValues: names.map { ($0, [nil]) }))
  private let observers = Lockbox<[ModelObserver]>([])
  private let broken = Lockbox<[String]>([])
  /// Whether `track()` runs.
  let isTracking = Lockbox(true)
  /// The new value of the last call that an observer of "n" has got.
  let lastGrowth = Lockbox<Int?>(nil)

  init(_ store: any DefaultsStore) { self.store = store }

  var n: DefaultsKey<Int> { DefaultsKey("n", defaultValue: 0, store: store) }
  /// The rules that were found to be broken.
  var brokenRules: [String] { broken.value }

  func report(_ rule: String) { broken.change { $0.append(rule) } }

  func history(of name: String) -> [Int?] { histories.value[name] ?? [] }

  /// Changes keys, and records their values before another thread can change them.
  func change(_ names: [String], _ body: () throws -> Void) {
    do {
      try store.transaction {
        try body()
        for name in names {
          let value = try store.value(forKey: name).map { try Int.value(fromPropertyList: $0) }
          histories.change { if $0[name]?.last != value { $0[name]?.append(value) } }
        }
      }
    } catch {
      report("\(error)")
    }
  }

  func observe(_ name: String, initially: Bool, lifetime: Int? = nil) -> ModelObserver {
    let observer = ModelObserver(of: name, in: self, isCalledInitially: initially, lifetime: lifetime)
    observers.change { $0.append(observer) }
    return observer
  }

  func observer(at random: Int) -> ModelObserver? {
    let observers = observers.value
    return observers.isEmpty ? nil : observers[random % observers.count]
  }

  /// Copies "a" to "echo" as long as the observation is kept.
  func echo() -> DefaultsObservation {
    store.observe("a") { [self] change in
      self.change(["echo"]) { try store.set(change.newValue, forKey: "echo") }
    }
  }

  /// Writes the next value of "p" and "q".
  func writeNextPair() {
    change(["p", "q"]) {
      let next = (DefaultsKey<Int?>("p", store: store).value ?? 0) + 1
      try store.set(["p": .integer(Int64(next)), "q": .integer(Int64(next))])
    }
  }

  /// Gives each key its last value, waits until the observers have got it, and checks their calls.
  func finish() {
    let deadline = Date(timeIntervalSinceNow: 60)
    let wait = { (isWaiting: () -> Bool) in
      while isWaiting(), Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    }
    n.value = Self.last
    write(Self.last)
    for observer in observers.value {
      wait { !observer.isCancelled && observer.lastCall?.newValue != Self.last }
      observer.cancel()
    }
    // None of them is called for these.
    write(Self.last + 1)
    wait { isTracking.value }
    wait { lastGrowth.value != n.value }
    if lastGrowth.value != n.value { report("n: the last call has not the final value") }
    for observer in observers.value {
      guard let rule = observer.brokenRule(in: history(of: observer.name)) else { continue }
      report("an observer of \(observer.name): \(rule)")
    }
  }

  private func write(_ value: Int) {
    let value = PropertyListValue.integer(Int64(value))
    for name in ["a", "b", "c"] { change([name]) { try store.set(value, forKey: name) } }
    change(["p", "q"]) { try store.set(["p": value, "q": value]) }
  }
}
