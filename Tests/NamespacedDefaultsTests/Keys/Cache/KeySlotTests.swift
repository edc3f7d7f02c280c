import Foundation
import Synchronization
import Testing

@testable import NamespacedDefaults

/// A slot that one thread changes while another one reads it.
@Suite struct KeySlotTests {
  /// The names of a store, and a slot for the value of one of them.
  private final class Shared: Sendable {
    let names = Names(id: 1, word: nil)
    // Never moved; freed with this object, which outlives its readers.
    nonisolated(unsafe) let slot = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    let hasEnded = Atomic(false)

    init() { slot.initialize(to: KeySlot(for: Int.self)) }

    deinit {
      slot.deinitialize(count: 1)
      slot.deallocate()
    }

    func record(_ value: Int, at version: Names.Version) {
      slot.pointee.record((value, .integer(0)), forKey: "a", at: version) { _ in }
    }
  }

  @Test func aValueIsReadAtItsOwnMomentOnly() throws {
    let shared = Shared()
    let former = shared.names.version(of: "a")
    shared.names.raise("a")
    let current = shared.names.version(of: "a")
    let isFormerRead = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread > 0 else {
        // A reader that has taken long may record a former value over the current one.
        for _ in 0..<200_000 {
          shared.record(1, at: former)
          shared.record(2, at: current)
        }
        shared.hasEnded.store(true, ordering: .releasing)
        return
      }
      while !shared.hasEnded.load(ordering: .acquiring) {
        if case .word(1) = shared.slot.pointee.lookUp(in: shared.names.head) {
          isFormerRead.store(true, ordering: .relaxed)
        }
      }
    }
    let hasFailed = isFormerRead.load(ordering: .relaxed)
    #expect(!hasFailed)
  }

  private final class Marker: Sendable {}

  private struct Holder: Sendable { let marker: Marker }

  /// Whoever looks whether the box lives has it for a moment, and may be the last one, under a lock.
  @Test func aSlotReleasesItsValueBeforeItsBox() {
    let names = Names(id: 1, word: nil)
    weak var value: Marker?
    let box: KeySlot.Box
    do {
      let slot = NamedSlot(nil, for: Holder.self)
      let marker = Marker()
      value = marker
      slot.slot.pointee.record((Holder(marker: marker), .integer(0)), forKey: "a", at: names.version(of: "a")) { _ in
      }
      box = slot.slot.pointee.box
    }
    #expect(value == nil)
    withExtendedLifetime(box) {}
  }
}
