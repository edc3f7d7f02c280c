#if Postgres
  import TestSupport
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// When machines try to reach a server again.
  @Suite struct BackoffTests {
    @Test func theAttemptsOfAFleetAreSpreadEvenly() {
      var generator = SeededGenerator(1)
      let waits = (0..<10_000).map { _ in
        var backoff = Backoff(first: .milliseconds(500))
        return (0..<7).map { _ in backoff.next(using: &generator) / .seconds(1) }
      }
      for (attempt, span) in [0.5, 1, 2, 4, 8, 10, 10].enumerated() {
        var counts = [Int](repeating: 0, count: 10)
        for machine in waits { counts[Int(machine[attempt] / span * 10)] += 1 }
        #expect(counts.allSatisfy { (800...1200).contains($0) }, "attempt \(attempt): \(counts)")
      }
    }

    @Test func afterASuccessTheNextAttemptIsAsSoonAsTheFirst() {
      var generator = SeededGenerator(1)
      var backoff = Backoff(first: .milliseconds(500))
      for _ in 0..<100 {
        for _ in 0..<7 { _ = backoff.next(using: &generator) }
        backoff.reset()
        #expect(backoff.next(using: &generator) < .milliseconds(500))
        backoff.reset()
      }
    }
  }
#endif
