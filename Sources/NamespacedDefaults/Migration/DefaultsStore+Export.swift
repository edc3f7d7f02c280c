#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DefaultsStore {
  /// Everything that is stored, or what is in one namespace, to keep or to carry to another store.
  ///
  ///     let backup = try Defaults.store.export(as: .json)
  ///
  /// An export of everything includes what the store remembers of migration steps, so that a store which is restored
  /// from it does not do them again. Costs O(n).
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - namespace: What the names begin with, before a dot; everything by default.
  /// - Returns: The settings by their full names, in the format.
  /// - Throws: What kept the store from being read.
  public func export(as format: DefaultsExportFormat, namespace: String? = nil) throws -> Data {
    let values = try snapshot().filter { isName($0.key, in: namespace) }.mapValues { $0.notation(for: format) }
    switch format {
    case .propertyList: return try values.xmlPropertyList()
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(values.mapValues(PropertyListTree.init))
    }
  }

  /// Stores what was exported: all of it at once, or, where anything is wrong with it, nothing.
  ///
  /// No object of JSON, or dictionary of an XML property list, may have a name twice; JSON is UTF-8.
  ///
  /// - Parameters:
  ///   - data: What ``export(as:namespace:)`` gave, or a dictionary in the format from elsewhere.
  ///   - format: The format.
  ///   - namespace: What all names have to begin with, before a dot; any name will do by default.
  ///   - replacing: Whether to remove what is stored already, in the namespace where one is given, and not in the data.
  ///     To restore a backup of everything do so: an older one is then migrated at the next start. By default what is
  ///     not in the data stays.
  ///   - validate: Throws for a value that shall not be imported, as ``NamespaceAudit/validate(_:forKey:)`` does for one
  ///     that its key could not read.
  /// - Returns: The names that were imported, sorted.
  /// - Throws: ``DefaultsImportError``, or what kept the store from being written.
  @discardableResult
  public func `import`(
    _ data: Data,
    as format: DefaultsExportFormat,
    namespace: String? = nil,
    replacing: Bool = false,
    validate: (PropertyListValue, String) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let members =
      switch format {
      case .propertyList: try checkedMembers(of: data)
      case .json: try jsonMembers(of: data)
      }
    var values: [String: PropertyListValue?] = [:]
    var refusals: [String: String] = [:]
    for (name, member) in members {
      do {
        guard isName(name, in: namespace) else { throw Refusal(description: "not in the namespace") }
        let value = try member.get().resolvingNotation()
        try validate(value, name)
        values[name] = value
      } catch {
        refusals[name] = "\(error)"
      }
    }
    guard refusals.isEmpty else { throw DefaultsImportError.refused(refusals) }
    let names = values.keys.sorted()
    try exclusively {
      if replacing {
        for name in try keys() where values[name] == nil && isName(name, in: namespace) {
          values.updateValue(nil, forKey: name)
        }
      }
      try apply(values)
    }
    return names
  }

  /// All values at one moment.
  private func snapshot() throws -> [String: PropertyListValue] {
    func values() throws -> [String: PropertyListValue] {
      try keys().reduce(into: [:]) { $0[$1] = try value(forKey: $1) }
    }
    // Other processes are shut out where that is possible, which it is not on a file that may only be read.
    if try keys().isEmpty { return [:] }
    return try (try? exclusively(values)) ?? context.withLock(values)
  }
}

private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

private func isName(_ name: String, in namespace: String?) -> Bool {
  namespace.map { name.isName(in: $0) } ?? true
}

private func checkedMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
  let members = try propertyListMembers(of: data)
  // Where one is refused, there is no need to look for others that were dropped.
  if let values = try? members.mapValues({ try $0.get() }) { try checkXML(data, holds: values) }
  return members
}

private func jsonMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
  try checkJSON(data)
  do {
    return try JSONDecoder().decode([String: Member].self, from: data).mapValues(\.value)
  } catch DecodingError.typeMismatch {
    throw DefaultsImportError.malformed("the JSON is no object")
  } catch DecodingError.dataCorrupted(let context) {
    let details = context.underlyingError.map { ": \($0)" } ?? ""
    throw DefaultsImportError.malformed("not JSON\(details)")
  }
}

/// A value, or what is wrong with it, so that all that are wrong can be told at once.
private struct Member: Decodable {
  let value: Result<PropertyListValue, any Error>

  init(from decoder: any Decoder) throws {
    value = Result {
      do {
        return try PropertyListTree(from: decoder).value
      } catch DecodingError.dataCorrupted(let context) {
        throw Refusal(description: context.debugDescription)
      }
    }
  }
}
