import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// A read waits for no disk and no other process.
@Suite struct JSONWaitingTests {
  /// Reads a name that is not remembered, on another thread, and returns whether that has ended.
  private func isRead(_ store: JSONStore) -> Bool {
    let values = Collector<PropertyListValue?>()
    let thread = Thread { values.append(try? store.value(forKey: "a")) }
    thread.start()
    return waitUntil { values.all == [1] }
  }

  @Test(arguments: [false, true]) func aReadWaitsForNoDisk(isWritten: Bool) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let store = try JSONStore(path: directory.file)
    let reads = Collector<Bool>()
    try FileSystemChange.observe { change in
      guard change.path.hasPrefix(directory.path) else { return }
      switch change.kind {
      case .synchronization, .directorySynchronization: reads.append(isRead(store))
      default: break
      }
    } during: {
      if isWritten { try store.set(2, forKey: "b") } else { try store.synchronize() }
    }
    #expect(reads.all == Array(repeating: true, count: isWritten ? 3 : 1))
  }

  @Test func aReadWaitsForNoOtherProcess() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let store = try directory.store()
    try store.set(2, forKey: "b")
    let other = try OpenFile(path: directory.path + "/.tool.json.lock", for: .reading)
    try #require(try other.tryLock())
    let written = Collector<Bool>()
    let thread = Thread { written.append((try? store.set(3, forKey: "b")) != nil) }
    thread.start()
    // Who waits says so in the file.
    #expect(try waitUntil { try FileStamp(of: other).size > JSONIntent.recordSize })
    #expect(isRead(store))
    #expect(written.all.isEmpty)
    other.unlock()
    #expect(waitUntil { written.all == [true] })
  }
}
