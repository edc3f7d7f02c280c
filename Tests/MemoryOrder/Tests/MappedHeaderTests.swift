import Foundation
import MemoryModel
import Testing

@testable import NamespacedDefaults

/// Whether who finds a commit in the mapped file finds its records too.
@Suite struct MappedHeaderTests {
  /// `@unchecked Sendable`: any thread may read the header, and one publishes.
  private final class World: @unchecked Sendable {
    let header: MappedHeader
    let file: OpenFile
    private let store: FileStore

    init(_ path: String) throws {
      let new = try FileStore(path: path)
      try new.set(true, forKey: "name")
      (header, file) = try new.context.withLock { (new.file.header, try #require(new.file.log).file) }
      store = new
    }
  }

  /// What stands for the records, which the system writes in no order with anything else.
  private final class Records: Sendable {
    let length = Atomic(0)
  }

  @Test("Who finds a commit finds its records")
  func publishing() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "memory-order-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let world = try World(directory.appending(path: "settings.defaults").path)
    #expect(world.header.exchangesPointers)
    let violation = MemoryModel.explore {
      let former = world.header.load()
      let next = CommitPointer(length: former.length, generation: former.generation &+ 1)
      let records = Records()
      return [
        {
          records.length.store(1, ordering: .relaxed)
          _ = try? world.header.publish(next, over: former, of: world.file)
        },
        {
          guard world.header.load() == next else { return }
          if records.length.load(ordering: .relaxed) == 0 { MemoryModel.violate("a commit without its records") }
        },
      ]
    }
    #expect(violation == nil)
  }
}
