// The code of the article "Settings of a command-line program", in the order in which it stands there.

import Foundation
import NamespacedDefaults

struct Server: IntegerDefaultSettable, StringDefaultSettable {
  enum IntegerKey: String, CaseIterable { case port }
  enum StringKey: String, CaseIterable { case host, token }

  static func defaultValue(forKey key: IntegerKey) -> Int { 8080 }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
}

func setConfiguration(_ name: String, to text: String) throws {
  let audit = NamespaceAudit(Server.self)
  guard audit.keys.contains(where: { $0.name == name }) else {
    throw UsageError(description: "there is no such setting")
  }
  do {
    try audit.validate(.string(text), forKey: name)  // throws for the port "many"
  } catch {
    throw UsageError(description: "\(error)")
  }
  try Defaults.store.set(.string(text), forKey: name)
}

extension DefaultsKeys {
  static let workerCount = DefaultsKey("Server.workerCount", defaultValue: 4, in: 1...12)
  static let mirrors = DefaultsKey<[String: String]>("Server.mirrors", defaultValue: [:])
}

func set<Value>(_ key: DefaultsKey<Value>, to text: String) throws {
  let value: Value
  do {
    value = try key.decode(.string(text))  // 12 for the text 400; a dictionary for {"eu": "a.example"}
  } catch {
    throw UsageError(description: "\(error)")
  }
  try key.write(value)
}

/// Returns what `my-tool config get NAME` prints; `nil` if nothing is stored and there is no default.
func configuration(_ name: String) throws -> String? {
  let audit = NamespaceAudit(Server.self)
  guard let key = audit.keys.first(where: { $0.name == name }) else {
    throw UsageError(description: "there is no such setting")
  }
  guard let value = try Defaults.store.value(forKey: name) ?? key.defaultValue else { return nil }
  try audit.validate(value, forKey: name)  // throws if the key cannot read what is stored
  return value.get(String.self) ?? "\(value)"  // a string as it is, and anything else as people read it
}

/// Returns the lines that `my-tool config list` prints.
func configurations() -> [String] {
  let secrets = [Server.key(.token).name]
  return NamespaceAudit(Server.self).keys.filter { !secrets.contains($0.name) }.map { key in
    let value = key.storedValue ?? key.defaultValue
    return "\(key.name) = \(value?.description ?? "")"
  }
}

/// Runs `my-tool config set NAME TEXT` and returns the exit code.
func runConfigSet(_ name: String, _ text: String) -> Int32 {
  do {
    try setConfiguration(name, to: text)
    try Defaults.synchronize()  // only if the change must survive a loss of power
    return 0
  } catch {
    return exitCode(of: error, "\(PrintableText(name)) was not set")
  }
}

/// Runs `my-tool config get NAME` and returns the exit code.
func runConfigGet(_ name: String) -> Int32 {
  do {
    guard let text = try configuration(name) else { return 1 }
    print(text)
    return 0
  } catch {
    return exitCode(of: error, "\(PrintableText(name)) was not read")
  }
}

/// Writes why a command failed, and returns its exit code.
func exitCode(of error: any Error, _ failure: String) -> Int32 {
  try? FileHandle.standardError.write(contentsOf: Data("my-tool: \(failure): \(error)\n".utf8))
  return error is UsageError ? 64 : 1
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
