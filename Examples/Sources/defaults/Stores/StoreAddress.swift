import NamespacedDefaults
import NamespacedDefaultsLayers

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

  static let layersPrefix = "layers:"

  /// Reads what follows `--store`, or stands in the environment.
  init(_ text: String) {
    if text.hasPrefix(Self.layersPrefix) {
      self = .layers(String(text.dropFirst(Self.layersPrefix.count)))
    } else if text.contains("/") {
      self = Self.isJSON(text) ? .jsonPath(text) : .path(text)
    } else {
      self = text.hasSuffix(".json") ? .jsonName(String(text.dropLast(".json".count))) : .name(text)
    }
  }

  /// Whether the file of a path is JSON, by its name.
  static func isJSON(_ path: String) -> Bool { ["json", "json5", "jsonc"].contains(URL(filePath: path).pathExtension) }

  /// Opens the store, whether it exists or not.
  ///
  /// - Parameters:
  ///   - owners: The users whose file is used.
  ///   - mandatory: The names that layers read from the machine's file alone.
  /// - Returns: The store.
  /// - Throws: The error of a file that cannot be read, or that is none of a store.
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
    }
  }

  /// Opens the JSON files of the store, each by itself, so that one that is broken hides no other.
  func jsonFiles(owners: FileStore.Owners) -> [() throws -> JSONStore] {
    switch self {
    case .name, .path: []
    case .jsonName(let name): [{ try JSONStore(name: name, owners: owners) }]
    case .jsonPath(let path): [{ try JSONStore(path: path, owners: owners) }]
    case .layers(let name): [{ try JSONStore(name: name) }, { try JSONStore(name: name, in: .systemConfig) }]
    }
  }
}
