import NamespacedDefaults
import NamespacedDefaultsPlatform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Processes of which one counts, one tells in shared memory what it has read, and one reads again when it was told.
///
/// `@unchecked Sendable`: the pointer never changes, what it points to is atomic, and it is mapped until the process ends.
struct Readers: @unchecked Sendable {
  private let words: UnsafePointer<Atomic<Int>>  // of a mapped file

  /// Maps a file of zeros.
  init(_ path: String) {
    let descriptor = open(path, O_RDWR)
    guard let page = mmap(nil, 16, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), page != MAP_FAILED else {
      preconditionFailure("cannot map \(path)")
    }
    words = UnsafePointer(page.assumingMemoryBound(to: Atomic<Int>.self))
    // If one of them fails, the others do not go on for ever.
    unblock(SIGALRM)
    signal(SIGALRM, SIG_DFL)
    alarm(60)
  }

  private var told: Int { words[0].load(ordering: .acquiring) }

  private func tell(_ number: Int) { _ = words[0].max(number, ordering: .acquiringAndReleasing) }

  private var isEnded: Bool {
    get { words[1].load(ordering: .acquiring) != 0 }
    nonmutating set { words[1].store(newValue ? 1 : 0, ordering: .releasing) }
  }

  func countUp(in store: any DefaultsStore) throws {
    var number = 0
    while !isEnded {
      number += 1
      let object = try Count(number: number).propertyListValue()
      try store.set([
        "Counted.number": .integer(Int64(number)), "number": .integer(Int64(number)),
        "Counted.text": .string("\(number)"), "text": .string("\(number)"),
        "Counted.object": object, "object": object,
      ])
      // Several writes follow each other, so that reads meet them, and the last one stays until it was told: by another
      // process or, every other time, by this one.
      guard number.isMultiple(of: 5) else { continue }
      if number.isMultiple(of: 10) { tell(number) }
      while told < number, !isEnded { sched_yield() }
    }
  }

  /// Returns how many of its reads went back.
  ///
  /// It asks the store each time, so that it also tells what a key does not find out.
  func tell(from store: any DefaultsStore) throws -> String {
    var (last, olderCount) = (0, 0)
    while !isEnded {
      let now = if case .integer(let number) = try store.value(forKey: "number") { Int(number) } else { 0 }
      if now < last { olderCount += 1 }
      if now > last { tell(now) } else { sched_yield() }
      last = max(now, last)
    }
    return "\(olderCount) older than before"
  }

  /// Returns which of its reads were older than what it was told, or had read, before.
  ///
  /// - Parameters:
  ///   - count: The number of different counts that it is told.
  ///   - store: A store of its own; others are read from that of the process.
  ///   - afterATick: Whether it reads when the clock has ticked after it was told, which a store may take to find a change.
  /// - Returns: A line for each spelling that has read something older, or "ok".
  func hear(_ count: Int, from store: any DefaultsStore, afterATick: Bool = false) -> String {
    let other = DefaultsKey("other", defaultValue: false, store: store)
    let others = [{ Counted[.other] }, { other.value }]
    let spellings = spellings(of: store)
    var (last, lastTold, toldCount) = (0, 0, 0)
    var older: [String: (told: Int, read: Int)] = [:]
    while toldCount < count {
      // One after the other, for each reads what the others would find then. Every other time another setting is read
      // before, so that the store knows what was committed when this one is read.
      let (name, read) = spellings[toldCount % spellings.count]
      let round = toldCount / spellings.count
      let told = told
      if afterATick { awaitTick() }
      if round % 2 == 1 { _ = others[round / 2 % others.count]() }
      let number = read()
      if number < told { older[name, default: (0, 0)].told += 1 }
      if number < last { older[name, default: (0, 0)].read += 1 }
      last = max(last, number)
      if told == lastTold { sched_yield() } else { toldCount += 1 }
      lastTold = told
    }
    isEnded = true
    let lines = older.map { "\($0): \($1.told) older than told, \($1.read) older than before" }
    return lines.isEmpty ? "ok" : lines.sorted().joined(separator: "\n")
  }

  /// The reads of the count that may find it in memory, from the process's store and from one of its own.
  private func spellings(of store: any DefaultsStore) -> [(String, () -> Int)] {
    let process = (
      number: DefaultsKey("number", defaultValue: 0), text: DefaultsKey("text", defaultValue: ""),
      object: DefaultsKey("object", defaultValue: Count(number: 0))
    )
    let own = (
      number: DefaultsKey("number", defaultValue: 0, store: store),
      text: DefaultsKey("text", defaultValue: "", store: store),
      object: DefaultsKey("object", defaultValue: Count(number: 0), store: store)
    )
    return [
      ("integer(forKey:)", { Counted.integer(forKey: .number) }),
      ("string(forKey:)", { Int(Counted.string(forKey: .text) ?? "") ?? 0 }),
      ("object(_:forKey:)", { Counted.object(Count.self, forKey: .object)?.number ?? 0 }),
      ("Defaults[number]", { Defaults[process.number] }),
      ("Defaults[text]", { Int(Defaults[process.text]) ?? 0 }),
      ("Defaults[object]", { Defaults[process.object].number }),
      ("number of a store", { own.number.value }),
      ("text of a store", { Int(own.text.value) ?? 0 }),
      ("object of a store", { own.object.value.number }),
      ("new key", { DefaultsKey("number", defaultValue: 0, store: store).value }),
    ]
  }

  private func awaitTick() {
    let now = CoarseClock.now
    while CoarseClock.now == now { usleep(500) }
  }
}

private struct Counted: IntegerDefaultSettable, StringDefaultSettable, ObjectDefaultSettable, BoolDefaultSettable {
  enum IntegerKey: String { case number }
  enum StringKey: String { case text }
  enum ObjectKey: String { case object }
  enum BoolKey: String { case other }
}

private struct Count: Codable, DefaultsSerializable { var number: Int }
