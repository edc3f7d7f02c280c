// The code of the article "Settings for a fleet", in the order in which it stands there, and its tests. The commands of the
// article are carried out by the tests of the tool.

#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsLayers
  import NamespacedDefaultsPostgres
  import Testing

  struct Gateway: IntegerDefaultSettable, StringDefaultSettable {
    enum IntegerKey: String, CaseIterable { case maxConnections }
    enum StringKey: String, CaseIterable { case greeting }

    static func defaultValue(forKey key: IntegerKey) -> Int { 100 }
  }

  func openFleet(_ connection: String) throws {
    Defaults.store = try PostgresStore(
      connection: connection,
      name: "fleet",
      replica: try FileStore(name: "fleet", in: .state)
    )
  }

  func openMachine(_ fleet: PostgresStore) throws {
    Defaults.store = LayeredStore([
      Layer(EnvironmentStore(prefix: "FLEET")),
      Layer(try FileStore(name: "machine", in: .config)),
      Layer(fleet, isReadOnly: true),
    ])
  }

  func limitGateways(to count: Int) -> String {
    do {
      try Gateway.key(.maxConnections).write(count)
      return "All machines have \(count) connections at most."
    } catch let error as DefaultsError where error.code == .unknownOutcome {
      return "The server was lost. Look again: \(error)"
    } catch {
      return "Nothing was changed: \(error)"
    }
  }

  func health(of store: PostgresStore) -> String {
    switch store.state {
    case .connected: "the settings are current"
    case .disconnected(let since, let reason):
      "not connected since \(since): \(reason)"
    }
  }

  func openFleetOfTwoHosts() throws {
    Defaults.store = try PostgresStore(
      connection: "postgresql://db1.example,db2.example/settings",
      name: "fleet",
      replica: try FileStore(name: "fleet", in: .state)
    )
  }

  struct SettingsForAFleetTests {
    @Test(arguments: [("SettingsForAFleet", 4), ("NamespacedDefaultsPostgres", 1)])
    func everyBlockIsCompiledHere(article: String, count: Int) throws {
      let file = try MarkdownFile(article: article)
      #expect(file.blocks.count == count)
      try file.expectBlocks(in: "SettingsForAFleet.swift")
    }
  }
#endif
