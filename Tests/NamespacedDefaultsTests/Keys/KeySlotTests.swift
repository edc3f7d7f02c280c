import Foundation
import Synchronization
import Testing

@testable import NamespacedDefaults

/// A slot that one thread changes while others read it.
@Suite struct KeySlotTests {
  /// A store's version, and a slot whose word is the number of the version's changes.
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

    /// The number of changes of the version.
    var count: Int { Int(version.pointee.revision) }

    func change() {
      version.pointee.advance()
      record(count)
    }

    private func record(_ count: Int) {
      guard let stamp = version.pointee.current else { return }
      slot.pointee.record((count, .integer(0)), of: version, at: stamp, removalCount: 0) { _ in }
    }
  }

  /// The word of an older version under the stamp of a newer one would be an old value.
  @Test func aWordIsNeverOlderThanTheVersion() {
    let shared = Shared()
    let oldest = Lockbox<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread > 0 else {
        for _ in 0..<300_000 { shared.change() }
        shared.hasEnded.store(true, ordering: .releasing)
        return
      }
      while !shared.hasEnded.load(ordering: .acquiring) {
        let count = shared.count
        if case .word(let word) = shared.slot.pointee.lookUp(of: shared.version), word < count {
          oldest.change { $0 = [Int(word), count] }
        }
      }
    }
    #expect(oldest.value == [])
  }
}
