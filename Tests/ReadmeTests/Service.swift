// The code of the article "In a service", in the order in which it stands there.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration

func startService(log: @escaping @Sendable (String) -> Void) throws {
  Defaults.problemHandler = { problem in log("\(problem)") }
  // This is /var/lib/my-service/my-service.defaults.
  Defaults.store = try FileStore(name: "my-service", in: .state)
}

extension DefaultsKeys {
  static let connectionLimit = DefaultsKey(
    "Service.connectionLimit",
    defaultValue: 100
  )
}

func machineSettings() throws -> DefaultsAdapter {
  DefaultsAdapter(
    store: try FileStore(
      name: "my-service/settings",
      in: .systemConfig,
      permissions: 0o644
    )
  )
}

// In the administrator's command, which runs as root:
func limitConnections(to count: Int) throws {
  try Defaults.withStore(machineSettings().store) {
    try DefaultsKeys.connectionLimit.write(count)
  }
}

// In the service, which only reads:
func followConnectionLimit(apply: (Int) -> Void) async throws {
  for await limit in try machineSettings().updates(.connectionLimit) {
    apply(limit)  // at once, and after each change
  }
}

func backUp(to file: URL) throws {
  let backup = try Defaults.store.export(as: .propertyList)
  try backup.write(to: file, options: .atomic)
}

func restore(from file: URL) throws {
  try Defaults.store.import(
    Data(contentsOf: file),
    as: .propertyList,
    replacing: true
  )
}
