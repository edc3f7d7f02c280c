import Foundation
import NamespacedDefaults
import Testing

/// A change in place that is suspended.
@Suite struct AsynchronousChangeTests {
  /// An executor that runs each job on a new thread.
  final class ThreadExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  actor Changer {
    private let executor = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func change(_ key: DefaultsKey<Int>) async { await wait(&key.value) }
  }

  @Test(.timeLimit(.minutes(60)))
  func aChangeThatEndsOnAnotherThreadStopsTheProgramWithASentence() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Changer().change(DefaultsKey<Int>("a", defaultValue: 0, store: InMemoryStore()))
    }
    let output = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Do not pass a setting inout to an async function"))
  }
}

@concurrent private func wait(_ value: inout Int) async {
  await Task.yield()
  value += 1
}
