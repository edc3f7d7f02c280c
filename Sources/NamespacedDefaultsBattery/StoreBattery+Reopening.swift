import NamespacedDefaults
import NamespacedDefaultsFoundation
import Synchronization

extension StoreBattery {
  static func checkSecondOpening(_ open: () throws -> any DefaultsStore, _ expect: Expectations) throws {
    func write() throws -> String {
      let store = try open()
      try store.set([
        "kept": .integer(1), "changed": .integer(2), "removed": .integer(3), "left out": .integer(4),
        "list": .array([]),
      ])
      try store.set(.string("two"), forKey: "changed")
      try store.set(nil, forKey: "removed")
      try store.update("list") { $0 = .array([.bool(true), .double(2), .data(Data([0]))]) }
      try store.removeAll { $0 == "left out" }
      try store.transaction {
        try store.set(.date(Date(timeIntervalSince1970: 1)), forKey: "date")
        try store.set(.unsignedInteger(.max), forKey: "number")
      }
      return store.label
    }
    let label = try write()
    let store = try open()
    expect(
      try contents(of: store),
      equals: [
        "kept": .integer(1), "changed": .string("two"), "list": .array([.bool(true), .double(2), .data(Data([0]))]),
        "date": .date(Date(timeIntervalSince1970: 1)), "number": .unsignedInteger(.max),
      ]
    )
    expect(store.label, equals: label, "the label is the same in every run")
  }

  static func checkFailedCommits(
    _ open: () throws -> any DefaultsStore,
    _ whileFailing: (_ body: () throws -> Void) throws -> Void,
    _ expect: Expectations
  ) throws {
    let old: [String: PropertyListValue] = ["a": .integer(1), "b": .integer(2)]
    func check() throws {
      let store = try open()
      try store.set(old.mapValues(Optional.some))
      let calls = Mutex(0)
      let observation = store.observe { _ in calls.withLock { $0 += 1 } }
      /// Whether the store throws, as it then has to do by every way.
      func refuses(_ name: String, _ value: PropertyListValue) throws -> Bool {
        guard (try? store.set(["a": .integer(7), name: value, "b": nil])) == nil else { return false }
        expect(throws: (any Error).self) { try store.set(value, forKey: name) }
        expect(throws: (any Error).self) { try store.update(name) { $0 = value } }
        expect(throws: (any Error).self) {
          try store.transaction {
            try store.set(.integer(7), forKey: "a")
            try store.set(value, forKey: name)
            try store.set(nil, forKey: "b")
          }
        }
        return true
      }
      for (name, value) in oftenRefused {
        if try refuses(name, value) {
          expect(
            try contents(of: store),
            equals: old,
            "a commit that throws stores nothing: \(name.prefix(20).debugDescription)"
          )
        } else {
          try store.set(old.mapValues(Optional.some).merging([name: nil]) { first, _ in first })
          calls.withLock { $0 = 0 }
        }
      }
      try whileFailing {
        let isRefused = try refuses("c", .integer(7))
        expect(isRefused, equals: true, "a commit that fails throws")
        expect(throws: (any Error).self) { try store.removeAll() }
      }
      expect(try contents(of: store), equals: old)
      expect(calls.withLock { $0 }, equals: 0, "what was not committed is not announced")
      expect(try contents(of: open()), equals: old)
      try store.set(.integer(3), forKey: "c")
      withExtendedLifetime(observation) {}
    }
    try check()
    expect(try contents(of: open()), equals: old.merging(["c": .integer(3)]) { first, _ in first })
  }

  static func checkTwoStores(_ open: () throws -> any DefaultsStore, _ expect: Expectations) throws {
    let (first, second) = (try open(), try open())
    // It remembers what it has read.
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: second)
    for number in 1...5 {
      try first.set(.integer(Int64(number)), forKey: "a")
      expect(try second.value(forKey: "a"), equals: .integer(Int64(number)))
      for _ in 0..<3 { expect(key.value, equals: number) }
    }
    try second.set(["a": nil, "b": .integer(1)])
    expect(try contents(of: first), equals: ["b": .integer(1)])
    try first.update("b") { value in
      expect(value, equals: .integer(1), "an update begins with what others have written")
      value = .integer(2)
    }
    // The second store writes while the first one updates. A thread of its own does it, because a shared one may be busy.
    let (isRunning, isReady, hasEnded) = (Mark(), Mark(), Mark())
    let isStarted = startThread {
      isRunning.set()
      isReady.wait(for: .seconds(10))
      try? second.update("b", increment)
      hasEnded.set()
    }
    guard isStarted else { throw BrokenPromise(description: "no thread was started") }
    try first.update("b") { value in
      isRunning.wait(for: .seconds(10))
      isReady.set()
      // A store that does not wait has written by then.
      hasEnded.wait(for: .milliseconds(300))
      increment(&value)
    }
    hasEnded.wait(for: .seconds(60))
    expect(try contents(of: first), equals: ["b": .integer(4)])
    expect(try contents(of: second), equals: ["b": .integer(4)])
    onTwoThreads(expect) { thread in
      for _ in 0..<100 { try (thread == 0 ? first : second).update("b", increment) }
    }
    expect(try contents(of: first), equals: ["b": .integer(204)])
  }

  /// Names and values that many stores refuse.
  private static var oftenRefused: [(String, PropertyListValue)] {
    let deep = (0..<600).reduce(PropertyListValue.integer(1)) { value, _ in .array([value]) }
    return [
      ("deep", deep), ("\u{0}", .integer(1)), (String(repeating: "k", count: 100_000), .integer(1)),
      ("mark", .string("\u{feff}\u{0}")), ("large", .data(Data(repeating: 1, count: 6 << 18))),
    ]
  }
}

/// Something that one thread has done, and another one waits for.
private final class Mark: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .releasing) }

  func wait(for limit: Duration) {
    let end = ContinuousClock.now + limit
    while !isSet.load(ordering: .acquiring), .now < end { pause(for: .milliseconds(1)) }
  }
}
