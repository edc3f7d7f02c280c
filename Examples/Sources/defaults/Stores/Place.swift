import NamespacedDefaults
import NamespacedDefaultsLayers
#if Postgres
  import NamespacedDefaultsPostgres
#endif

/// One of the stores that are searched for a value.
struct Place {
  let store: any DefaultsStore
  private let layer: Layer?

  init(_ store: any DefaultsStore) { (self.store, layer) = (store, nil) }

  init(_ layer: Layer) { (store, self.layer) = (layer.store, layer) }

  /// The path of the file, the name of the variable, or the suite.
  func name(forKey key: String) -> String {
    if let environment = store as? EnvironmentStore { return environment.variable(forKey: key) }
    return store.filePath ?? store.label
  }

  /// Who may change the value of a key there, in words.
  func access(forKey key: String) -> String {
    if store is EnvironmentStore { return "a variable of the environment, which is set where the program is started" }
    if store.isOnServer { return "on a server, for all programs whose role may write its tables" }
    var words = store.filePath.map { FileAccess(path: $0, isReplaced: store is JSONStore).words } ?? "the user's own"
    if layer?.isReadOnly == true { words += "; programs only read it" }
    if layer?.isMandatory(key) == true { words += "; mandatory, so that nothing above it counts" }
    return words
  }

  /// Whether there is anything: a file, a variable of any key, or any value on a server.
  var isThere: Bool {
    if let environment = store as? EnvironmentStore {
      return ProcessInfo.processInfo.environment.contains {
        $0.key.hasPrefix(environment.prefix + "_") && !$0.value.isEmpty
      }
    }
    if store.isOnServer { return (try? store.keys().isEmpty) == false }
    return store.filePath.map { FileManager.default.fileExists(atPath: $0) } ?? true
  }
}

extension DefaultsStore {
  /// The path of the store's file, if it has one.
  var filePath: String? { (self as? FileStore)?.path ?? (self as? JSONStore)?.path }

  /// Whether a server has the store.
  var isOnServer: Bool {
    #if Postgres
      self is PostgresStore
    #else
      false
    #endif
  }

  /// What to call the store where it tells of other programs' changes; `nil` if it does not.
  var nameOfWatched: String? { filePath ?? (isOnServer ? label : nil) }

  /// The stores that are searched, in the order of the search.
  var places: [Place] { (self as? LayeredStore)?.layers.map { Place($0) } ?? [Place(self)] }

  /// The error of the first layer that cannot be read.
  var failureOfPlace: (any Error)? {
    for place in places where places.count > 1 {
      do { _ = try place.store.keys() } catch { return error }
    }
    return nil
  }

  /// The store that takes what is written: of layers the one of the person.
  ///
  /// What is in the others can neither be removed nor renamed.
  var written: any DefaultsStore {
    (self as? LayeredStore)?.layers.first { !$0.isReadOnly }?.store ?? self
  }

  /// The value that a write replaces, or else the one that shows where it is written; the environment has only texts.
  func replacedValue(forKey key: String) throws -> PropertyListValue? {
    if let value = try written.value(forKey: key) { return value }
    return places.lazy.filter { !($0.store is EnvironmentStore) }.compactMap { try? $0.store.value(forKey: key) }.first
  }

  /// Throws for what a machine knows of a store on a server: what is written there counts only until the server's next change.
  func checkIsNoCopy() throws {
    guard let path = filePath, try value(forKey: "NamespacedDefaults.replica") != nil else { return }
    throw UnusableArguments(
      "\(path) is what this machine knows of a store on a server. Write to that one: --store postgresql://…"
    )
  }

  /// The place that a value comes from, or `nil` if there is none.
  func origin(of key: String) throws -> Place? {
    guard let layers = self as? LayeredStore else { return try value(forKey: key).map { _ in Place(self) } }
    let store = try layers.origin(of: key)
    return places.first { $0.store === store }
  }

  /// The names that a key or a namespace means in the store that is written.
  ///
  /// - Throws: ``NotFound`` where it has none, which says so of those that come from elsewhere.
  func writtenNames(selectedBy name: String) throws -> [String] {
    do {
      return try written.names(selectedBy: name)
    } catch is NotFound where written !== self {
      let key = try names(selectedBy: name).first ?? name
      throw NotFound(
        description: """
          There is no "\(name.printable)" in \(written.filePath ?? "the file of the person"). \
          \(key) comes from \(try origin(of: key)?.name(forKey: key) ?? "elsewhere"), which can only be changed there.
          """
      )
    }
  }

  /// Says of which names something else counts than what was written, or removed.
  func printWhatCounts(_ keys: [String]) throws {
    for key in keys {
      guard let origin = try origin(of: key), origin.store !== written else { continue }
      printError("Note: \(key) comes from \(origin.name(forKey: key)).")
    }
  }
}
