import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

/// `heartbeat config`: what a person asks about the settings, and sets.
struct Configuration {
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the command of some arguments, and returns the exit code.
  func run(_ arguments: [String]) throws -> Int32 {
    do {
      switch arguments.first {
      case "check": try Heartbeat.check()
      case "explain" where arguments.count == 2: for line in explain(try key(arguments[1])) { print(line) }
      case "set" where arguments.count > 1 && arguments.count % 2 == 1: try set(Array(arguments.dropFirst()))
      case "schema": print(String(decoding: try audit.jsonSchema(), as: UTF8.self))
      case "defaults": print(audit.defaultsFile())
      default: throw UsageError(description: "config takes check, explain NAME, set NAME VALUE ..., schema or defaults")
      }
      return 0
    } catch let error as UsageError {
      note("\(error)")
      return 64  // EX_USAGE
    }
  }

  /// Stores all values or none.
  func set(_ arguments: [String]) throws {
    var values: [String: PropertyListValue] = [:]
    for index in stride(from: 0, to: arguments.count, by: 2) {
      do {
        values[arguments[index]] = try audit.parse(arguments[index + 1], forKey: arguments[index])
      } catch {
        throw UsageError(description: "\(error)")  // Beat.level takes quiet, normal or verbose
      }
    }
    try Defaults.transaction {
      for (name, value) in values { try key(name).write(value) }
    }
    try Defaults.synchronize()
  }

  /// Returns a line for each place of a value, in the order in which they count; the one that does has an asterisk.
  func explain(_ key: DeclaredKey) -> [String] {
    let store = Defaults.store as? LayeredStore ?? LayeredStore([Defaults.store])
    let origin = try? store.origin(of: key.name, renamedFrom: key.previousName)
    let layers = store.layers.map { layer in
      let place = (layer.store as? EnvironmentStore)?.variable(forKey: key.name) ?? "\(layer.store)"
      let value = Result { try key.storedValue(in: layer.store) }
      return "\(layer.store === origin ? "*" : " ") \(place): \(shown(value, of: key))"
    }
    let used = Result { try key.read() }
    return layers + ["  default: \(shown(.success(key.defaultValue), of: key))", "used: \(shown(used, of: key))"]
  }

  /// Returns a value as `set` takes it; a layer that cannot be read does not hide the others.
  private func shown(_ value: Result<PropertyListValue?, any Error>, of key: DeclaredKey) -> String {
    do {
      guard let value = try value.get() else { return "nothing" }
      if key.isSecret { return "a secret" }
      return (try? audit.text(value, forKey: key.name)) ?? "\(value)"
    } catch {
      return "\(error)"
    }
  }

  private func key(_ name: String) throws -> DeclaredKey {
    if let key = audit.keys.first(where: { $0.name == name }) { return key }
    throw UsageError(description: "there is no setting \"\(PrintableText(name))\"")
  }
}
