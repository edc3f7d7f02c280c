public import NamespacedDefaults

public import NamespacedDefaultsFoundation

extension DefaultsStore {
  /// Returns all stored settings, or those in one namespace, in an export format.
  ///
  /// Use it for a backup, or to copy settings to another store:
  ///
  /// ```swift
  /// let backup = try Defaults.store.export(as: .json)
  /// ```
  ///
  /// The record of the migration steps that are done goes along, also with one namespace, so that an import can tell which
  /// steps the values have been through. With values that a `SealedStore` has sealed in this store goes its id, without which
  /// they do not open. What a mirror records is left out: values that are imported later count as new
  /// writes.
  /// That of a store that is made of others has what shows, whichever of them it is in; to import it writes all of that into
  /// the one that takes the writes. For a backup of one of them, export that one. The export takes O(n) time.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - namespace: The namespace of the names; everything by default.
  ///   - includesNested: Whether the namespaces that begin with this one and a dot, such as those of instances, belong to
  ///     it too. An object in a JSON file that no key says is one value counts as such a namespace.
  /// - Returns: The settings by their full names, in the format.
  /// - Throws: The error that kept the store from being read, or `undeclaredObject` if nested namespaces are not included and
  ///   no key that was used says whether an object in a JSON file is one value or a namespace.
  public func export(
    as format: DefaultsExportFormat,
    namespace: String? = nil,
    includingNested includesNested: Bool = false
  ) throws -> Data {
    let namespace = declared(namespace, includingNested: includesNested)
    return try format.data(of: snapshot(of: namespace, includingNested: includesNested))
  }

  /// Stores exported settings all at once, or nothing if anything is wrong with them.
  ///
  /// The settings must have been through the migration steps that the store has done. With the program's steps an import
  /// does those that are missing, in their order, before anybody reads a value:
  ///
  /// ```swift
  /// try Defaults.store.import(
  ///   backup,
  ///   as: .json,
  ///   replacing: true,
  ///   migratingBy: migrations
  /// )
  /// ```
  ///
  /// Without them settings that have been through other steps are refused. A store that has done no step takes over the
  /// record of the settings if it has no others.
  ///
  /// Sealed values go with their id into the store that they are from, and into one without sealed values. Any other one
  /// refuses them, for they would not open there.
  ///
  /// No object of JSON, or dictionary of an XML property list, may have a name twice; both are UTF-8. The names under which
  /// a mirror records when it wrote are refused, because the records are true of one store only.
  ///
  /// - Parameters:
  ///   - data: The result of ``export(as:namespace:includingNested:)``, or a dictionary in the format from another source.
  ///   - format: The format.
  ///   - namespace: The namespace to which all names must belong, after the steps; by default every name is accepted.
  ///   - includesNested: Whether the namespaces that begin with this one and a dot, such as those of instances, belong to
  ///     it too.
  ///   - replacing: Whether to remove the stored values that are not in the data, within the namespace if there is one.
  ///     Use it to restore a backup of everything. By default the values that are not in the data stay.
  ///   - steps: All steps of the program, as `migrate(_:dryRun:)` gets them. A store that has not done them all does them
  ///     first. A step that takes values from another store cannot be done for the imported values, and is refused.
  ///   - form: What settings without a record of steps are taken for, as those of another program. By default they are
  ///     refused where the store has done steps.
  ///   - validate: A check that throws for a value that must not be imported; it gets the values after the steps.
  ///     `NamespaceAudit.validate(_:forKey:)` is such a check: it throws for a value that its key cannot read.
  /// - Returns: The imported names, sorted, without those under which steps are recorded.
  /// - Throws: ``DefaultsImportError``; ``DefaultsMigrationError`` for a step that cannot be done; or the error that kept the
  ///   store from being read or written.
  @discardableResult
  public func `import`(
    _ data: Data,
    as format: DefaultsExportFormat,
    namespace: String? = nil,
    includingNested includesNested: Bool = false,
    replacing: Bool = false,
    migratingBy steps: [DefaultsMigration]? = nil,
    takingUnrecordedAs form: UnrecordedSettings? = nil,
    validate: (PropertyListValue, String) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let namespace = declared(namespace, includingNested: includesNested)
    let isIncluded = { (name: String) in namespace?.contains(name) ?? true }
    var settings = try ImportedSettings(data, as: format)
    try settings.fit([self], by: steps, takingUnrecordedAs: form, replacingAll: replacing && namespace == nil)
    let values = try settings.values { value, name in
      guard isIncluded(name) else { throw Refusal("not in the namespace") }
      try validate(value, name)
    }
    try settings.migrateStores()
    try settings.write(to: self) {
      var changes = values.mapValues(Optional.some)
      guard replacing else { return changes }
      let stored = try declaredNames(of: keys(), in: namespace, includingNested: includesNested, withReserved: true)
      for name in stored where values[name] == nil && !ReservedName.isRecord(name) {
        changes.updateValue(nil, forKey: name)
      }
      return changes
    }
    return values.keys.sorted()
  }

  /// Returns the rule of a namespace that the store has.
  private func declared(_ namespace: String?, includingNested includesNested: Bool) -> Namespace? {
    guard let namespace else { return nil }
    context.declare(DeclaredNames(namespaces: [namespace]))
    return Namespace(namespace, includingNested: includesNested)
  }

  /// Returns all values, or those in a namespace and the record of steps, at one moment.
  private func snapshot(
    of namespace: Namespace?,
    includingNested includesNested: Bool
  ) throws -> [String: PropertyListValue] {
    func values() throws -> [String: PropertyListValue] {
      let names = try keys()
      let values = try declaredNames(of: names, in: namespace, includingNested: includesNested, withReserved: true)
        .reduce(into: [:]) { $0[$1] = try value(forKey: $1) }
      guard namespace != nil else { return values }
      let seal = values.contains { $0.value.sealed != nil } ? try value(forKey: ReservedName.seal) : nil
      return values.merging(MigrationMarker.records(in: names)) { $1 }
        .merging(seal.map { [ReservedName.seal: $0] } ?? [:]) { $1 }
    }
    return try atOneMoment(values)
  }
}

extension DefaultsExportFormat {
  private var notation: ValueNotation { self == .json ? .json : .propertyList }

  /// Returns settings by their names in the format.
  package func data(of values: [String: PropertyListValue]) throws -> Data { try notation.data(of: values) }

  /// Returns the members of an export, or the reasons why they have no stored form, by their names.
  func members(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] { try notation.values(in: data) }
}
