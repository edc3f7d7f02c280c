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
  /// An export of everything includes the record of migration steps, so that a store that is restored from it does not
  /// run them again. It leaves out what a mirror records: values that are imported later count as new writes.
  /// That of a store that is made of others has what shows, whichever of them it is in; to import it writes all of that into
  /// the one that takes the writes. For a backup of one of them, export that one. The export takes O(n) time.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - namespace: The namespace of the names; everything by default.
  ///   - includesNested: Whether the namespaces that begin with this one and a dot, such as those of instances, belong to
  ///     it too.
  /// - Returns: The settings by their full names, in the format.
  /// - Throws: The error that kept the store from being read.
  public func export(
    as format: DefaultsExportFormat,
    namespace: String? = nil,
    includingNested includesNested: Bool = false
  ) throws -> Data {
    let namespace = namespace.map { Namespace($0, includingNested: includesNested) }
    return try format.data(of: snapshot().filter { namespace?.contains($0.key) ?? true })
  }

  /// Stores exported settings all at once, or nothing if anything is wrong with them.
  ///
  /// No object of JSON, or dictionary of an XML property list, may have a name twice; both are UTF-8. The names under which
  /// a mirror records when it wrote are refused, because the records are true of one store only.
  ///
  /// - Parameters:
  ///   - data: The result of ``export(as:namespace:includingNested:)``, or a dictionary in the format from another source.
  ///   - format: The format.
  ///   - namespace: The namespace to which all names must belong; by default every name is accepted.
  ///   - includesNested: Whether the namespaces that begin with this one and a dot, such as those of instances, belong to
  ///     it too.
  ///   - replacing: Whether to remove the stored values that are not in the data, within the namespace if there is one.
  ///     Use it to restore a backup of everything; a backup of an older release is then migrated at the next start. By
  ///     default the values that are not in the data stay.
  ///   - validate: A check that throws for a value that must not be imported. `NamespaceAudit.validate(_:forKey:)` is
  ///     such a check: it throws for a value that its key cannot read.
  /// - Returns: The imported names, sorted.
  /// - Throws: ``DefaultsImportError``, or the error that kept the store from being read or written.
  @discardableResult
  public func `import`(
    _ data: Data,
    as format: DefaultsExportFormat,
    namespace: String? = nil,
    includingNested includesNested: Bool = false,
    replacing: Bool = false,
    validate: (PropertyListValue, String) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let namespace = namespace.map { Namespace($0, includingNested: includesNested) }
    let isIncluded = { (name: String) in namespace?.contains(name) ?? true }
    var values: [String: PropertyListValue?] = try format.values(in: data) { value, name in
      guard isIncluded(name) else { throw Refusal("not in the namespace") }
      try validate(value, name)
    }
    let names = values.keys.sorted()
    try transaction {
      if replacing {
        for name in try keys() where values[name] == nil && isIncluded(name) && !ReservedName.isOfThisStore(name) {
          values.updateValue(nil, forKey: name)
        }
      }
      try apply(values)
    }
    return names
  }

  /// Returns all values at one moment.
  private func snapshot() throws -> [String: PropertyListValue] {
    func values() throws -> [String: PropertyListValue] {
      try keys().filter { !ReservedName.isOfThisStore($0) }.reduce(into: [:]) { $0[$1] = try value(forKey: $1) }
    }
    return try atOneMoment(values)
  }
}

extension DefaultsExportFormat {
  private var notation: ValueNotation { self == .json ? .json : .propertyList }

  /// Returns settings by their names in the format.
  package func data(of values: [String: PropertyListValue]) throws -> Data { try notation.data(of: values) }

  /// Returns the settings of an export.
  ///
  /// - Parameters:
  ///   - data: The export.
  ///   - isIncluded: Returns whether a name counts; others are left out.
  ///   - validate: A check that throws for a value that must not be imported.
  /// - Returns: The values by their names.
  /// - Throws: ``DefaultsImportError`` with all values that are refused.
  package func values(
    in data: Data,
    where isIncluded: (String) -> Bool = { _ in true },
    validate: (PropertyListValue, String) throws -> Void
  ) throws(DefaultsImportError) -> [String: PropertyListValue] {
    let members: [String: Result<PropertyListValue, any Error>]
    do {
      members = try notation.values(in: data)
    } catch {
      throw .malformed("\(error)")
    }
    var values: [String: PropertyListValue] = [:]
    var refusals: [String: String] = [:]
    for (name, member) in members where isIncluded(name) {
      do {
        guard !ReservedName.isOfThisStore(name) else {
          throw Refusal("the library keeps this name for what a mirror records of its own store")
        }
        let value = try member.get()
        try validate(value, name)
        values[name] = value
      } catch {
        refusals[name] = "\(error)"
      }
    }
    guard refusals.isEmpty else { throw .refused(refusals) }
    return values
  }
}
