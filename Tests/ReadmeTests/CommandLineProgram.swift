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

struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// The settings of `my-tool`, as `my-tool config` shows and changes them.
struct Configuration {
  let audit = NamespaceAudit(
    Server.self,
    keys: [.logLevel, .workerCount, .serverToken]
  )

  /// Runs `my-tool config` with its arguments, and returns the exit code.
  func run(_ arguments: [String]) -> Int32 {
    do {
      switch (arguments.first, arguments.count) {
      case ("get", 2):
        let key = try key(arguments[1])
        // There is none if it is not set and has no default.
        guard let value = try key.read() else { return 1 }
        print(text(value, of: key))
      case ("set", 3): try set(arguments[1], to: arguments[2])
      case ("unset", 2):
        try key(arguments[1]).write(nil)
      case ("list", 1):
        var code: Int32 = 0
        for line in list() {
          do { print(try line.get()) } catch { code = fail(error) }
        }
        return code
      case ("explain", 2):
        let key = try key(arguments[1])
        for line in try explain(key) { print(line) }
        print("used: \(shown(try key.read(), of: key))")
      default:
        let commands = "get NAME, set NAME VALUE, unset NAME, list"
        throw UsageError(
          description: "config takes \(commands) or explain NAME"
        )
      }
      return 0
    } catch {
      return fail(error)
    }
  }

  /// Writes an error to standard error, and returns its exit code.
  func fail(_ error: any Error) -> Int32 {
    note("\(error)")
    return error is UsageError ? 64 : 1
  }

  func note(_ text: String) {
    try? FileHandle.standardError.write(
      contentsOf: Data("my-tool: \(text)\n".utf8)
    )
  }

  func set(_ name: String, to text: String) throws {
    let key = try key(name)
    let value: PropertyListValue
    do {
      value = try audit.parse(text, forKey: name)
    } catch {
      // "log.level takes debug, info or warning"
      throw UsageError(description: "\(error)")
    }
    try key.write(value)
    // Needed only if the change must survive a loss of power.
    try Defaults.synchronize()
    if try key.storedValue(in: Defaults.store) != value {
      note("stored, but another value counts; see explain \(name)")
    }
  }

  /// Returns a line for each setting that is no secret, or the error of a
  /// value that cannot be read.
  func list() -> [Result<String, any Error>] {
    audit.keys.filter { !$0.isSecret }.map { key in
      Result {
        try key.read().map { "\(key.name) = \(text($0, of: key))" }
          ?? "\(key.name) is not set"
      }
    }
  }

  /// Returns a line for each place that is searched, in that order; the
  /// one whose value is taken has an asterisk.
  func explain(_ key: DeclaredKey) throws -> [String] {
    let store =
      Defaults.store as? LayeredStore ?? LayeredStore([Defaults.store])
    let origin = try store.origin(
      of: key.name,
      renamedFrom: key.previousName
    )
    func line(
      _ place: String,
      _ value: PropertyListValue?,
      isTaken: Bool
    ) -> String {
      "\(isTaken ? "*" : " ") \(place): \(shown(value, of: key))"
    }
    let places = try store.layers.map { layer in
      let access =
        layer.isMandatory(key.name)
        ? ", mandatory" : layer.isReadOnly ? ", read only" : ""
      let place =
        (layer.store as? EnvironmentStore)?.variable(forKey: key.name)
        ?? "\(layer.store)\(access)"
      let value = try key.storedValue(in: layer.store)
      var words = ""
      if value != nil, let old = key.previousName,
        try layer.store.value(forKey: key.name) == nil
      {
        words = ", as \(old)"
      }
      return line(place + words, value, isTaken: layer.store === origin)
    }
    return places + [
      line("default", key.defaultValue, isTaken: origin == nil)
    ]
  }

  private func key(_ name: String) throws -> DeclaredKey {
    if let key = audit.keys.first(where: { $0.name == name }) {
      return key
    }
    throw UsageError(
      description: "there is no setting \"\(PrintableText(name))\""
    )
  }

  private func shown(
    _ value: PropertyListValue?,
    of key: DeclaredKey
  ) -> String {
    guard let value else { return "nothing" }
    return key.isSecret ? "a secret" : text(value, of: key)
  }

  /// Returns a value as `set` takes it.
  func text(_ value: PropertyListValue, of key: DeclaredKey) -> String {
    // A value that the key cannot read is shown as it is.
    (try? audit.text(value, forKey: key.name)) ?? "\(value)"
  }
}

/// Chooses the layers, and runs the command that the arguments name;
/// returns the exit code.
func start(_ arguments: [String]) -> Int32 {
  let configuration = Configuration()
  do {
    Defaults.store = try LayeredStore.standard(name: "my-tool")
    if arguments.first == "config" {
      return configuration.run(Array(arguments.dropFirst()))
    }
    for warning in try configuration.audit.validate() {
      configuration.note("warning: \(warning)")
    }
  } catch {
    // It lists all that is wrong with the settings, or says that there is
    // no home directory.
    return configuration.fail(error)
  }
  print("listening on port \(Server.integer(forKey: .port))")
  return 0
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
