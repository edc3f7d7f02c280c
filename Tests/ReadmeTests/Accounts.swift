// The code of the article "Settings of each account", in the order in which it stands there.

import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Observation
import Testing

struct User: BoolDefaultSettable {
  let id: String
  var namespace: String { "User.\(id)" }
  enum BoolKey: String, CaseIterable { case isAdmin }

  var accent: DefaultsKey<Theme> { key("accent", defaultValue: .light) }
  var fontSize: DefaultsKey<Double> { key("font.size", defaultValue: 13) }
  var keys: [DefaultsKeys] { [accent, fontSize] }

  // One for all accounts.
  static let lastID = key("lastID", of: String.self)
  static let keys = [lastID]
}

func promote() {
  // Stored as "User.ada.isAdmin".
  User(id: "ada").set(true, forKey: .isAdmin)
  User(id: "ada").accent.value = .dark
  User.lastID.value = "ada"
}

final class UserModel: Observable {
  let user: User
  @Default var accent: Theme  // $accent is its key

  init(_ user: User) {
    self.user = user
    _accent = Default(user.accent)
  }
}

@Observable final class Session {
  private(set) var user: User?

  var isAdmin: Bool {
    get { user?[.isAdmin] ?? false }
    set { user?[.isAdmin] = newValue }
  }

  func signIn(_ id: String) { user = User(id: id) }

  func signOut() {
    user?.removeAll()
    user = nil
  }
}

@Suite(.isolatedDefaults)
struct UserTests {
  @Test func signingOutLeavesOtherAccounts() throws {
    User(id: "ada").fontSize.value = 20
    User(id: "bob").fontSize.value = 9
    let session = Session()
    session.signIn("ada")
    session.signOut()
    #expect(try Defaults.store.keys() == ["User.bob.font.size"])
  }

  @Test func noTwoSettingsCollide() {
    let audit = NamespaceAudit(
      User.self,
      instances: ["User.*": User(id: "ada").keys]
    )
    #expect(audit.collisions.isEmpty)
  }
}

/// The article says what the code does.
@Suite(.isolatedDefaults)
struct AccountsGuideTests {
  @Test func theArticleIsCompiled() throws {
    let file = try MarkdownFile(article: "SettingsOfEachAccount")
    #expect(file.blocks.count == 3)
    try file.expectBlocks(in: "Accounts.swift")
  }

  @Test func anAccountHasItsOwnNames() throws {
    promote()
    #expect(try Defaults.store.keys().sorted() == ["User.ada.accent", "User.ada.isAdmin", "User.lastID"])
  }

  @Test func aModelIsThatOfItsAccount() {
    let (ada, bob) = (UserModel(User(id: "ada")), UserModel(User(id: "bob")))
    ada.accent = .dark
    #expect(User(id: "ada").accent.value == .dark)
    #expect(bob.accent == .light)
  }

  @Test func aSessionRefreshesWhatHasReadItsAccount() async {
    let session = Session()
    session.signIn("ada")
    await confirmation { isChanged in
      withObservationTracking {
        #expect(!session.isAdmin)
      } onChange: {
        isChanged()
      }
      User(id: "ada").set(true, forKey: .isAdmin)
    }
    #expect(session.isAdmin)
    session.signIn("bob")
    #expect(!session.isAdmin)
  }
}
