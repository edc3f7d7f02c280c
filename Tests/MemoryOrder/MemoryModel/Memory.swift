/// The memory of one execution: for each location all that was stored there, in the order of modification.
///
/// A thread reads any store that its view does not exclude, so that a load may return what was there long ago. A store takes
/// along what its thread knew, and an acquiring load learns that if the store was a releasing one. This is the view-based
/// form of C11's model (Kang et al., "A Promising Semantics for Relaxed-Memory Concurrency", 2017) without promises: a load
/// never reads what is stored later, and a store comes after all others of its location.
struct Memory {
  enum Order { case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent }

  /// What one thread knows.
  struct Knowledge {
    /// The number of the thread, which is the index of its clock too.
    let thread: Int
    var current = View()
    /// What an acquiring fence would add: that of all stores that were read.
    fileprivate var acquirable = View()
    /// What was known at the last releasing fence, which any later store takes along.
    fileprivate var released = View()

    init(thread: Int) { self.thread = thread }

    mutating func countAccess() { current[thread] += 1 }
  }

  private struct Store {
    let bits: UInt64
    let view: View
  }

  private struct Location {
    let index: Int
    var stores: [Store]
  }

  /// Memory that a thread has made, and its clock at that time.
  private struct Birth {
    let size: UInt
    let thread: Int
    let time: Int
  }

  private var locations: [UInt: Location] = [:]
  private var births: [UInt: Birth] = [:]
  private var locks: [UInt: View] = [:]
  /// What sequentially consistent accesses and fences share.
  private var total = View()
  private var indexCount: Int
  var random: RandomNumbers
  /// How often, of four times, a load reads the newest store at once.
  ///
  /// What goes wrong may need one old value among new ones, or many.
  private let haste: Int

  /// Creates the memory of some threads, which all know what was there before.
  init(threadCount: Int, random: RandomNumbers) {
    indexCount = threadCount
    self.random = random
    haste = self.random.next(4)
  }

  // MARK: Atomic accesses

  /// Returns what a load reads.
  mutating func load(_ address: UInt, holding bits: UInt64, _ order: Order, by thread: inout Knowledge) -> UInt64 {
    let location = location(address, holding: bits)
    if order == .sequentiallyConsistent, total[location.index] > thread.current[location.index] {
      thread.current[location.index] = total[location.index]
    }
    let (oldest, newest) = (thread.current[location.index], location.stores.count - 1)
    let chosen = random.next(4) < haste ? newest : oldest + random.next(newest - oldest + 1)
    read(location, chosen, order, by: &thread)
    return location.stores[chosen].bits
  }

  mutating func store(_ address: UInt, holding bits: UInt64, _ new: UInt64, _ order: Order, by thread: inout Knowledge)
  {
    append(new, to: address, location(address, holding: bits), order, after: View(), by: &thread)
  }

  /// Reads the newest store and stores what comes of it, without anything in between; `nil` stores nothing.
  ///
  /// - Returns: What was read.
  mutating func update(
    _ address: UInt,
    holding bits: UInt64,
    _ order: Order,
    by thread: inout Knowledge,
    _ change: (UInt64) -> UInt64?
  ) -> UInt64 {
    let location = location(address, holding: bits)
    let newest = location.stores.count - 1
    let old = location.stores[newest]
    guard let new = change(old.bits) else {
      // A load, which may read what is older if that fails too.
      let seen = load(address, holding: bits, order, by: &thread)
      guard change(seen) != nil else { return seen }
      read(location, newest, order, by: &thread)
      return old.bits
    }
    read(location, newest, order, by: &thread)
    // It goes on with what the former store has released.
    append(new, to: address, location, order, after: old.view, by: &thread)
    return old.bits
  }

  private mutating func read(_ location: Location, _ chosen: Int, _ order: Order, by thread: inout Knowledge) {
    thread.current[location.index] = max(thread.current[location.index], chosen)
    let view = location.stores[chosen].view
    thread.acquirable.join(view)
    switch order {
    case .relaxed, .releasing: break
    case .acquiring, .acquiringAndReleasing, .sequentiallyConsistent: thread.current.join(view)
    }
  }

  private mutating func append(
    _ bits: UInt64,
    to address: UInt,
    _ location: Location,
    _ order: Order,
    after former: View,
    by thread: inout Knowledge
  ) {
    let time = location.stores.count
    thread.current[location.index] = time
    var view: View
    switch order {
    case .relaxed, .acquiring: view = thread.released
    case .releasing, .acquiringAndReleasing, .sequentiallyConsistent: view = thread.current
    }
    view[location.index] = time
    view.join(former)
    if order == .sequentiallyConsistent { total[location.index] = time }
    locations[address]?.stores.append(Store(bits: bits, view: view))
  }

  private mutating func location(_ address: UInt, holding bits: UInt64) -> Location {
    if let known = locations[address] { return known }
    let new = Location(index: indexCount, stores: [Store(bits: bits, view: View())])
    indexCount += 1
    locations[address] = new
    return new
  }

  // MARK: Fences and locks

  mutating func fence(_ order: Order, by thread: inout Knowledge) {
    if order != .relaxed, order != .releasing { thread.current.join(thread.acquirable) }
    if order == .sequentiallyConsistent {
      thread.current.join(total)
      total = thread.current
    }
    if order != .relaxed, order != .acquiring { thread.released = thread.current }
  }

  mutating func lock(_ address: UInt, by thread: inout Knowledge) {
    if let view = locks[address] { thread.current.join(view) }
  }

  mutating func unlock(_ address: UInt, by thread: Knowledge) { locks[address] = thread.current }

  // MARK: Memory that is made

  /// Records that a thread makes memory, which others must not use before they know of it.
  mutating func recordBirth(_ address: UInt, size: UInt, by thread: Knowledge) {
    for other in locations.keys where other >= address && other < address + size { locations[other] = nil }
    for other in births.keys where other >= address && other < address + size { births[other] = nil }
    births[address] = Birth(size: size, thread: thread.thread, time: thread.current[thread.thread])
  }

  /// Whether a thread knows that the memory of a location was made.
  func isKnown(_ address: UInt, to thread: Knowledge) -> Bool {
    births.allSatisfy { start, birth in
      address < start || address >= start + birth.size || birth.thread == thread.thread
        || thread.current[birth.thread] > birth.time
    }
  }
}

/// Random numbers that are the same for the same seed (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
struct RandomNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  /// Returns a number below a limit.
  mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
