import Synchronization

// Threads that read one slot at the same time.
//
// A reader retains the object that it gets, and parts of it. Threads that change one count are slower together than one of
// them alone. So a slot gets stripes when two threads meet at it: the slot itself, and further slots of the same key. Each
// thread reads one of them, and what is decoded for one shares no memory with what is decoded for another. The slot of a key
// whose readers never meet stays alone. That of a store without a version does too, because such a store is asked at each
// read, and has one lock.
extension KeySlot {
  /// The number of stripes; if more threads meet, some of them share one.
  static let stripeCount = 4

  /// The size of a stored form, in bytes, above which the stripes share one value.
  ///
  /// To use such a value takes longer than to wait for its count, and it is not worth the memory.
  static let sizeLimitOfCopies = 128 << 10

  var hasStripes: Bool { furtherStripes.load(ordering: .relaxed) != 0 }

  /// The stripe that the current thread reads.
  var stripe: Int { hasStripes ? ThreadState.current.pointee.stripe : 0 }

  /// Runs a body that gets a stripe.
  func withStripe<Result>(_ stripe: Int, _ body: (borrowing KeySlot) throws -> Result) rethrows -> Result {
    guard stripe > 0, let further = UnsafePointer<KeySlot>(bitPattern: furtherStripes.load(ordering: .acquiring)) else {
      return try body(self)
    }
    return try body(further[stripe - 1])
  }

  /// Makes the further stripes, unless there are some.
  func makeStripes() {
    guard !hasStripes else { return }
    let new = UnsafeMutablePointer<KeySlot>.allocate(capacity: Self.stripeCount - 1)
    for index in 1..<Self.stripeCount { (new + index - 1).initialize(to: KeySlot(stripeOf: self)) }
    let address = UInt(bitPattern: new)
    // Another thread may have been first.
    if !furtherStripes.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged {
      Self.free(new)
    }
  }

  /// Frees the further stripes with the slot.
  func freeStripes() {
    UnsafeMutablePointer(bitPattern: furtherStripes.load(ordering: .relaxed)).map(Self.free)
  }

  private static func free(_ stripes: UnsafeMutablePointer<KeySlot>) {
    stripes.deinitialize(count: stripeCount - 1)
    stripes.deallocate()
  }

  /// Returns what the stripe of the current thread has, if it is current.
  @inline(never)  // so that a thread that meets no other need not save registers for it
  func lookUpObjectInStripe(in head: UnsafePointer<StoreHead>) -> CacheLookup {
    guard head.pointee.validator == nil else { return lookUpChecked(in: head) }
    makeStripes()
    let thread = ThreadState.current
    let result = withStripe(thread.pointee.stripe) { slot in
      slot.box.state.withLockIfFree { slot.object(in: $0, of: head) }
    }
    if let result { return result }
    // Another thread reads this stripe. So from now on this thread reads the next one, in each slot.
    thread.pointee.stripe = (thread.pointee.stripe + 1) % Self.stripeCount
    return withStripe(thread.pointee.stripe) { slot in
      slot.box.state.withLock { slot.object(in: $0, of: head) }
    }
  }

  /// Returns the value of a stored form for a stripe: the one that it has if it is of that form, and otherwise a new one.
  ///
  /// The other stripes drop what they have of former forms, because their threads may not read the key again.
  ///
  /// - Parameters:
  ///   - stored: The stored form.
  ///   - stripe: The stripe.
  ///   - decode: A function that decodes a form.
  /// - Returns: The value.
  /// - Throws: The error of `decode`.
  func value<Value: Sendable>(
    of stored: PropertyListValue,
    in stripe: Int,
    or decode: (PropertyListValue) throws -> Value
  ) rethrows -> Value {
    if let known = withStripe(stripe, { $0.decoded(stored, as: Value.self) }) { return known }
    guard hasStripes, !isDecodedAtEachRead else { return try decode(stored) }
    var other: Value?
    for index in 0..<Self.stripeCount where index != stripe {
      withStripe(index) { slot in
        if let known = slot.decoded(stored, as: Value.self) { other = known } else { _ = slot.box.drop() }
      }
    }
    if let copy = stored.unsharedCopy(ofAtMost: Self.sizeLimitOfCopies) { return try decode(copy) }
    return try other ?? decode(stored)
  }
}
