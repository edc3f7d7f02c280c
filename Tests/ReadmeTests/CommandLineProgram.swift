// The code of the article "Settings of a command-line program", in the order in which it stands there.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

enum LogLevel: String, CaseIterable, DefaultsSerializable {
  case debug, info, warning
}

struct Server: IntegerDefaultSettable, StringDefaultSettable {
  enum IntegerKey: String, CaseIterable { case port }
  enum StringKey: String, CaseIterable { case host }

  static func defaultValue(forKey key: IntegerKey) -> Int { 8080 }
}

extension DefaultsKeys {
  static let logLevel = DefaultsKey(
    "log.level",
    defaultValue: LogLevel.info
  )
  static let workerCount =
    DefaultsKey("Server.workerCount", defaultValue: 4)
    .validating(.clamped(to: 1...12))
  static let serverToken = DefaultsKey<String?>("Server.token")
    .secret()
}

let settings = NamespaceAudit(
  Server.self,
  keys: [.logLevel, .workerCount, .serverToken]
)

struct UsageError: Error, CustomStringConvertible {
  let description = """
    config takes list, get NAME, set NAME VALUE, unset NAME, explain NAME \
    or check
    """
}

/// Runs `my-tool config` with the words after it.
func config(_ words: [String]) throws {
  func key() throws -> DeclaredKey { try settings.key(named: words[1]) }
  switch (words.first, words.count) {
  case ("list", 1): for key in settings.keys { print(key) }
  case ("get", 2): print(try key().text() ?? "")
  case ("set", 3):
    try key().write(settings.parse(words[2], forKey: words[1]))
    print(try key())
  case ("unset", 2): try key().write(nil)
  case ("explain", 2): for place in try key().origins() { print(place) }
  case ("check", 1): for text in try settings.validate() { print(text) }
  default: throw UsageError()
  }
}

/// Chooses the layers, and runs the command that the arguments name;
/// returns the exit code.
func start(_ arguments: [String]) -> Int32 {
  do {
    Defaults.store = try LayeredStore.standard(name: "my-tool")
    if arguments.first == "config" {
      try config(Array(arguments.dropFirst()))
      return 0
    }
    for warning in try settings.validate() { note("warning: \(warning)") }
  } catch {
    // It lists all that is wrong with the settings, or says that there is
    // no home directory.
    note("\(error)")
    return error is UsageError ? 64 : 1
  }
  print("listening on port \(Server.integer(forKey: .port))")
  return 0
}

func note(_ text: String) {
  try? FileHandle.standardError.write(
    contentsOf: Data("my-tool: \(text)\n".utf8)
  )
}

/// Puts what the options of an argument parser give above the others.
func take(_ options: [String: String]) throws {
  Defaults.readsLaunchArguments = false
  let layers = try LayeredStore.standard(name: "my-tool").layers
  let given = try Defaults.withStore(LayeredStore(layers)) {
    try options.reduce(into: [:]) { values, option in
      values[option.key] = try settings.parse(
        option.value,
        forKey: option.key
      )
    }
  }
  Defaults.store = LayeredStore(
    [Layer(InMemoryStore(given), name: "options", isReadOnly: true)]
      + layers
  )
}

extension DefaultsKeys {
  static let runCount = DefaultsKey("Runs.count", defaultValue: 0)
}

/// Counts a run, and throws if that fails.
func countRun() throws -> Int {
  try DefaultsKeys.runCount.update { count in
    count += 1
    return count
  }
}

func logOut(of store: FileStore) throws {
  try Defaults.withStore(store) { try DefaultsKeys.serverToken.write(nil) }
  try store.compact()  // takes the old token out of the file
}
