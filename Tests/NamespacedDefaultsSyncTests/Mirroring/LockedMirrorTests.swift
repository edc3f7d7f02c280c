#if UserDefaults
  import TestSupport
  import Testing

  @testable import NamespacedDefaults
  @testable import NamespacedDefaultsSync

  /// A mirror that begins before the local store can be read.
  @Suite struct LockedMirrorTests {
    private let clock = Lockbox<Int64>(1000)

    @Test func nothingIsMirroredBeforeAndAllOfItAfterwards() throws {
      let other = InMemoryStore(["Account.theme": 2])
      let problems = try mirror(["size": 1], to: other) { () throws in
        #expect(try other.settings == ["Account.theme": 2])
        #expect(other.value(forKey: "NamespacedDefaults.mirror") == nil)
      } afterwards: { (local) throws in
        #expect(try other.settings == ["size": 1, "Account.theme": 2])
        #expect(try local.settings == ["size": 1, "Account.theme": 2])
      }
      #expect(problems == [.failedWrite])
    }

    // It was stored before there was a mirror, and its becoming readable is no write.
    @Test func aValueThatBecomesReadableIsNotNewerThanThatOfTheOtherStore() throws {
      let other = InMemoryStore(["size": 2])
      let problems = try mirror(["size": 1], to: other) { () throws in
        #expect(try other.settings == ["size": 2])
      } afterwards: { (local) throws in
        #expect(try local.settings == ["size": 2])
        #expect(try other.settings == ["size": 2])
      }
      #expect(problems == [.failedWrite, .mirrorConflict])
    }

    /// Mirrors what is stored on a locked device, before and after it is unlocked, and returns the problems.
    private func mirror(
      _ stored: [String: PropertyListValue],
      to other: InMemoryStore,
      before: () throws -> Void,
      afterwards: (UserDefaultsStore) throws -> Void
    ) throws -> [DefaultsProblem.Kind] {
      let suite = try LockedSuite(stored)
      return try problems {
        try suite.onDevice {
          let local = suite.makeStore()
          let mirror = ManualMirror(local, other, clock: clock)
          mirror.run()
          try before()
          suite.unlock(posts: true)
          mirror.run()
          try afterwards(local)
        }
      }.map(\.kind)
    }
  }
#endif
