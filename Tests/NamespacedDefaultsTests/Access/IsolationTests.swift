import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// A process with a test that has the trait keeps everything from the settings of the person who runs the tests.
@Suite(.isolatedDefaults)
struct IsolationTests {
  @Test func aNamedStoreIsInATemporaryDirectory() throws {
    let path = try FileStore(name: "NamespacedDefaultsTests.isolation").path
    let isTemporary =
      path.contains("/NamespacedDefaults.") && path.hasSuffix("/NamespacedDefaultsTests.isolation.defaults")
    #expect(isTemporary, "these tests are not isolated, and would write \(path)")
  }

  /// A process in which no trait is created.
  @Test func aTestOfXCTestIsolatesItsProcess() async {
    await #expect(processExitsWith: .success) {
      let before = try FileStore.directory(of: .config)
      IsolatedDefaults.setUp()
      let after = try FileStore.directory(of: .config)
      #expect(!before.contains("/NamespacedDefaults."))
      #expect(after.contains("/NamespacedDefaults."))
    }
  }
}
