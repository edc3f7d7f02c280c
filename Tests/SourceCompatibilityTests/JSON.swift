import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers

func jsonStores() throws {
  let stores = [
    try JSONStore(name: "tool"),
    try JSONStore(
      name: "tool",
      in: .state,
      permissions: 0o644,
      durability: .processKill,
      lockTimeout: .seconds(1),
      owners: .anyone
    ),
    try JSONStore(path: "/tmp/tool.json"),
    try JSONStore(
      path: "/tmp/tool.json",
      permissions: 0o644,
      durability: .processKill,
      lockTimeout: .seconds(1),
      owners: .anyone
    ),
    try JSONStore(url: URL(fileURLWithPath: "/tmp/tool.json")),
    try JSONStore(
      url: URL(fileURLWithPath: "/tmp/tool.json"),
      permissions: 0o644,
      durability: .processKill,
      lockTimeout: .seconds(1),
      owners: .anyone
    ),
  ]
  for store in stores {
    let value: PropertyListValue? = try store.value(forKey: "a")
    let keys: [String] = try store.keys()
    try store.synchronize()
    let context: DefaultsStoreContext = store.context
    let timeout: Duration = store.lockTimeout
    print(store.path, store.label, store.description, keys, context, timeout, value as Any)
  }
}
