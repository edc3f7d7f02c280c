import NamespacedDefaultsFoundation
public import NamespacedDefaults

/// The environment variables of the process as a store, which is read only.
///
/// ```swift
/// let store = LayeredStore([
///   EnvironmentStore(prefix: "TOOL"), try FileStore(name: "tool"),
/// ])
/// // TOOL_SERVER_WORKERS=8 tool
/// Defaults.Server.integer(forKey: .workers)  // 8
/// ```
///
/// A setting is given by the variable whose name ``variable(forKey:)`` returns. Its text is read by the type of the key, as
/// a launch argument is: `YES` and `1` are true, a date is in ISO 8601, a duration `45s`, an array `a,b,c`, a dictionary JSON.
/// A text that the key cannot read is reported to `Defaults.problemHandler`, and the key has its default. A variable that
/// is empty counts as one that is not set, because many programs cannot take one out of the environment of another. So does
/// one that is not UTF-8, which is reported as `ignoredVariable`.
///
/// The environment is read once, when the store is created. A change by `setenv` afterwards is not noticed, and a remembered
/// read costs what one of any store does. A process with the rights of another user, as from a set-uid program, has no
/// variables here.
///
/// Two names can have one variable, as `Server.maxSize` and `Server.max.size` have. It gives both of them a value, and
/// `NamespaceAudit` lists them as a collision.
public final class EnvironmentStore: DefaultsStore {
  /// The store's lock and observers.
  public let context: DefaultsStoreContext
  /// The beginning of each variable's name, in capital letters; it is followed by `_` unless it is empty.
  public let prefix: String

  private let variables: EnvironmentStorage

  /// Creates a store over the environment of the process, as it is now.
  ///
  /// - Parameter prefix: The beginning of each variable's name. It is changed as names are, so that `my-tool` is `MY_TOOL`.
  public convenience init(prefix: String) {
    var (environment, notUTF8): ([String: String], [String]) = ([:], [])
    // Only the names: of bytes that are no text this dictionary has another text.
    for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix(VariableName.part(prefix)) {
      do { environment[name] = try environmentVariable(name) } catch { notUTF8.append(name) }
    }
    self.init(prefix: prefix, environment: environment)
    ProblemOfProcess(notUTF8: notUTF8)?.report()
  }

  /// Creates a store over given variables, as for the tests of a program.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each variable's name, as in ``init(prefix:)``.
  ///   - environment: The texts by the names of their variables.
  public init(prefix: String, environment: [String: String]) {
    let prefix = VariableName.part(prefix)
    self.prefix = prefix
    variables = EnvironmentStorage(prefix: prefix, environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty })
    context = DefaultsStoreContext(variables, announcesEveryChange: true)
  }

  /// The name of the type and the prefix.
  public var label: String { "EnvironmentStore \(prefix.debugDescription)" }

  /// Returns the name of the variable that gives a setting its value.
  ///
  /// `Server.maxRetries` is `SERVER_MAX_RETRIES` after the prefix: words begin at capital letters, `maxURLs` is `MAX_URLS`, and
  /// what is neither a letter nor a digit is `_`. A character that is not ASCII is its number in Unicode: `Über` is `U00DC_BER`.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The name of the variable.
  public func variable(forKey name: String) -> String {
    variables.variable(forKey: name)
  }

  /// Does nothing, because nothing is written.
  public func synchronize() {}
}

extension EnvironmentStore: PlaceReporting {
  /// Returns the name of the variable.
  package func place(ofValueForKey name: String) -> ValuePlace? {
    variables.storedValue(forKey: name).map { _ in ValuePlace(variable(forKey: name), in: nil) }
  }

  package func variableName(forKey name: String) -> String? { variable(forKey: name) }

  /// Returns the variables with the prefix; none without a prefix, because the environment is full of others.
  package func writtenNames() -> [String: String] {
    prefix.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: variables.names(after: "\(prefix)_").map { ($0, $0) })
  }
}

private final class EnvironmentStorage: ReadOnlyStorage {
  private let prefix: String
  private let texts: [String: String]

  init(prefix: String, _ texts: [String: String]) { (self.prefix, self.texts) = (prefix, texts) }

  func variable(forKey name: String) -> String {
    prefix.isEmpty ? VariableName.part(name) : "\(prefix)_\(VariableName.part(name))"
  }

  func names(after prefix: String) -> [String] { texts.keys.filter { $0.hasPrefix(prefix) } }

  func storedValue(forKey name: String) -> PropertyListValue? {
    texts.isEmpty || ReservedName.isReserved(name) ? nil : texts[variable(forKey: name)].map { .string($0) }
  }

  /// Nothing, because the name of a setting does not follow from that of its variable.
  func storedKeys() -> [String] { [] }

  func advice(_ names: [String]) -> String {
    let variables = names.map(variable).joined(separator: ", ")
    return "a program does not write the environment: set or unset \(variables) where it is started"
  }
}
