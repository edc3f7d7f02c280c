import MemoryModel
import Testing

@testable import NamespacedDefaults

/// Whether the model allows what C11 does, and nothing else, by the usual programs of two words.
@Suite struct ModelTests {
  private final class Words: Sendable {
    let data = Atomic(0)
    let flag = Atomic(0)
    let seen = Atomic(0)
  }

  private final class Told: Sendable {
    let state = Guarded(false)
  }

  private final class Results: Sendable {
    let seen = Guarded([Int]())
  }

  /// How a word is told to another thread.
  enum Telling: CaseIterable {
    case released, releasedToAnyone, acquiredOnly, neither, fences, releasingFenceOnly, acquiringFenceOnly, update, lock

    var isEnough: Bool {
      switch self {
      case .released, .fences, .update, .lock: true
      case .releasedToAnyone, .acquiredOnly, .neither, .releasingFenceOnly, .acquiringFenceOnly: false
      }
    }
  }

  @Test("A word that was told is known", arguments: Telling.allCases)
  func message(_ telling: Telling) {
    let violation = MemoryModel.explore {
      let (words, told) = (Words(), Told())
      let tell: @Sendable () -> Void = {
        words.data.store(1, ordering: .relaxed)
        switch telling {
        case .released, .releasedToAnyone: words.flag.store(1, ordering: .releasing)
        case .acquiredOnly, .neither, .acquiringFenceOnly: words.flag.store(1, ordering: .relaxed)
        case .fences, .releasingFenceOnly:
          atomicMemoryFence(ordering: .releasing)
          words.flag.store(1, ordering: .relaxed)
        case .update:
          words.flag.store(1, ordering: .releasing)
          // Goes on with what the store before it has released.
          words.flag.add(1, ordering: .relaxed)
        case .lock: told.state.withLock { $0 = true }
        }
      }
      let look: @Sendable () -> Void = {
        let isTold =
          switch telling {
          case .released, .acquiredOnly: words.flag.load(ordering: .acquiring) == 1
          case .releasedToAnyone, .neither, .releasingFenceOnly: words.flag.load(ordering: .relaxed) == 1
          case .update: words.flag.load(ordering: .acquiring) == 2
          case .lock: told.state.withLock { $0 }
          case .fences, .acquiringFenceOnly: words.flag.load(ordering: .relaxed) == 1
          }
        guard isTold else { return }
        if telling == .fences || telling == .acquiringFenceOnly { atomicMemoryFence(ordering: .acquiring) }
        if words.data.load(ordering: .relaxed) == 0 { MemoryModel.violate("old") }
      }
      return [tell, look]
    }
    #expect(violation == (telling.isEnough ? nil : "old"))
  }

  @Test(
    "Of two threads that store and then look, one sees the other's if both are in one order",
    arguments: [true, false]
  )
  func storeBuffering(isInOneOrder: Bool) {
    let violation = MemoryModel.explore {
      let (words, results) = (Words(), Results())
      let store: AtomicStoreOrdering = isInOneOrder ? .sequentiallyConsistent : .releasing
      let load: AtomicLoadOrdering = isInOneOrder ? .sequentiallyConsistent : .acquiring
      let record: @Sendable (Int) -> Void = { seen in
        let all = results.seen.withLock { results in
          results.append(seen)
          return results
        }
        if all == [0, 0] { MemoryModel.violate("both missed") }
      }
      return [
        {
          words.data.store(1, ordering: store)
          record(words.flag.load(ordering: load))
        },
        {
          words.flag.store(1, ordering: store)
          record(words.data.load(ordering: load))
        },
      ]
    }
    #expect(violation == (isInOneOrder ? nil : "both missed"))
  }

  @Test("A thread never reads what is older than it has read")
  func coherence() {
    let violation = MemoryModel.explore {
      let words = Words()
      return [
        { for value in 1...3 { words.data.store(value, ordering: .relaxed) } },
        {
          let first = words.data.load(ordering: .relaxed)
          if words.data.load(ordering: .relaxed) < first { MemoryModel.violate("back") }
        },
      ]
    }
    #expect(violation == nil)
  }

  @Test("No update is lost")
  func updates() {
    let violation = MemoryModel.explore {
      let words = Words()
      let add: @Sendable () -> Void = {
        words.data.add(1, ordering: .relaxed)
        if words.seen.add(1, ordering: .acquiringAndReleasing).newValue == 2, words.data.load(ordering: .relaxed) != 2 {
          MemoryModel.violate("lost")
        }
      }
      return [add, add]
    }
    #expect(violation == nil)
  }

  @Test("Memory that a thread has made is used only by who knows of it", arguments: [true, false])
  func births(isReleased: Bool) {
    let violation = MemoryModel.explore {
      let shared = Shared()
      return [
        {
          let new = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
          new.initialize(to: Atomic(7))
          shared.address.store(UInt(bitPattern: new), ordering: isReleased ? .releasing : .relaxed)
        },
        {
          guard let new = UnsafePointer<Atomic<Int>>(bitPattern: shared.address.load(ordering: .acquiring)) else {
            return
          }
          _ = new.pointee.load(ordering: .relaxed)
        },
      ]
    }
    #expect(violation == (isReleased ? nil : "a thread uses what another one has made, before it knows of it"))
  }

  @Test("Threads that wait for each other are found")
  func deadlock() {
    let violation = MemoryModel.explore {
      let (first, second) = (Lockbox(), Lockbox())
      return [{ first.lock.withLock { second.lock.withLock {} } }, { second.lock.withLock { first.lock.withLock {} } }]
    }
    #expect(violation == "threads wait for each other")
  }

  private final class Shared: Sendable {
    let address = Atomic<UInt>(0)
  }

  private final class Lockbox: Sendable {
    let lock = Lock()
  }
}
