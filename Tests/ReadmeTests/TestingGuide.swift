// The code of the article "Testing", in the order in which it stands there.

import NamespacedDefaults
import NamespacedDefaultsTesting
import Synchronization
import Testing
import XCTest

@Suite(.isolatedDefaults)
struct FirstLoginTests {
  @Test func theFirstLoginIsCounted() {
    logIn()
    #expect(Defaults.Account.integer(forKey: .loginCount) == 1)
  }

  @Test func aTaskHasTheStoreOfItsTest() async {
    await Task { logIn() }.value
    #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
  }

  @Test func aDetachedTaskIsGivenTheStore() async {
    let store = Defaults.store
    await Task.detached { Defaults.withStore(store) { logIn() } }.value
    #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
  }
}

final class LoginTestCase: XCTestCase {
  override func setUp() {
    IsolatedDefaults.setUp()
  }

  func testLoggingInCounts() {
    logIn()
    XCTAssertEqual(Defaults.Account.integer(forKey: .loginCount), 1)
  }
}

/// A store that refuses every write.
final class FullStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()

  func storedValue(forKey name: String) -> PropertyListValue? { nil }
  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) throws {
    throw DefaultsError(.failedSystemCall, "the disk is full")
  }
  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() {}
}

@Suite(.isolatedDefaults { FullStore() })
struct FullDiskTests {
  @Test func aFailedLoginIsReportedOnce() {
    let kinds = Mutex<[DefaultsProblem.Kind]>([])
    Defaults.withProblemHandler { problem in
      kinds.withLock { $0.append(problem.kind) }
    } operation: {
      logIn()
      logIn()
    }
    #expect(kinds.withLock { $0 } == [.failedWrite])
  }

  @Test func aThrowingWriteThrows() {
    #expect(throws: DefaultsError.self) {
      try Defaults.Account.key(.isUserLoggedIn).write(true)
    }
  }
}
