import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// `Defaults[.launchCount] += 1` is one atomic change: from eight threads, on every store, and from two processes.
@Suite struct ConcurrentCountTests {
  @Test(arguments: StoreKind.allCases)
  func eightThreadsLoseNoIncrement(_ kind: StoreKind) throws {
    // Outside Apple platforms a `UserDefaultsStore` writes a whole file for each.
    let count = (kind.rewritesEverything ? 50 : 300) * faultRounds
    try kind.with { store in
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        // The task's store does not reach Dispatch's threads.
        Defaults.withStore(store) {
          for _ in 0..<count { Defaults[.launchCount] += 1 }
        }
      }
      #expect(Defaults[.launchCount] == 8 * count)
    }
  }

  @Test func twoProcessesLoseNoIncrement() throws {
    let directory = try TemporaryDirectory()
    let processes = try (0..<2).map { _ in try HelperProcess(["open", directory.file(), "launch", "3000"]) }
    for process in processes { #expect(try process.finish() == ["ok"]) }
    try Defaults.withStore(FileStore(path: directory.file())) { #expect(Defaults[.launchCount] == 6_000) }
  }
}
