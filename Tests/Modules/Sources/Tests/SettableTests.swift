import Core
import Feature
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

/// Every spelling of a namespace, in a module that does not declare it.
@Suite(.isolatedDefaults)
struct SettableTests {
  @Test func aNamespaceReadsAndWrites() throws {
    Account.set(true, forKey: .isUserLoggedIn)
    Account[.loginCount] += 1
    Account[.isUserLoggedIn].toggle()
    #expect(!Account.bool(forKey: .isUserLoggedIn))
    #expect(Account.bool(forKey: .showsHints))
    #expect(Account.integer(forKey: .loginCount) == 1)
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == 1)
    #expect(Account.key(.loginCount).hasValue)
    Account.remove(forKey: .loginCount)
    #expect(Account.key(.loginCount).value == 0)
    #expect(Account.storedKeys == ["Account.isUserLoggedIn"])
    Account.removeAll()
    #expect(Account.storedKeys == [])
  }

  @Test func anInstanceIsANamespace() throws {
    User(id: 7).set("Ada", forKey: .nickname)
    #expect(User(id: 7).string(forKey: .nickname) == "Ada")
    #expect(User(id: 8).key(.nickname).value == nil)
    #expect(try Defaults.store.keys() == ["User.7.nickname"])
  }

  @Test func aNamespaceTakesAnyType() {
    Defaults.Editor.set(Position(line: 3), forKey: .position)
    #expect(Defaults.Editor.object(Position.self, forKey: .position) == Position(line: 3))
    let position: Position? = Defaults.Editor[.position]
    #expect(position?.line == 3)
  }

  @Test func theAuditFindsNoCollision() {
    let audit = NamespaceAudit(Account.self, User.self, Window.self, keys: [.launchCount, .username])
    #expect(audit.collisions.isEmpty)
  }

  @Test func aTypeOnTheMainActorIsANamespaceOnEveryThread() async {
    Window.set(false, forKey: .isOpen)
    await Task { @concurrent in Window[.isOpen].toggle() }.value
    #expect(Window.bool(forKey: .isOpen))
    await MainActor.run { Window().set(false, forKey: .isOpen) }
    #expect(!Window.bool(forKey: .isOpen))
  }
}
