import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Threads that wait for the disk at the same time.
@Suite struct SharedSynchronizationTests {
  private let failure = DefaultsError.system(operation: "fdatasync", path: "/file", code: SystemCode.inputOutput)

  @Test func aWaitThatBeginsDuringARoundIsEndedByTheNextOne() {
    let work = SharedWork()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let rounds = Atomic(0)
    let ended = Collector<String>()
    Thread.detachNewThread {
      try? work.join(mark: 1) { () throws(DefaultsError) in
        rounds.add(1, ordering: .relaxed)
        begun.signal()
        goOn.wait()
      }
      ended.append("first")
    }
    begun.wait()
    for name in ["second", "third"] {
      Thread.detachNewThread {
        try? work.join(mark: 2) { () throws(DefaultsError) in rounds.add(1, ordering: .relaxed) }
        ended.append(name)
      }
    }
    while work.waiterCount < 2 { usleep(1000) }
    #expect(ended.all == [])
    goOn.signal()
    for name in ["first", "second", "third"] { #expect(ended.waitFor { $0 == name }) }
    #expect(rounds.load(ordering: .relaxed) == 2, "those who waited for the next round share it")
    #expect(work.doneMark == 2)
  }

  /// The system reports an error once.
  ///
  /// A later success says nothing about what was written before.
  @Test func anErrorReachesAllWhoHadBegunToWait() {
    let work = SharedWork()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let results = Collector<String>()
    let failure = failure
    Thread.detachNewThread {
      let isDone =
        (try? work.join(mark: 1) { () throws(DefaultsError) in
          begun.signal()
          goOn.wait()
          throw failure
        }) != nil
      results.append("first \(isDone)")
    }
    begun.wait()
    Thread.detachNewThread {
      let isDone = (try? work.join(mark: 2) { () throws(DefaultsError) in }) != nil
      results.append("second \(isDone)")
    }
    while work.waiterCount < 1 { usleep(1000) }
    goOn.signal()
    #expect(results.waitFor { $0 == "first false" })
    #expect(results.waitFor { $0 == "second false" })
    #expect(throws: failure) { try work.join(mark: 3) { () throws(DefaultsError) in } }
    #expect(work.doneMark == 0)
  }

  @Test func eightThreadsThatWaitForTheDiskShareTheirWaits() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(0), forKey: "first")
    let path = store.path
    let synchronizations = Atomic(0)
    let ended = Collector<Int>()
    FileSystemChange.observe { change in
      guard change.path == path, case .synchronization = change.kind else { return }
      synchronizations.add(1, ordering: .relaxed)
      // A disk takes its time.
      usleep(3_000)
    } during: {
      for thread in 0..<8 {
        Thread.detachNewThread {
          for round in 0..<25 { try? store.set(.integer(Int64(round)), forKey: "\(thread)") }
          ended.append(thread)
        }
      }
      for thread in 0..<8 { #expect(ended.waitFor { $0 == thread }) }
    }
    let count = synchronizations.load(ordering: .relaxed)
    #expect(count <= 50, "\(count) for 200 writes")
    for thread in 0..<8 { #expect(try store.value(forKey: "\(thread)") == .integer(24)) }
    #expect(try LogReport(path: path).damage == [])
  }

  /// The synchronization that a write shares begins after its record is in the file.
  @Test func aWriteReturnsAfterASynchronizationThatBeganAfterIt() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(0), forKey: "first")
    let path = store.path
    // What the file had when the last synchronization that has ended began.
    let durable = Lockbox(0)
    let (latest, ended, late) = (Lockbox(0), Collector<Int>(), Collector<String>())
    FileSystemChange.observe { change in
      guard change.path == path, case .synchronization = change.kind else { return }
      durable.change { $0 = max($0, latest.value) }
      latest.change { $0 = store.engine.pointer.length }
      usleep(500)
    } during: {
      for thread in 0..<4 {
        Thread.detachNewThread {
          for round in 0..<50 {
            try? store.set(.integer(Int64(round)), forKey: "\(thread)")
            // This thread's record ends at this length or before it; the synchronization has begun at one that covers it.
            let end = store.engine.withLock { $0.facts.synchronized.length }
            if latest.value < end { late.append("\(thread): \(latest.value) < \(end)") }
          }
          ended.append(thread)
        }
      }
      for thread in 0..<4 { #expect(ended.waitFor { $0 == thread }) }
    }
    #expect(late.all == [])
  }

  @Test func allThatWaitedForAFailedSynchronizationIsRolledBack() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file(), durability: .powerLoss)
    try store.set(.integer(0), forKey: "count")
    let path = store.path
    let isFailing = Atomic(true)
    let failures = Atomic(0)
    let ended = Collector<Int>()
    let failure = failure
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard change.path == path, case .synchronization = change.kind else { return }
      usleep(2_000)
      if isFailing.exchange(false, ordering: .relaxed) { throw failure }
    } during: {
      for thread in 0..<8 {
        Thread.detachNewThread {
          do {
            try store.update("count") { value in
              if case .integer(let number) = value { value = .integer(number + 1) }
            }
          } catch {
            failures.add(1, ordering: .relaxed)
          }
          ended.append(thread)
        }
      }
      for thread in 0..<8 { #expect(ended.waitFor { $0 == thread }) }
    }
    let lost = failures.load(ordering: .relaxed)
    #expect(lost > 0)
    #expect(try store.value(forKey: "count") == .integer(Int64(8 - lost)), "those that threw do not count")
    #expect(try HelperProcess.run("open", path, "get", "count") == ["\(8 - lost)"])
  }
}
