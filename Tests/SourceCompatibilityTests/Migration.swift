import NamespacedDefaults
import NamespacedDefaultsMigration

func migrations(_ group: DefaultsAdapter, from old: any DefaultsStore) throws {
  let steps: [DefaultsMigration] = [
    .rename("a", to: "b"),
    .rename("a", to: "b", onConflict: .keepExisting, id: "1"),
    .rename("a", to: Everything.key(.isOn)),
    .rename("a", to: .count, onConflict: .replace, id: "2"),
    .renameNamespace("A", to: "B"),
    .renameNamespace("A", to: "B", onConflict: .refuse, id: "3"),
    .change("a", id: "4") { .string($0.description) },
    .convert("a", from: Int.self, to: DefaultsKey<Duration>("a", defaultValue: .zero), id: "5") { .seconds($0) },
    .convert("a", from: Int.self, to: .username, onConflict: .replace, id: "6") { "\($0)" },
    .reencode(.count),
    .reencode(.count, reading: .serializable, id: "14"),
    .delete("a", "b"),
    .delete("a", id: "7"),
    .deleteNamespace("A"),
    .deleteNamespace("A", id: "8"),
    .copy(from: old),
    .copy(from: old, onConflict: .replace, id: "9"),
    .move(from: old),
    .move(from: old, onConflict: .replace, id: "10"),
    .move("a", from: old),
    .move("a", "b", from: old, onConflict: .replace, id: "12"),
    .moveNamespace("A", from: old),
    .moveNamespace("A", from: old, onConflict: .replace, id: "11"),
    DefaultsMigration(id: "13", steps),
  ]
  try Defaults.migrate(steps)
  try group.migrate(steps)
  let plan: DefaultsMigrationPlan = try Defaults.migrate(steps, dryRun: true)
  for step: DefaultsMigrationPlan.Step in try group.migrate(steps, dryRun: true).steps {
    print(step.id, step.changes, step.description)
  }
  print(plan.description, steps[0].id)
}

@Sendable private func steps(_ transaction: inout DefaultsMigrationChanges) throws {
  let value: PropertyListValue? = try transaction.value(forKey: "a")
  let keys: [String] = try transaction.keys()
  transaction.set(1, forKey: "a")
  transaction.set(nil, forKey: "a")
  let count: Int = try transaction.read(.count)
  try transaction.write(1, to: .count)
  print(value as Any, keys, count)
}

func migrationErrors(_ error: DefaultsMigrationError, policy: DefaultsMigration.ConflictPolicy) -> String {
  switch policy {
  case .refuse, .keepExisting, .replace: break
  }
  let code: DefaultsMigrationError.Code = error.code
  print(code == DefaultsMigrationError.Code(rawValue: code.rawValue))
  return switch code {
  case .conflict, .repeatedID, .sourceNotCleared, .failedStep:
    error.step + error.description + (error.errorDescription ?? "")
  default: "\(error.reason as Any)"
  }
}
