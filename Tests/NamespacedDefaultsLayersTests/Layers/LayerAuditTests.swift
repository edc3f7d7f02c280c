import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import Testing

/// What an audit knows of the layers of a store.
struct LayerAuditTests {
  private func audit(_ names: [String], in store: any DefaultsStore) -> NamespaceAudit {
    NamespaceAudit(keys: names.map { DefaultsKey<Int>($0, defaultValue: 1, store: store) })
  }

  @Test func settingsOfOneVariableCollide() {
    let store = LayeredStore([EnvironmentStore(prefix: "T", environment: [:]), InMemoryStore()])
    let audit = audit(["http.maxURL", "httpMax.url", "http.max", "Über.x", "Äber.x"], in: store)
    #expect(audit.collisions == [#"T_HTTP_MAX_URL is the variable of "http.maxURL" and of "httpMax.url""#])
  }

  @Test func withoutTheEnvironmentTheyDoNot() {
    #expect(audit(["http.maxURL", "httpMax.url"], in: LayeredStore([InMemoryStore()])).collisions == [])
    #expect(audit(["a"], in: InMemoryStore()).keys.map(\.variable) == [nil])
  }

  @Test func theTableHasTheVariables() {
    let store = EnvironmentStore(prefix: "T", environment: ["T_HTTP_PORT": "80"])
    #expect(
      "\(audit(["http.port"], in: store))" == """
        name       type  default  stored  variable     declared by
        http.port  Int   1        "80"    T_HTTP_PORT  DefaultsKey<Int>("http.port")
        """
    )
  }

  /// An object of a JSON file is a namespace, or the value of one key.
  @Test func theMembersOfADeclaredObjectAreDeclared() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"profile": {"name": "A", "no": {"x": 1}}, "log": {"level": 1}, "nmae": "B"}"#)
    let store = try directory.store()
    let profile = DefaultsKey<[String: PropertyListValue]?>("profile", store: store)
    #expect(NamespaceAudit(keys: [profile]).undeclaredKeys == ["log.level", "nmae"])
  }

  /// It has no names of settings, but a store of it has.
  @Test func aFileAsPeopleWriteItIsNoExport() throws {
    let (directory, text) = (try JSONDirectory(), #"{"http": {"port": 80, "max": 2}, "other": {"a": 1}}"#)
    try directory.write(text)
    let (names, store) = (["http.port", "http.max"], InMemoryStore())
    #expect(try audit(names, in: store).import(Data(text.utf8), as: .json) == [])
    let export = try audit(names, in: try directory.store()).export(as: .json)
    #expect(try audit(names, in: store).import(export, as: .json) == ["http.max", "http.port"])
    #expect(store.value(forKey: "http.port") == 80)
  }
}
