import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers

func layers(_ person: any DefaultsStore, _ machine: any DefaultsStore) throws {
  let layer = Layer(machine, mandatory: ["Audit.*"], isReadOnly: true)
  let parts: (any DefaultsStore, [String], Bool) = (layer.store, layer.mandatory, layer.isReadOnly)
  let isMandatory: Bool = layer.isMandatory("Audit.isOn")
  let named: String = Layer(person, name: "person", mandatory: ["Audit.*"], isReadOnly: true).name
  print(parts, isMandatory, Layer(machine), named)

  let environment = EnvironmentStore(prefix: "TOOL")
  let store = LayeredStore([Layer(environment), Layer(person), layer])
  let standard: LayeredStore = try .standard(name: "tool")
  print(standard, try LayeredStore.standard(name: "tool", mandatory: ["Audit.*"]))
  let short: LayeredStore = LayeredStore([environment, person, machine])
  let origin: (any DefaultsStore)? = try store.origin(of: "Server.workers")
  let layers: [Layer] = short.layers
  print(origin as Any, layers, store.label, store.context, store.lockTimeout)
  let value: PropertyListValue? = try store.value(forKey: "a")
  let keys: [String] = try store.keys()
  print(value as Any, keys)
  try store.synchronize()
}

func directory() throws {
  let store = try DirectoryStore(url: URL(filePath: "/run/secrets"))
  print(try DirectoryStore(url: URL(filePath: "/run/secrets"), owners: .anyone), store.path, store.label)
  print(store.description, store.context)
  let value: PropertyListValue? = try store.value(forKey: "Server.workers")
  let keys: [String] = try store.keys()
  print(value as Any, keys)
  try store.synchronize()
}

func environment() throws {
  let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_SERVER_WORKERS": "8"])
  let names: (String, String, String) = (store.prefix, store.variable(forKey: "Server.workers"), store.label)
  print(names, store.description, store.context)
  let value: PropertyListValue? = try store.value(forKey: "Server.workers")
  let keys: [String] = try store.keys()
  print(value as Any, keys)
  store.synchronize()
  do {
    try store.set(1, forKey: "Server.workers")
  } catch let error as DefaultsError where error.code == .readOnlyStore {}
}
