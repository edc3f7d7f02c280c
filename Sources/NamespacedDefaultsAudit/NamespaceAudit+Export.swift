import NamespacedDefaults
public import NamespacedDefaultsFoundation
public import NamespacedDefaultsMigration

extension NamespaceAudit {
  /// Returns what is stored of the declared settings, and nothing else that the stores hold.
  ///
  /// Use it where a person takes the settings of a program to another machine. A setting that is stored under its previous
  /// name is exported under its new one.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - includesSecrets: Whether the values of secrets are exported too.
  /// - Returns: The settings by their full names, in the format. Those of one store are of one moment.
  /// - Throws: The error that kept a store from being read.
  public func export(as format: DefaultsExportFormat, includingSecrets includesSecrets: Bool = false) throws -> Data {
    var values: [String: PropertyListValue] = [:]
    for (store, keys) in keysByStore {
      try store.atOneMoment {
        for key in keys where includesSecrets || !key.isSecret {
          if let value = try key.storedForm(store) { values[key.name] = value }
        }
      }
    }
    return try format.data(of: values)
  }

  /// Stores the declared settings of an export, each in the store of its key, or nothing if anything is wrong with them.
  ///
  /// Names that no key declares are left out. A value must be one that its key reads, and that its rule allows. What is not
  /// in the data stays as it is. Several stores are written one after another.
  ///
  /// - Parameters:
  ///   - data: The result of ``export(as:includingSecrets:)``, or of an export of a store.
  ///   - format: The format.
  /// - Returns: The names of the settings that were imported, sorted.
  /// - Throws: `DefaultsImportError`, or the error that kept a store from being written.
  @discardableResult
  public func `import`(_ data: Data, as format: DefaultsExportFormat) throws -> [String] {
    let declared = Set(keys.flatMap(\.names))
    let found = try format.values(in: data, where: declared.contains) { value, name in
      for key in keys where key.names.contains(name) { try key.requireAllowed(value) }
    }
    var imported: Set<String> = []
    for (store, keys) in keysByStore {
      var values: [String: PropertyListValue?] = [:]
      for key in keys {
        guard let value = key.names.lazy.compactMap({ found[$0] }).first else { continue }
        values[key.name] = value
        // What is still stored there is older.
        if let previousName = key.previousName { values.updateValue(nil, forKey: previousName) }
        imported.insert(key.name)
      }
      if !values.isEmpty { try store.apply(values) }
    }
    return imported.sorted()
  }

  private var keysByStore: [(store: any DefaultsStore, keys: [DeclaredKey])] {
    stores.map { store in (store, keys.filter { $0.storeChoice.store.context === store.context }) }
  }
}

extension DeclaredKey {
  fileprivate var names: [String] { [name, previousName].compactMap(\.self) }
}
