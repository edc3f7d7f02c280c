#if os(Linux)
  import Testing

  /// The memory of keys that were tracked.
  @Suite struct TrackingMemoryTests {
    /// 20,000 keys that were kept would take more than 30 MB.
    @Test(.timeLimit(.minutes(60)))
    func keysThatAreNoLongerTrackedGiveTheirMemoryBack() throws {
      let directory = try TemporaryDirectory()
      let lines = try HelperProcess.run(
        arguments: ["open", directory.file()] + (0..<5).flatMap { ["track", "\($0)", "5000"] }
      )
      let kibibytes = lines.compactMap(Int.init)
      try #require(kibibytes.count == 5)
      // What the first ones took is free for those that follow.
      #expect(kibibytes[4] - kibibytes[0] < 15_000, "\(kibibytes)")
    }
  }
#endif
