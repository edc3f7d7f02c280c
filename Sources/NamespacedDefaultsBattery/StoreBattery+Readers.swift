import NamespacedDefaults
import Observation
import Synchronization

extension StoreBattery {
  static func checkReaders(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let readers = Readers(of: store, expect)
    let bodies = [readers.write, readers.report, readers.read]
    // Threads of their own: shared ones may be too few for all to run at once, and a task may have another store.
    for body in bodies {
      guard startThread(body) else { throw BrokenPromise(description: "no thread was started") }
    }
    while readers.endedCount.load(ordering: .acquiring) < bodies.count { pause(for: .milliseconds(1)) }
    let older = readers.olderThanReported.load(ordering: .relaxed)
    expect(older, equals: 0, "reads of less than another reader had reported")
    expect(readers.olderThanRead.load(ordering: .relaxed), equals: 0, "reads of less than the same reader had read")
    for read in readers.reads { expect(read(), equals: Readers.last) }
  }
}

extension StoreBattery {
  /// The time that a read may take, which is long where it waits, and next to nothing where it does not.
  private static let patience = Duration.seconds(5)

  static func checkFreeReaders(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(1, forKey: "number")
    let hasEnded = Atomic(false)
    let readers = Mutex<[Int]>([])
    let isFree = try store.transaction {
      try store.set(["number": 2, "other": 3])
      let isStarted = startThread {
        let number = DefaultsKey("number", defaultValue: 0, store: store)
        let stored = (try? store.value(forKey: "number")) == .integer(1) ? 1 : 0
        let names = (try? store.keys().count { $0 == "number" || $0 == "other" }) ?? 0
        store.observe("number") { _ in }.cancel()
        readers.withLock { $0 = [number.value, stored, number.hasValue ? 1 : 0, names] }
        hasEnded.store(true, ordering: .releasing)
      }
      guard isStarted else { throw BrokenPromise(description: "no thread was started") }
      let end = SuspendingClock().now.advanced(by: patience)
      while !hasEnded.load(ordering: .acquiring), SuspendingClock().now < end { pause(for: .milliseconds(1)) }
      return hasEnded.load(ordering: .acquiring)
    }
    expect(isFree, equals: true, "reads end while a transaction of another thread runs")
    // The thread uses what is here.
    while !hasEnded.load(ordering: .acquiring) { pause(for: .milliseconds(1)) }
    if isFree {
      expect(readers.withLock { $0 }, equals: [1, 1, 1, 1], "what was stored before the transaction is read")
    }
  }
}

extension StoreBattery {
  static func checkReadersBesideDisk(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let reader = try BusyReader(of: store)
    defer { reader.end() }
    let slow = SlowStore(over: store, reader)
    // The first write is another one where it makes a file.
    try reader.watch { try store.set(0, forKey: "number") }
    for number in 1...3 { try slow.set(.integer(Int64(number)), forKey: "number") }
    try reader.watch { try store.synchronize() }
    expect(slow.isFree.withLock { $0 }, equals: true, "reads end before `persist` does")
    expect(reader.waits, equals: 0, "times that a read waited for the disk")
  }

  /// A thread that reads all the time, remembered values or not, tracked ones, and those with which observers begin.
  private final class BusyReader: Sendable {
    private struct State {
      var readCount = 0
      /// The longest time between the ends of two reads.
      var longestGap = Duration.zero
      var waits = 0
    }

    private let state = Guarded(State())
    private let isDone = Atomic(false)
    private let hasEnded = Atomic(false)

    init(of store: any DefaultsStore) throws {
      let number = DefaultsKey("number", defaultValue: 0, store: store)
      let isStarted = startThread { [self] in
        var last = SuspendingClock().now
        while !isDone.load(ordering: .acquiring) {
          _ = try? store.value(forKey: "number")
          withObservationTracking {
            _ = number.value
          } onChange: {
          }
          store.observe("number") { _ in }.cancel()
          let now = SuspendingClock().now
          let gap = last.duration(to: now)
          state.withLock { ($0.readCount, $0.longestGap) = ($0.readCount + 1, max($0.longestGap, gap)) }
          last = now
        }
        hasEnded.store(true, ordering: .releasing)
      }
      guard isStarted else { throw BrokenPromise(description: "no thread was started") }
    }

    /// How often a read has waited for what was watched.
    var waits: Int { state.withLock { $0.waits } }

    func end() {
      isDone.store(true, ordering: .releasing)
      while !hasEnded.load(ordering: .acquiring) { pause(for: .milliseconds(1)) }
    }

    /// Counts a wait if one read took most of the time of a body.
    func watch(_ body: () throws -> Void) rethrows {
      state.withLock { $0.longestGap = .zero }
      let clock = SuspendingClock()
      let beginning = clock.now
      try body()
      let time = beginning.duration(to: clock.now)
      // Of a shorter time nothing can be said, because a thread may not get a processor for that long. A read that waits
      // may have begun later: others may be first at a lock.
      guard time > .milliseconds(400), awaitReads(1) else { return }
      state.withLock { if $0.longestGap * 2 > time { $0.waits += 1 } }
    }

    /// Waits until some more reads have ended, and returns whether they have in time.
    func awaitReads(_ count: Int) -> Bool {
      let clock = SuspendingClock()
      let (end, next) = (clock.now.advanced(by: patience), state.withLock { $0.readCount } + count)
      while state.withLock({ $0.readCount }) < next {
        if clock.now > end { return false }
        pause(for: .milliseconds(1))
      }
      return true
    }
  }

  /// Another store over the storage of a store, whose `persist` waits until somebody has read.
  private final class SlowStore: DefaultsStore, DefaultsStorage {
    let context: DefaultsStoreContext
    /// Whether somebody has read in time.
    let isFree = Mutex(true)
    private let store: any DefaultsStore
    private let reader: BusyReader
    private var inner: any DefaultsStorage { store._storage }

    init(over store: any DefaultsStore, _ reader: BusyReader) {
      (self.store, self.reader, context) = (store, reader, store.context)
    }

    func synchronize() throws { try store.synchronize() }

    func storedValue(forKey name: String) throws -> PropertyListValue? { try inner.storedValue(forKey: name) }

    func storedKeys() throws -> [String] { try inner.storedKeys() }

    func beginWriting() throws { try inner.beginWriting() }

    func endWriting() { inner.endWriting() }

    func storedForm(of value: PropertyListValue) -> PropertyListValue { inner.storedForm(of: value) }

    func apply(_ changes: [DefaultsChange]) throws { try inner.apply(changes) }

    func persist(_ changes: [DefaultsChange]) throws {
      // The first one may have begun before.
      if !reader.awaitReads(2) { isFree.withLock { $0 = false } }
      try reader.watch { try inner.persist(changes) }
    }
  }
}

/// A thread that counts, one that reports what it has read, and one that gets the report and reads again.
private final class Readers: Sendable {
  private struct Count: Codable, DefaultsSerializable { var number: Int }

  static let last = 120
  private static let burst = 2

  let endedCount = Atomic(0)
  let olderThanReported = Atomic(0)
  let olderThanRead = Atomic(0)
  /// The reads of the count: what a key remembers in one word, as an object and as a decoded one, and the store's own.
  let reads: [@Sendable () -> Int]
  private let readStore: @Sendable () -> Int
  private let store: any DefaultsStore
  private let expect: Expectations
  private let reported = Atomic(0)
  private let acknowledged = Atomic(0)
  private let isWritten = Atomic(false)

  init(of store: any DefaultsStore, _ expect: Expectations) {
    self.store = store
    self.expect = expect
    let number = DefaultsKey("number", defaultValue: 0, store: store)
    let text = DefaultsKey("text", defaultValue: "", store: store)
    let object = DefaultsKey("object", defaultValue: Count(number: 0), store: store)
    readStore = {
      if case .integer(let number) = try? store.value(forKey: "number") { Int(truncatingIfNeeded: number) } else { 0 }
    }
    reads = [{ number.value }, { Int(text.value) ?? 0 }, { object.value.number }, readStore]
  }

  func write() {
    expect(throws: Never.self) {
      for number in 1...Self.last {
        try store.set([
          "number": .integer(Int64(number)), "text": .string("\(number)"),
          "object": Count(number: number).propertyListValue(),
        ])
        // Several writes follow each other, so that reads meet them, and the last one stays for a while. Every other time
        // its writer reports that it has returned.
        guard number.isMultiple(of: Self.burst) else { continue }
        if number.isMultiple(of: 2 * Self.burst) { report(number) }
        // Readers that read nothing new are not awaited for ever.
        var patience = 100
        while acknowledged.load(ordering: .acquiring) < number, patience > 0 {
          pause(for: .microseconds(10))
          patience -= 1
        }
      }
    }
    isWritten.store(true, ordering: .releasing)
    endedCount.add(1, ordering: .releasing)
  }

  private func report(_ number: Int) { _ = reported.max(number, ordering: .acquiringAndReleasing) }

  /// Asks the store each time, so that it also reports what a key does not find out.
  func report() {
    while !isWritten.load(ordering: .acquiring) { report(readStore()) }
    endedCount.add(1, ordering: .releasing)
  }

  func read() {
    let other = DefaultsKey("other", defaultValue: false, store: store)
    var (last, round) = (0, 0)
    while !isWritten.load(ordering: .acquiring) {
      // One after the other, for each reads what the others would find then. Every other time another setting is read
      // before, so that the store has what was committed when this one is read.
      let read = reads[round % reads.count]
      let isSecond = round / reads.count % 2 == 1
      round += 1
      for _ in 0..<100 {
        let reported = reported.load(ordering: .acquiring)
        if isSecond { _ = other.value }
        let number = read()
        if number < reported { olderThanReported.add(1, ordering: .relaxed) }
        if number < last { olderThanRead.add(1, ordering: .relaxed) }
        last = max(last, number)
        if acknowledged.exchange(reported, ordering: .acquiringAndReleasing) != reported { break }
      }
    }
    endedCount.add(1, ordering: .releasing)
  }
}
