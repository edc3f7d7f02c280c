import Foundation
import NamespacedDefaultsTesting
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

private func bump(_ number: inout Int, isolation: isolated (any Actor)? = #isolation) async {
  let old = number
  await Task.yield()
  number = old + 1
}

private let sentence = "Do not pass a setting inout to an async function"

/// In-place changes that wait in the middle, which the compiler accepts.
@Suite(.isolatedDefaults)
struct SuspendedChangeTests {
  // `Task.immediate` runs a task on the thread where a change of another one is suspended.

  @Test func aChangeInsideAnotherTasksChangeStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let key = DefaultsKey("n", defaultValue: 0, store: InMemoryStore())
      _ = try? key.update { _ in Task.immediate { key.value += 1 } }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(sentence))
  }

  @Test func anAssignmentInsideAnotherTasksChangeStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = InMemoryStore()
      let other = DefaultsKey("m", defaultValue: 0, store: store)
      _ = try? DefaultsKey("n", defaultValue: 0, store: store).update { _ in Task.immediate { other.value = 1 } }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(sentence))
  }

  @Test func changesOnAnyThreadLoseNothingUnnoticed() async throws {
    await #expect(processExitsWith: .failure) {
      let key = DefaultsKey("n", defaultValue: 0, store: InMemoryStore())
      await withTaskGroup { group in
        for _ in 0..<50 { group.addTask { await bump(&key.value) } }
      }
      // What is lost nobody has noticed. If nothing is lost, this is no failure of the library, but of the test.
      exit(key.value == 50 ? EXIT_FAILURE : EXIT_SUCCESS)
    }
  }

  /// A store that gives up soon.
  private final class ImpatientStore: DefaultsStore, DefaultsStorage {
    let inner = InMemoryStore(["other": 5])
    var context: DefaultsStoreContext { inner.context }
    var lockTimeout: Duration { .milliseconds(50) }
    func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  @Test(arguments: ["write", "transaction"])
  func whoeverWaitsForAChangeGetsAnErrorInTheEnd(_ access: String) async throws {
    let store = ImpatientStore()
    let key = DefaultsKey("n", defaultValue: 0, store: store)
    let other = DefaultsKey("other", defaultValue: 0, store: store)
    let error = Mutex<(any Error)?>(nil)
    try key.update { number in
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        do {
          switch access {
          case "write": try other.write(1)
          default: try store.transaction {}
          }
        } catch let failure {
          error.withLock { $0 = failure }
        }
        end.signal()
      }
      end.wait()
      number += 1
    }
    let caught = error.withLock { $0 }
    let timeout = try #require(caught as? DefaultsError)
    #expect(timeout.code == .lockTimeout)
    #expect(timeout.message.contains("another thread of this process has kept the store locked for 0.05 seconds"))
    #expect(timeout.message.contains("do not pass a setting inout to an async function"))
    #expect(key.value == 1 && other.value == 5)
  }
}
