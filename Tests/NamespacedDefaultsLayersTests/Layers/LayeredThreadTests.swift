import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import TestSupport
import Testing

/// Several threads that use the same layers.
@Suite struct LayeredThreadTests {
  /// Runs bodies at the same time, each in a thread of its own.
  private func concurrently(_ bodies: [@Sendable () -> Void]) {
    DispatchQueue.concurrentPerform(iterations: bodies.count) { bodies[$0]() }
  }

  @Test func noInPlaceChangeIsLost() throws {
    let person = InMemoryStore()
    let store = LayeredStore([person, InMemoryStore(["n": 1000])])
    let count = DefaultsKey<Int>("n", defaultValue: 0, store: store)
    concurrently(
      (0..<4).map { index in
        { for _ in 0..<500 { if index.isMultiple(of: 2) { count.value += 1 } else { try? count.update { $0 += 1 } } } }
      }
    )
    #expect(person.value(forKey: "n") == 3000)
  }

  /// Stores over the same layers in other orders lock all of them, and a transaction of a layer locks one.
  @Test(.timeLimit(.minutes(60))) func noThreadWaitsForEver() throws {
    let (a, b, c) = (InMemoryStore(), InMemoryStore(), InMemoryStore())
    let stores = [LayeredStore([a, b, c]), LayeredStore([c, b, a]), LayeredStore([LayeredStore([b, c]), a])]
    concurrently(
      stores.map { store in
        {
          for index in 0..<500 {
            try? store.transaction {
              try store.set(.int(index), forKey: "x")
              _ = try store.value(forKey: "y")
            }
          }
        }
      } + [
        {
          for index in 0..<500 {
            try? a.transaction {
              try a.set(.int(index), forKey: "y")
              _ = try stores[0].value(forKey: "x")
            }
          }
        }
      ]
    )
    for store in stores { #expect(try store.value(forKey: "x") != nil) }
    #expect(a.value(forKey: "y") == 499)
  }

  /// Whoever writes the store has the write lock of the layer first.
  @Test(.timeLimit(.minutes(60))) func aTransactionOfALayerMayWriteTheStoreOverIt() throws {
    let person = InMemoryStore()
    let store = LayeredStore([person, InMemoryStore()])
    let failures = Lockbox<[String]>([])
    @Sendable func attempt(_ body: () throws -> Void) {
      do { try body() } catch { failures.change { $0.append("\(error)") } }
    }
    concurrently([
      { for index in 0..<2_000 { attempt { try store.transaction { try store.set(.int(index), forKey: "x") } } } },
      {
        for index in 0..<2_000 {
          attempt {
            try person.transaction {
              try person.set(.int(index), forKey: "y")
              try store.set(.int(index), forKey: "z")
            }
          }
        }
      },
    ])
    #expect(failures.value == [])
  }

  @Test func everyThreadsChangesAreTold() throws {
    let (person, machine) = (InMemoryStore(), InMemoryStore())
    let store = LayeredStore([person, machine])
    let last = Lockbox<[String: PropertyListValue?]>([:])
    let isChained = Lockbox(true)
    let observation = store.observe { change in
      last.change { last in
        if let known = last[change.key], known != change.oldValue { isChained.change { $0 = false } }
        last.updateValue(change.newValue, forKey: change.key)
      }
    }
    concurrently(
      ([person, machine, store] as [any DefaultsStore]).map { layer in
        { for index in 0..<500 { try? layer.set(index.isMultiple(of: 5) ? nil : .int(index), forKey: "x") } }
      }
    )
    // Another thread may still deliver what the last one has left to it.
    try store.set("end", forKey: "x")
    #expect(waitUntil { last.value["x"] == "end" })
    #expect(isChained.value)
    observation.cancel()
  }
}
