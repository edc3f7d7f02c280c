#if Postgres
  /// The waits of a listener before its attempts to reach a server that it has lost.
  ///
  /// A fleet loses its server at one moment, and a connection takes 5 to 8 ms of the server's processor time. So an attempt
  /// comes at any moment of a span with the same chance: of half a second at first, which one program hardly notices, then of
  /// twice as much each time, up to 10 seconds. Of 10,000 machines that have waited for long, 1,000 come in a second.
  struct Backoff {
    /// The span of the first attempt.
    let first: Duration
    private var span = Duration.zero

    init(first: Duration) { self.first = first }

    /// Returns the wait before the next attempt, after one that has failed.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
      span = max(first, min(span * 2, .seconds(10)))
      return span * Double.random(in: 0..<1, using: &generator)
    }

    /// Forgets the attempts that have failed, because one has succeeded.
    mutating func reset() { span = .zero }
  }
#endif
