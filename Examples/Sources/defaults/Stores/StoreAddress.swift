import NamespacedDefaults
import NamespacedDefaultsLayers
#if Postgres
  import NamespacedDefaultsPostgres
#endif

/// Which store a text means: the one place that knows the kinds of stores.
enum StoreAddress: Equatable {
  /// A store that programs write; on Apple platforms a suite of UserDefaults.
  case name(String)
  case path(String)
  /// A file that people edit, by the name without `.json`.
  case jsonName(String)
  case jsonPath(String)
  /// The environment, the person's JSON file and the machine's, as one store.
  case layers(String)
  /// A table in PostgreSQL: the connection string of libpq, the name of the store, which may be missing, and the replica.
  case server(String, name: String, replica: String?)

  static let layersPrefix = "layers:"

  /// Reads what follows `--store`, or stands in the environment.
  init(_ text: String) {
    if text.hasPrefix(Self.layersPrefix) {
      self = .layers(String(text.dropFirst(Self.layersPrefix.count)))
    } else if Self.isServer(text) {
      let parts = text.split(separator: "#", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      self = .server(parts[0], name: parts.count > 1 ? parts[1] : "", replica: parts.count > 2 ? parts[2] : nil)
    } else if text.contains("/") {
      self = Self.isJSON(text) ? .jsonPath(text) : .path(text)
    } else {
      self = text.hasSuffix(".json") ? .jsonName(String(text.dropLast(".json".count))) : .name(text)
    }
  }

  /// Whether the file of a path is JSON, by its name.
  static func isJSON(_ path: String) -> Bool { ["json", "json5", "jsonc"].contains(URL(filePath: path).pathExtension) }

  /// Whether a text is meant as the address of a server, even if it is none: as a path, it may put a password into a name.
  static func isServer(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["postgresql:", "postgres:", "host=", "dbname=", "service="].contains { text.hasPrefix($0) }
  }

  var isLayered: Bool {
    if case .layers = self { true } else { false }
  }

  /// Whether it is one file, which belongs to one user.
  var isOneFile: Bool {
    switch self {
    case .name, .path, .jsonName, .jsonPath: true
    case .layers, .server: false
    }
  }

  /// Opens the store, whether it exists or not.
  ///
  /// - Parameters:
  ///   - owners: The users whose file is used.
  ///   - mandatory: The names that layers read from the machine's file alone.
  /// - Returns: The store.
  /// - Throws: The error of a file that cannot be read, or that is none of a store; the error of a server.
  func opened(owners: FileStore.Owners = .userAndRoot, mandatory: [String] = []) throws -> any DefaultsStore {
    switch self {
    #if canImport(Darwin)
      case .name(let name): try UserDefaultsStore(suiteName: name)
    #else
      case .name(let name): try FileStore(name: name, owners: owners)
    #endif
    case .path(let path): try FileStore(path: path, owners: owners)
    case .jsonName(let name): try JSONStore(name: name, owners: owners)
    case .jsonPath(let path): try JSONStore(path: path, owners: owners)
    case .layers(let name): try LayeredStore.standard(name: name, mandatory: mandatory)
    case .server(let connection, let name, let replica): try Self.server(connection, name, replica, owners)
    }
  }

  private static func server(
    _ connection: String,
    _ name: String,
    _ replica: String?,
    _ owners: FileStore.Owners
  ) throws -> any DefaultsStore {
    guard ["postgresql://", "postgres://"].contains(where: { connection.hasPrefix($0) }) else {
      throw UnusableArguments("The address of a store on a server is written postgresql://host/database#fleet")
    }
    guard !name.contains("@") else {
      throw UnusableArguments("In an address, # and @ of a password are written %23 and %40.")
    }
    guard !name.isEmpty else {
      throw UnusableArguments(
        "Which store of the database? Add its name to the address, as in postgresql://host/database#fleet"
      )
    }
    #if Postgres
      let file = try replica.map {
        try $0.contains("/") ? FileStore(path: $0, owners: owners) : FileStore(name: $0, owners: owners)
      }
      return try PostgresStore(connection: connection, name: name, replica: file)
    #else
      throw UnusableArguments("This tool was built without PostgreSQL. Build it with --traits default,Postgres")
    #endif
  }

  /// Opens the JSON files of the store, each by itself, so that one that is broken hides no other.
  func jsonFiles(owners: FileStore.Owners) -> [() throws -> JSONStore] {
    switch self {
    case .name, .path, .server: []
    case .jsonName(let name): [{ try JSONStore(name: name, owners: owners) }]
    case .jsonPath(let path): [{ try JSONStore(path: path, owners: owners) }]
    case .layers(let name): [{ try JSONStore(name: name) }, { try JSONStore(name: name, in: .systemConfig) }]
    }
  }
}
