package import NamespacedDefaultsFoundation

// Whole texts of settings by their names.
extension ValueNotation {
  /// Returns settings by their names as a text, from which equal ones are read.
  package func data(of values: [String: PropertyListValue]) throws -> Data {
    let tree = values.mapValues { PropertyListTree($0.notation(for: self)) }
    switch self {
    case .propertyList:
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .xml
      // Other readers of XML turn a bare carriage return into a line feed.
      return Data(
        try encoder.encode(tree).split(separator: 0x0D, omittingEmptySubsequences: false).joined(
          separator: Data("&#13;".utf8)
        )
      )
    case .json, .exactJSON:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(tree)
    }
  }

  /// Returns the settings of a text, each by its name with its value or its error.
  ///
  /// Of a property list the binary format is read too.
  package func values(in data: Data) throws(Refusal) -> [String: Result<PropertyListValue, any Error>] {
    let members =
      switch self {
      case .propertyList: try propertyListMembers(of: data)
      case .json, .exactJSON: try JSONReader.members(of: data)
      }
    return members.mapValues { member in Result { try member.get().resolvingNotation() } }
  }
}

/// Returns the members of a property list in XML or in the binary format, each with its value or its error.
private func propertyListMembers(of data: Data) throws(Refusal) -> [String: Result<PropertyListValue, any Error>] {
  guard BinaryPropertyList.isBinary(data) else {
    if case .dictionary(let members) = try XMLPropertyList.root(of: data) { return members.mapValues { .success($0) } }
    throw Refusal("the property list is no dictionary")
  }
  do throws(Refusal) {
    let root = try BinaryPropertyList.root(of: data)
    if case .dictionary(let members) = root { return members.mapValues { member in Result { try member.value } } }
  } catch {
    throw Refusal("the binary property list is refused: \(error)")
  }
  throw Refusal("the property list is no dictionary")
}
