import Foundation
import MemoryModel
import Testing

@testable import NamespacedDefaults

/// What a program may rely on, with all that a read and a write pass on their way.
@Suite struct AccessTests {
  @Test("Who was told of a write reads it", arguments: [false, true], [false, true])
  func write(isOnFile: Bool, hasRead: Bool) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "memory-order-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "settings.defaults").path
    let store: any DefaultsStore = isOnFile ? try FileStore(path: path) : InMemoryStore()
    let violation = MemoryModel.explore(rounds: 400) {
      let (key, told) = (DefaultsKey("name", defaultValue: 0, store: store), Flag())
      key.value = 0
      if hasRead { _ = key.value }
      return [
        {
          key.value = 1
          told.raise()
        },
        { if told.isRaised, key.value != 1 { MemoryModel.violate("a former value") } },
        { if ![0, 1].contains(key.value) { MemoryModel.violate("a value that nobody has written") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("No increment is lost")
  func increments() {
    let violation = MemoryModel.explore(rounds: 1_000) {
      let (key, told) = (DefaultsKey("name", defaultValue: 0, store: InMemoryStore()), Flag())
      return [
        {
          key.value += 1
          told.raise()
        },
        {
          key.value += 1
          if told.isRaised, key.value != 2 { MemoryModel.violate("an increment is lost") }
        },
      ]
    }
    #expect(violation == nil)
  }

  @Test("Who was told of a transaction reads all of it")
  func transactions() {
    let violation = MemoryModel.explore(rounds: 1_000) {
      let (store, told) = (InMemoryStore(), Flag())
      let (first, second) = (
        DefaultsKey("a", defaultValue: 0, store: store), DefaultsKey("b", defaultValue: "", store: store)
      )
      return [
        {
          try? store.transaction {
            first.value = 1; second.value = "new"
          }
          told.raise()
        },
        {
          _ = (first.value, second.value)
          if told.isRaised, first.value != 1 || second.value != "new" { MemoryModel.violate("a former value") }
        },
      ]
    }
    #expect(violation == nil)
  }
}
