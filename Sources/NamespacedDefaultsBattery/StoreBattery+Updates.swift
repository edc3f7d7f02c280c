import Dispatch
import NamespacedDefaults
import Synchronization

extension StoreBattery {
  static func checkThrowingUpdate(_ store: any DefaultsStore, _ expect: Expectations) throws {
    struct Refusal: Error {}
    try store.set(.integer(1), forKey: "a")
    expect(throws: Refusal.self) {
      try store.update("a") { value in
        expect(value, equals: .integer(1))
        value = .integer(2)
        throw Refusal()
      }
    }
    expect(try store.value(forKey: "a"), equals: .integer(1))
  }

  static func checkAtomicUpdates(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let (threads, updates) = (8, 40)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for _ in 0..<updates {
        expect(throws: Never.self) {
          try store.update("shared", increment)
          try store.update("own \(thread)", increment)
        }
      }
    }
    expect(try store.value(forKey: "shared"), equals: .integer(Int64(threads * updates)))
    for thread in 0..<threads {
      expect(try store.value(forKey: "own \(thread)"), equals: .integer(Int64(updates)))
    }
  }

  static func checkBatches(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(["a": .integer(0), "b": .integer(0)])
    // One failure, however many reads saw it.
    let partCount = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      expect(throws: Never.self) {
        for number in 1...200 {
          guard thread == 0 else {
            let (a, b) = try store.transaction { try (store.value(forKey: "a"), store.value(forKey: "b")) }
            if a != b { partCount.withLock { $0 += 1 } }
            continue
          }
          try store.set(["a": .integer(Int64(number)), "b": .integer(Int64(number))])
        }
      }
    }
    expect(partCount.withLock { $0 }, equals: 0, "reads that saw a part of a batch")
    expect(try store.value(forKey: "a"), equals: .integer(200))
    try store.set(["a": nil, "b": nil, "c": .bool(true)])
    expect(try store.keys(), equals: ["c"])
  }

  static func checkNesting(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(.integer(1), forKey: "a")
    let seen = try store.update("b") { value in
      value = .integer(2)
      try store.update("c") { $0 = try store.value(forKey: "a") }
      return try store.value(forKey: "b")
    }
    expect(seen, equals: nil, "a value is stored when the update's body has ended")
    expect(try store.value(forKey: "b"), equals: .integer(2))
    expect(try store.value(forKey: "c"), equals: .integer(1))
  }

  static func checkTransactions(_ store: any DefaultsStore, _ expect: Expectations) throws {
    struct Refusal: Error {}
    try store.set(["a": .integer(1), "b": .integer(1)])
    func change() throws {
      try store.set(.integer(2), forKey: "a")
      try store.set(nil, forKey: "b")
      try store.update("c", increment)
      expect(try store.value(forKey: "a"), equals: .integer(2), "a transaction reads what it has written")
      expect(try store.keys().sorted(), equals: ["a", "c"])
    }
    expect(throws: Refusal.self) {
      try store.transaction {
        try change()
        throw Refusal()
      }
    }
    expect(try store.value(forKey: "a"), equals: .integer(1), "a transaction that throws changes nothing")
    expect(try store.keys().sorted(), equals: ["a", "b"])
    // One failure, however many reads saw it.
    let failureCount = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for number in 2...200 {
        let isWhole = try? store.transaction {
          guard thread == 0 else { return try store.value(forKey: "a") == store.value(forKey: "b") }
          try store.set(.integer(Int64(number)), forKey: "a")
          try store.set(.integer(Int64(number)), forKey: "b")
          return true
        }
        if isWhole != true { failureCount.withLock { $0 += 1 } }
      }
    }
    expect(failureCount.withLock { $0 }, equals: 0, "transactions that failed, or saw a part of another one")
    try store.transaction { try change() }
    expect(try store.keys().sorted(), equals: ["a", "c"])
  }
}

func increment(_ value: inout PropertyListValue?) {
  guard case .integer(let number)? = value else { return value = .integer(1) }
  value = .integer(number + 1)
}

/// Runs a body on two threads, and expects that it does not throw.
func onTwoThreads(_ expect: Expectations, _ body: @Sendable (_ thread: Int) throws -> Void) {
  DispatchQueue.concurrentPerform(iterations: 2) { thread in expect(throws: Never.self) { try body(thread) } }
}
