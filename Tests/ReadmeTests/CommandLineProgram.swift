// The code of the article "Settings of a command-line program", in the order in which it stands there.

import Foundation
import NamespacedDefaults

struct Server: IntegerDefaultSettable, StringDefaultSettable {
  enum IntegerKey: String, CaseIterable { case port }
  enum StringKey: String, CaseIterable { case host }

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
  static let workerCount = DefaultsKey<Int>("Server.workerCount", defaultValue: 4, in: 1...12)
}

func set<Value: DefaultsSerializable>(_ key: DefaultsKey<Value>, to text: String) throws {
  try key.write(.value(fromPropertyList: .string(text)))  // stores the integer 12 for the text 400
}

/// Runs `my-tool config set NAME TEXT` and returns the exit code.
func runConfigSet(_ name: String, _ text: String) -> Int32 {
  do {
    try setConfiguration(name, to: text)
    try Defaults.synchronize()  // only if the change must survive a loss of power
    return 0
  } catch {
    let message = "my-tool: \(PrintableText(name)) was not set: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
    return error is UsageError ? 64 : 1
  }
}

extension DefaultsKeys {
  static let runCount = DefaultsKey<Int>("Runs.count", defaultValue: 0)
}

/// Counts a run, and throws if that fails.
func countRun() throws -> Int {
  try Defaults.store.exclusively {
    let count = try DefaultsKeys.runCount.read() + 1
    try DefaultsKeys.runCount.write(count)
    return count
  }
}

extension DefaultsKeys {
  static let token = DefaultsKey<String?>("token")
}

func logOut(of store: FileStore) throws {
  try Defaults.withStore(store) { try DefaultsKeys.token.write(nil) }
  try store.compact()  // takes the old token out of the file
}
