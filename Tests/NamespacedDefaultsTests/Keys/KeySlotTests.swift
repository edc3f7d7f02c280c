import Foundation
import Synchronization
import Testing

@testable import NamespacedDefaults

/// A slot that one thread changes while another one reads it.
@Suite struct KeySlotTests {
  /// The versions of a store, and a slot for its values.
  private final class Shared: Sendable {
    // Never moved; freed with this object, which outlives its readers.
    nonisolated(unsafe) let version = UnsafeMutablePointer<StoreVersion>.allocate(capacity: 1)
    nonisolated(unsafe) let slot = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    let hasEnded = Atomic(false)

    init() {
      version.initialize(to: StoreVersion())
      slot.initialize(to: KeySlot(for: Int.self))
    }

    deinit {
      slot.deinitialize(count: 1)
      slot.deallocate()
      version.deinitialize(count: 1)
      version.deallocate()
    }

    func record(_ value: Int, at stamp: StoreVersion.Stamp) {
      slot.pointee.record((value, .integer(0)), of: version, at: stamp, removalCount: 0) { _ in }
    }
  }

  @Test func aValueIsReadAtItsOwnMomentOnly() throws {
    let shared = Shared()
    let former = StoreVersion.Stamp(changeCount: 0, shared: 0)
    let now = shared.version.pointee.current
    let current = try #require(now)
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
        if case .word(1) = shared.slot.pointee.lookUp(of: shared.version) {
          isFormerRead.store(true, ordering: .relaxed)
        }
      }
    }
    let hasFailed = isFormerRead.load(ordering: .relaxed)
    #expect(!hasFailed)
  }
}
