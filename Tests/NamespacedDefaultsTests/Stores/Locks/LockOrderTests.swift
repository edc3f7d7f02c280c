import NamespacedDefaults
import Testing

#if DEBUG && (os(Linux) || os(macOS))
  @Suite struct LockOrderTests {
    @Test func toChangeAStoreInsideOfItsContextsLockStopsADebugBuild() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = InMemoryStore()
        try store.context.withLock { try store.set(1, forKey: "a") }
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("the store is changed inside of its context's withLock"))
    }
  }
#endif
