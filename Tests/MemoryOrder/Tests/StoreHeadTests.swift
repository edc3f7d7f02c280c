import MemoryModel
import Testing

@testable import NamespacedDefaults

/// Whether a reader that finds a commit finds its versions too.
@Suite struct StoreHeadTests {
  /// A store whose file another process writes too, and a name of it that was read.
  ///
  /// `@unchecked Sendable`: the word is atomic.
  private final class World: @unchecked Sendable {
    let word: UnsafeMutablePointer<Atomic<UInt64>>  // freed with the object
    let names: Names
    let read: Names.Version
    let file = Lock()

    init() {
      word = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
      word.initialize(to: Atomic(1))
      names = Names(id: 1, word: UnsafePointer(word))
      read = names.version(of: "name")
      names.head.pointee.see(1)
    }

    deinit { word.deallocate() }

    /// Whether a reader takes what was read for current.
    var isTrusted: Bool { names.head.pointee.isCurrent && read.isInMemory }
    /// Whether the next commit is in the file; who looks relaxed knows nothing else of it.
    var isPublished: Bool { word.pointee.load(ordering: .relaxed) == 2 }

    func raise() { names.raise([DefaultsChange(key: "name", oldValue: nil, newValue: true)]) }
    func publish() { word.pointee.store(2, ordering: .relaxed) }
  }

  @Test("Who finds a commit of this process does not take a former value for current")
  func ownCommit() {
    let violation = MemoryModel.explore {
      let world = World()
      return [
        {
          world.raise()
          world.names.head.pointee.willPublish(2)
          world.publish()
          world.names.head.pointee.see(2)
        },
        { if world.isPublished, world.isTrusted { MemoryModel.violate("a former value is current") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("Who finds a commit of another process does not take a former value for current")
  func foreignCommit() {
    let violation = MemoryModel.explore {
      let world = World()
      return [
        { world.publish() },
        {
          guard world.isPublished else { return }
          world.raise()
          world.names.head.pointee.see(2)
        },
        { if world.isPublished, world.isTrusted { MemoryModel.violate("a former value is current") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("What was not published is not the next commit of another process")
  func failedCommit() {
    let violation = MemoryModel.explore {
      let (world, told) = (World(), Flag())
      return [
        {
          world.file.withLock {
            guard !world.isPublished else { return }
            world.names.head.pointee.willPublish(2)
            world.names.head.pointee.hasNotPublished()
          }
        },
        {
          world.file.withLock { world.publish() }
          told.raise()
        },
        { if told.isRaised, world.isTrusted { MemoryModel.violate("a former value is current") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("Who finds a commit in one of two files does not take a former value of both for current")
  func commitInAPart() {
    let violation = MemoryModel.explore {
      let (first, second) = (World(), World())
      let whole = Names(id: 2, word: nil, parts: [first.names, second.names])
      let read = whole.version(of: "name")
      return [
        {
          second.raise()
          second.names.head.pointee.willPublish(2)
          second.publish()
          second.names.head.pointee.see(2)
        },
        {
          if second.isPublished, whole.head.pointee.isCurrent, read.isInMemory {
            MemoryModel.violate("a former value is current")
          }
        },
      ]
    }
    #expect(violation == nil)
  }

  @Test("An entry that goes over to another name makes no former value current")
  func reusedEntry() {
    let violation = MemoryModel.explore {
      let (part, told) = (Names(id: 1, word: nil), Flag())
      let whole = Names(id: 2, word: nil, parts: [part], leastLimit: 2)
      let read = whole.version(of: "name")
      _ = whole.version(of: "other")
      return [
        { _ = whole.version(of: "next") },
        {
          part.raise([DefaultsChange(key: "name", oldValue: nil, newValue: true)])
          told.raise()
        },
        {
          if told.isRaised, whole.head.pointee.isCurrent, read.isInMemory {
            MemoryModel.violate("a former value is current")
          }
        },
      ]
    }
    #expect(violation == nil)
  }

  @Test("Who finds that nothing is there anew finds what was taken in before")
  func absence() {
    let violation = MemoryModel.explore {
      let names = Names(id: 1, word: StoreHead.unknown)
      let read = names.version(of: "name")
      let now = CoarseClock.now
      return [
        {
          names.raise([DefaultsChange(key: "name", oldValue: nil, newValue: true)])
          names.head.pointee.recordAbsence(at: now)
        },
        {
          if names.head.pointee.isCurrent, read.isInMemory { MemoryModel.violate("a former value is current") }
        },
      ]
    }
    #expect(violation == nil)
  }
}

/// What one thread tells another.
final class Flag: Sendable {
  private let word = Atomic(false)

  func raise() { word.store(true, ordering: .releasing) }
  var isRaised: Bool { word.load(ordering: .acquiring) }
}
