// The code of the article "Settings of a command-line program", in the order in which it stands there.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers

enum LogLevel: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

struct Server: IntegerDefaultSettable, StringDefaultSettable {
  enum IntegerKey: String, CaseIterable { case port }
  enum StringKey: String, CaseIterable { case host, token }

  static func defaultValue(forKey key: IntegerKey) -> Int { 8080 }
}

extension DefaultsKeys {
  static let logLevel = DefaultsKey("log.level", defaultValue: LogLevel.info)
  static let workerCount = DefaultsKey("Server.workerCount", defaultValue: 4, in: 1...12)
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// The settings of `my-tool`, as `my-tool config` shows and changes them.
struct Configuration {
  let audit = NamespaceAudit(Server.self, keys: [.logLevel, .workerCount])
  let secrets = [Server.key(.token).name]

  /// Runs `my-tool config` with its arguments, and returns the exit code.
  func run(_ arguments: [String]) -> Int32 {
    do {
      switch (arguments.first, arguments.count) {
      case ("get", 2):
        guard let value = try key(arguments[1]).read() else { return 1 }  // not set, and without a default
        print(text(value))
      case ("set", 3): try set(arguments[1], to: arguments[2])
      case ("unset", 2): try Defaults.store.set(nil, forKey: key(arguments[1]).name)
      case ("list", 1): for line in list() { print(line) }
      case ("explain", 2): for line in try explain(key(arguments[1])) { print(line) }
      default: throw UsageError(description: "config takes get NAME, set NAME VALUE, unset NAME, list or explain NAME")
      }
      return 0
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("my-tool: \(error)\n".utf8))
      return error is UsageError ? 64 : 1
    }
  }

  func set(_ name: String, to text: String) throws {
    let value: PropertyListValue
    do {
      value = try audit.parse(text, forKey: name)
    } catch {
      throw UsageError(description: "\(error)")  // log.level takes debug, info or warning
    }
    try Defaults.store.set(value, forKey: name)
    try Defaults.synchronize()  // only if the change must survive a loss of power
  }

  func list() -> [String] {
    audit.keys.filter { !secrets.contains($0.name) }.map { key in
      do { return "\(key.name) = \(text(try key.read()))" } catch { return "\(error)" }
    }
  }

  /// Returns a line for each place that is searched, in that order; the one that counts has an asterisk.
  func explain(_ key: DeclaredKey) throws -> [String] {
    let store = Defaults.store as? LayeredStore ?? LayeredStore([Defaults.store])
    let origin = try store.origin(of: key.name)
    func line(_ place: String, _ value: PropertyListValue?, counts: Bool) -> String {
      let shown = value == nil ? "nothing" : secrets.contains(key.name) ? "a secret" : text(value)
      return "\(counts ? "*" : " ") \(place): \(shown)"
    }
    let places = try store.layers.map { layer in
      let access = layer.isMandatory(key.name) ? ", mandatory" : layer.isReadOnly ? ", read only" : ""
      let place = (layer.store as? EnvironmentStore)?.variable(forKey: key.name) ?? "\(layer.store)\(access)"
      return line(place, try layer.store.value(forKey: key.name), counts: layer.store === origin)
    }
    return places + [line("default", key.defaultValue, counts: origin == nil)]
  }

  private func key(_ name: String) throws -> DeclaredKey {
    if let key = audit.keys.first(where: { $0.name == name }) { return key }
    throw UsageError(description: "there is no setting \(PrintableText(name))")
  }

  /// Returns a string as it is, a `Codable` as JSON, and others as people read them.
  private func text(_ value: PropertyListValue?) -> String {
    switch value {
    case .string(let text)?: text
    case .data(let json)?: String(decoding: json, as: UTF8.self)
    case let value: value.map { "\($0)" } ?? ""
    }
  }
}

extension DefaultsKeys {
  static let runCount = DefaultsKey("Runs.count", defaultValue: 0)
}

/// Counts a run, and throws if that fails.
func countRun() throws -> Int {
  let key = DefaultsKeys.runCount
  return try key.store.update(key.name) { stored in
    let count = try (stored.map(key.decode) ?? key.defaultValue) + 1
    stored = PropertyListValue(count)
    return count
  }
}

func logOut(of store: FileStore) throws {
  try Defaults.withStore(store) { try Server.key(.token).write(nil) }
  try store.compact()  // takes the old token out of the file
}
