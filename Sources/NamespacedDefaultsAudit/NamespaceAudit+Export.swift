import NamespacedDefaults
public import NamespacedDefaultsFoundation
public import NamespacedDefaultsMigration

extension NamespaceAudit {
  /// Returns what is stored of the declared settings, and nothing else that the stores hold.
  ///
  /// Use it where a person takes the settings of a program to another machine. A setting that is stored under its previous
  /// name is exported under its new one. The record of the migration steps that the stores have done goes along. Of a
  /// store that is made of others it has what shows, variables too.
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
        try values.merge(store.migrationRecords()) { $1 }
        for key in keys where includesSecrets || !key.isSecret {
          if let value = try key.keyName.stored(in: store) { values[key.name] = value }
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
  /// As with an import of a store, the settings must have been through the migration steps that the stores have done, and
  /// with the program's steps an import does those that are missing. So an export of an older release is imported under the
  /// names and in the forms of this one. Several stores count as one that has done the steps of all of them; migrate each
  /// before.
  ///
  /// - Parameters:
  ///   - data: The result of ``export(as:includingSecrets:)``, or of an export of a store.
  ///   - format: The format.
  ///   - steps: All steps of the program. If all keys are in one store, that does first those that it has not done.
  ///   - form: What settings without a record of steps are taken for, as those of another program. By default they are
  ///     refused where a store has done steps.
  /// - Returns: The names of the settings that were imported, sorted.
  /// - Throws: `DefaultsImportError`, `DefaultsMigrationError` for a step that cannot be done, or the error that kept a store
  ///   from being written.
  @discardableResult
  public func `import`(
    _ data: Data,
    as format: DefaultsExportFormat,
    migratingBy steps: [DefaultsMigration]? = nil,
    takingUnrecordedAs form: UnrecordedSettings? = nil
  ) throws -> [String] {
    declare()
    var settings = try ImportedSettings(data, as: format)
    let keysByStore = keysByStore
    try settings.fit(keysByStore.map(\.store), by: steps, takingUnrecordedAs: form)
    let declared = Set(keys.flatMap(\.names))
    let found = try settings.values(where: declared.contains) { value, name in
      for key in keys where key.names.contains(name) { try key.requireAllowed(value) }
    }
    try settings.migrateStores()
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
      if !values.isEmpty { try settings.write(to: store) { values } }
    }
    return imported.sorted()
  }

  private var keysByStore: [(store: any DefaultsStore, keys: [DeclaredKey])] {
    stores.map { store in (store, keys.filter { $0.storeChoice.store.context === store.context }) }
  }
}
