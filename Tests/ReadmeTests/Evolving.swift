// The code of the article "Evolving your settings", in the order in which it stands there.

import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import Testing

/// Where the article's names are its own.
enum Evolving {
  struct Account: BoolDefaultSettable, ObjectDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum ObjectKey: String, CaseIterable { case timeout }
  }

  struct Profile: BoolDefaultSettable {
    // What it was called when the first values were stored.
    static let namespace = "Account"
    enum BoolKey: String { case isSignedIn = "isUserLoggedIn" }
  }
}

struct Mailbox: Codable, DefaultsSerializable, DefaultsFallback {
  var host: String
  var port: Int  // new in this release
  static let fallback = Mailbox(host: "localhost", port: 25)
}

extension DefaultsKeys {
  static let mailbox = DefaultsKey(
    "mailbox",
    defaultValue: Mailbox(host: "localhost", port: 587)
  )
  static let mailboxes = DefaultsKey<[Mailbox]>(
    "mailboxes",
    defaultValue: []
  )
}

extension DefaultsKeys {
  static let startCount = DefaultsKey("startCount", defaultValue: 0)
    .renamed(from: "runs")
}

extension Evolving {
  enum Viewer: KeyNamespaceable {
    static let pages = key("pages", defaultValue: 1)
      .renamed(fromStoredName: "pageCount")
  }

  #if UserDefaults
    static func migrate(printError: (String) -> Void = { _ in }) {
      let migrations: [DefaultsMigration] = [
        .copy(from: UserDefaultsStore.standard),
        .rename(
          "isUserLoggedIn",
          to: Account.key(.isUserLoggedIn),
          onConflict: .keepExisting
        ),
        .convert(
          "Account.timeout",
          from: Int.self,
          to: Account.key(.timeout, as: Duration.self),
          onConflict: .keepExisting,
          id: "2026-03 timeout as Duration"
        ) { .seconds($0) },
        .renameNamespace("Account", to: "Profile", onConflict: .keepExisting),
        .delete("obsolete"),
        DefaultsMigration(id: "2026-11 one list of servers") { transaction in
          let names = try transaction.keys().filter { $0.hasPrefix("server.") }
          let servers = try names.compactMap {
            try transaction.value(forKey: $0)
          }
          transaction.set(.array(servers), forKey: "servers")
          for name in names { transaction.set(nil, forKey: name) }
        },
      ]
      do {
        try Defaults.migrate(migrations)
      } catch {
        // Nothing is lost: the step that failed has changed nothing, and the
        // next start tries again.
        printError("Some settings are still those of an older release: \(error)")
      }
    }
  #endif

  static func rehearse(_ migrations: [DefaultsMigration]) throws {
    print(try Defaults.migrate(migrations, dryRun: true))
  }

  #if UserDefaults
    static func move() throws {
      try Defaults.migrate([.copy(from: UserDefaultsStore.standard)])

      let group = try DefaultsAdapter(suiteName: "group.example")
      try group.migrate([
        .moveNamespace("Shared", from: UserDefaultsStore.standard)
      ])
    }
  #endif

  static func restore(_ migrations: [DefaultsMigration]) throws {
    let backup = try Defaults.store.export(as: .propertyList)
    try Defaults.store.import(
      backup,
      as: .propertyList,
      replacing: true,
      migratingBy: migrations
    )
  }
}

extension Evolving {
  #if UserDefaults
    @Suite(.isolatedDefaults) struct SettingsTests {
      @Test func noTwoKeysCollide() {
        let audit = NamespaceAudit(
          Account.self,
          Onboarding.self,
          keys: [.startCount]
        )
        #expect(audit.collisions.isEmpty)
      }
    }
  #endif
}
