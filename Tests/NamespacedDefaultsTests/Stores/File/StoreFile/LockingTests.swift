import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Waiting for a file that another process, or this one under another name, keeps locked.
@Suite struct LockingTests {
  // Each thread changes one store, and within that the store of the next one. The last one waits for a moment only.
  @Test(arguments: [2, 3]) func threadsThatWaitForEachOtherAreToldAfterTheLimit(count: Int) throws {
    let directory = try TemporaryDirectory()
    let stores = try (0..<count).map {
      try FileStore(path: directory.file("\($0)"), lockTimeout: $0 == 0 ? .milliseconds(50) : .seconds(3600))
    }
    let locked = Lockbox(0)
    let results = Collector<String>()
    for index in 0..<count {
      Thread.detachNewThread {
        do {
          try stores[index].update("own") { value in
            locked.change { $0 += 1 }
            while locked.value < count { usleep(100) }
            try stores[(index + 1) % count].set(true, forKey: "other")
            value = true
          }
          results.append("\(index): ok")
        } catch {
          results.append("\(index): \(error)")
        }
      }
    }
    let message = """
      \(count - 1): another thread of this process has kept \(stores[0].path) locked for 0.05 seconds. This thread has \
      locked another store itself, so two threads may each wait for the store of the other: let all threads use several \
      stores in one order. If it changes a setting in place and waits for something meanwhile: do not pass a setting inout \
      to an async function; pass a copy, and assign the result
      """
    #expect(results.waitFor { $0 == message })
    for index in 0..<count - 1 { #expect(results.waitFor { $0 == "\(index): ok" }, "the others go on then") }
  }

  @Test func aThreadThatHasNoOtherStoreIsToldOfNoCircle() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), lockTimeout: .milliseconds(50))
    let results = Collector<String>()
    try store.transaction {
      Thread.detachNewThread {
        do { try store.set(1, forKey: "a") } catch { results.append("\(error)") }
      }
      let message = """
        another thread of this process has kept \(store.path) locked for 0.05 seconds. If it changes a setting in place \
        and waits for something meanwhile: do not pass a setting inout to an async function; pass a copy, and assign the \
        result
        """
      #expect(results.waitFor { $0 == message })
    }
  }

  private let directory: TemporaryDirectory
  private let store: FileStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
  }

  private func holder() throws -> HelperProcess {
    let holder = try HelperProcess(["open", store.path, "hold"])
    #expect(holder.nextLine() == "held")
    return holder
  }

  @Test func aWriteThatWaitsTooLongSaysForWhom() throws {
    let holder = try holder()
    let impatient = try FileStore(path: store.path, lockTimeout: .milliseconds(20))
    let error = #expect(throws: DefaultsError.self) { try impatient.set(.integer(2), forKey: "a") }
    #expect(error?.code == .lockTimeout)
    #expect(error?.operation == "flock")
    #expect(error?.path == store.path)
    #if os(Linux)
      #expect(
        error?.message == "flock \(store.path): process \(holder.id) has kept the file locked for 0.02 seconds"
      )
    #endif
    #expect(try impatient.value(forKey: "a") == .integer(1))
    _ = holder.kill()
    try impatient.set(.integer(2), forKey: "a")
    #expect(try HelperProcess.run("open", store.path, "get", "a") == ["2"])
  }

  #if os(Linux)
    @Test func aProcessWithTwoLocksIsNamedOnce() throws {
      let holders = try (0..<2).map { _ in try OpenFile(path: store.path, for: .reading) }
      for holder in holders { #expect(try holder.tryLock(.shared)) }
      let impatient = try FileStore(path: store.path, lockTimeout: .milliseconds(20))
      let error = #expect(throws: DefaultsError.self) { try impatient.set(.integer(2), forKey: "a") }
      withExtendedLifetime(holders) {}
      #expect(
        error?.message
          == "flock \(store.path): process \(ProcessInfo.processInfo.processIdentifier) has kept the file locked for 0.02 seconds"
      )
    }

    @Test func allProcessesWithALockAreNamed() throws {
      let own = try OpenFile(path: store.path, for: .reading)
      #expect(try own.tryLock(.shared))
      let other = try HelperProcess(["share", store.path, "await-file", directory.file("end")])
      #expect(other.nextLine() == "shared")
      let impatient = try FileStore(path: store.path, lockTimeout: .milliseconds(20))
      let error = #expect(throws: DefaultsError.self) { try impatient.set(.integer(2), forKey: "a") }
      withExtendedLifetime(own) {}
      let holders = [ProcessInfo.processInfo.processIdentifier, other.id].sorted()
      #expect(
        error?.message
          == "flock \(store.path): processes \(holders[0]), \(holders[1]) have kept the file locked for 0.02 seconds"
      )
      _ = other.kill()
    }
  #endif

  @Test func aThreadReadsWhileAnotherWaitsForAnotherProcess() throws {
    let holder = try holder()
    let results = Collector<String>()
    Thread.detachNewThread { [store] in
      results.append((try? store.set(.integer(2), forKey: "b")) != nil ? "written" : "failed")
    }
    // Until the other thread waits.
    usleep(50_000)
    Thread.detachNewThread { [store] in
      // Neither is in memory, nor is a third store of the same path.
      let values = [try? store.value(forKey: "a"), try? store.value(forKey: "b")]
      results.append("\(values.compactMap { $0 }.count) \((try? FileStore(path: store.path).keys()) ?? [])")
    }
    #expect(results.waitFor { $0 == "1 [\"a\"]" })
    #expect(results.all == ["1 [\"a\"]"], "the other thread waits")
    _ = holder.kill()
    #expect(results.waitFor { $0 == "written" })
    #expect(try store.value(forKey: "b") == .integer(2))
  }

  @Test func theThreadsThatWaitForAnotherProcessAllWriteInTheEnd() throws {
    let holder = try holder()
    let results = Collector<String>()
    for index in 0..<4 {
      Thread.detachNewThread { [store] in
        for _ in 0..<100 {
          try? store.update("c") { value in
            if case .integer(let old) = value { value = .integer(old + 1) } else { value = .integer(1) }
          }
        }
        results.append("ended \(index)")
      }
    }
    usleep(20_000)
    #expect(results.all == [])
    _ = holder.kill()
    for index in 0..<4 { #expect(results.waitFor { $0 == "ended \(index)" }) }
    #expect(try store.value(forKey: "c") == .integer(400))
  }

  /// A file that is cut by a loss of power needs a writer to mend it, and the only one is stopped.
  @Test func aDamagedFileThatAnotherProcessKeepsLockedIsRead() throws {
    try store.set(.integer(2), forKey: "b")
    var damaged = try bytes(ofFile: store.path)
    damaged[128 + 14] ^= 1
    let path = directory.file("damaged.defaults")
    try write(damaged, toFile: path)
    let file = try OpenFile(path: path, for: .reading)
    try file.lock(.exclusive, limit: .seconds(30))
    let (value, problems) = try catchingProblems { try FileStore(path: path).value(forKey: "b") }
    #expect(value == .integer(2))
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  /// The disk may refuse it when the writer goes on.
  @Test func whatAStoppedWriterHasNotPublishedIsNotRead() throws {
    try store.locked.writeAndDie(["a": .integer(2)])
    let writer = try OpenFile(path: store.path, for: .reading)
    #expect(try writer.tryLock())
    // Until the file is not one that was just written.
    usleep(150_000)
    #expect(try LockedFile(path: store.path).value(forKey: "a") == .integer(1))
  }

  @Test func aFileWhoseCompactionIsStoppedIsRead() throws {
    let file = try OpenFile(path: store.path, for: .reading)
    try file.lock(.exclusive, limit: .seconds(30))
    try file.publish(store.locked.pointer.superseded)
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    #expect(key.value == 1)
    let new = try FileStore(path: directory.file("new.defaults"))
    try new.set(.integer(2), forKey: "a")
    #expect(rename(new.path, store.path) == 0)
    #expect(key.value == 2, "it has looked whether the compaction went on")
  }

  /// Who is told of a change reads all layers, with the observed one locked, and so must not wait for the file.
  @Test func aFileWhoseCompactionIsStoppedIsReadBeneathAnObservedLayer() throws {
    let upper = InMemoryStore()
    let layers = LayeredStore([upper, store])
    let values = Lockbox<[PropertyListValue?]>([])
    let observation = layers.observe("a") { change in values.change { $0.append(change.newValue) } }
    let file = try OpenFile(path: store.path, for: .reading)
    try file.lock(.exclusive, limit: .seconds(30))
    try file.publish(store.locked.pointer.superseded)
    for value: PropertyListValue? in [2, nil] { try upper.set(value, forKey: "a") }
    #expect(values.value == [2, 1])
    observation.cancel()
  }

  @Test func anUpdateInsideAnUpdateOfTheSameFileUnderAnotherNameThrows() throws {
    #expect(link(store.path, directory.file("link.defaults")) == 0)
    let other = try FileStore(path: directory.file("link.defaults"))
    try store.update("a") { value in
      let error = #expect(throws: DefaultsError.self) { try other.set(.integer(3), forKey: "b") }
      #expect(
        error?.message == """
          \(other.path): this thread is changing the same file as \(store.path), and would wait for itself for ever
          """
      )
      let read = try other.value(forKey: "a")
      #expect(read == .integer(1))
      value = .integer(2)
    }
    #expect(try other.value(forKey: "a") == .integer(2))
    try other.set(.integer(3), forKey: "b")
    #expect(try store.value(forKey: "b") == .integer(3))
  }

  @Test func threadsThatUseTwoNamesOfOneFileCountEveryUpdate() throws {
    #expect(link(store.path, directory.file("link.defaults")) == 0)
    let stores = [store, try FileStore(path: directory.file("link.defaults"))]
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for _ in 0..<200 {
        try? stores[index].update("a") { value in
          if case .integer(let old) = value { value = .integer(old + 1) }
        }
      }
    }
    for store in stores { #expect(try store.value(forKey: "a") == .integer(401)) }
  }
}
