import Foundation
import NamespacedDefaults
import Observation
import TestSupport
import Testing

/// What each observer may count on, as the article "Observing settings" says it, while several threads and processes
/// write, observe and cancel at random.
///
/// A failure gives the seed. It repeats what each thread does, but not how the threads take turns.
@Suite struct ObserverModelTests {
  @Test(.timeLimit(.minutes(60 * faultRounds)), arguments: StoreKind.allCases)
  func everyObserverGetsWhatItMayCountOn(_ kind: StoreKind) async throws {
    for seed in 1...UInt64(faultRounds) {
      try await kind.with { store in
        let model = ObserverModel(store)
        await use(model, seed: seed, writeCount: kind.rewritesEverything ? 40 : 400) {}
        #expect(model.brokenRules == [], "seed \(seed)")
      }
    }
  }

  @Test(.timeLimit(.minutes(60 * faultRounds)))
  func observersMayCountOnItWhileOtherProcessesWrite() async throws {
    for seed in 1...UInt64(faultRounds) {
      let directory = try TemporaryDirectory()
      let model = ObserverModel(try FileStore(path: directory.file()))
      await use(model, seed: seed, writeCount: 400) {
        do {
          let arguments = ["open", directory.file(), "increment", "n", "300"]
          let processes = [try HelperProcess(arguments), try HelperProcess(arguments)]
          for process in processes { _ = try process.finish() }
        } catch {
          model.report("\(error)")
        }
      }
      #expect(model.brokenRules == [], "seed \(seed)")
    }
  }

  /// Uses a store on several threads, and checks every observer in the end.
  private func use(
    _ model: ObserverModel,
    seed: UInt64,
    writeCount: Int,
    untilEndOf others: @escaping @Sendable () -> Void
  ) async {
    let observations = [model.echo(), model.observeGrowth()]
    for name in ObserverModel.names { _ = model.observe(name, initially: name < "c") }
    await withTaskGroup { group in
      group.addTask { await model.followNumber() }
      group.addTask { await model.followPair() }
      group.addTask { await onThread { model.track() } }
      group.addTask {
        await withTaskGroup { writers in
          for number in 0..<3 {
            writers.addTask {
              await onThread {
                var writer = ModelWriter(number, of: model, seed: seed)
                writer.write(count: writeCount)
              }
            }
          }
          writers.addTask { await onThread(others) }
        }
        await onThread { model.finish() }
      }
    }
    withExtendedLifetime(observations) {}
  }
}

/// Runs a body on a thread of its own, because one that waits must not keep a thread on which tasks run.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}
