import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

private struct Audited: BoolDefaultSettable {
  enum BoolKey: String, CaseIterable { case isOn }
}

func audits() throws {
  let audit = NamespaceAudit(Audited.self, keys: [DefaultsKey<Int>("count", defaultValue: 0)])
  _ = NamespaceAudit(Audited.self, instances: ["User.*": []], models: audit)
  audit.declare()
  audit.declare(in: InMemoryStore())
  for key: DeclaredKey in audit.keys {
    print(key.name, key.valueType, key.defaultValue ?? 0, key.storedValue ?? 0)
    let current: PropertyListValue? = try key.read()
    print(current ?? 0, key.rule ?? "", key.summary ?? "", key.previousName ?? "")
    try key.write(current)
    let (text, line): (String?, String) = (try key.text(), key.description)
    print(text ?? "", line)
    let origin: DeclaredKey.Origin = key.origin
    let origins: [DeclaredKey.Origin] = key.origins()
    let found: Result<PropertyListValue?, any Error> = origin.value
    let (place, isUsed, isOverridden): (String?, Bool, Bool) = (origin.place, origin.isUsed, origin.isOverridden)
    print(origins, found, place ?? "", isUsed, isOverridden, origin.description)
    let kinds: Set<DeclaredKey.Origin.Kind> = [.launchArgument, .layer("machine"), .store, .registered, .defaultValue]
    print(kinds.contains(origin.kind), origin.kind.description)
    print(key.isReadable, key.isSecret, key.isRequired, key.declaration, key.variable ?? "", key)
  }
  let named: DeclaredKey = try audit.key(named: "count")
  let collisions: [String] = audit.collisions
  print(named)
  print(collisions, audit.undeclaredKeys, audit.unlistedKeyTypes, audit)
  try audit.validate(true, forKey: "Audited.isOn")
  let parsed: PropertyListValue = try audit.parse("yes", forKey: "Audited.isOn")
  print(parsed)
  let text: String = try audit.text(true, forKey: "Audited.isOn")
  let (table, file): (String, String) = (audit.markdownTable(), audit.defaultsFile())
  print(text, table, file)
  let exported: Data = try audit.export(as: .json, includingSecrets: true)
  let names: [String] = try audit.import(audit.export(as: .json), as: .json)
  let form: UnrecordedSettings = .unmigrated
  try audit.import(exported, as: .json, migratingBy: [.delete("old")], takingUnrecordedAs: form)
  print(exported, names)
  do {
    let unknownNames: NamespaceAudit.UnknownNames = .areErrors
    let warnings: [String] = try audit.validate(unknownNames: unknownNames)
    print(warnings)
    try audit.validate(unknownNames: .areWarnings)
    try audit.validate(ignoring: ["TOOL_HOME"])
  } catch let error as DefaultsAuditError {
    print(error.faults, error.warnings, error.description)
  }
  let arguments: [String] = try DefaultsKey<Int>("count", defaultValue: 0).launchArguments(for: 3)
  print(arguments)
  let schema: Data = try audit.jsonSchema()
  print(schema)
}

func exchanges(_ store: any DefaultsStore) throws {
  let formats: [DefaultsExportFormat] = [.json, .propertyList]
  for format in formats {
    let data: Data = try store.export(as: format)
    _ = try store.export(as: format, namespace: "Audited")
    do {
      try store.import(data, as: format)
      try store.import(data, as: format, namespace: "Audited", replacing: true) { value, name in print(value, name) }
      try store.import(data, as: format, migratingBy: [.delete("old")], takingUnrecordedAs: .migrated)
    } catch let error as DefaultsImportError {
      print(error.reasons, error.description, error.errorDescription ?? "")
    }
  }
}
