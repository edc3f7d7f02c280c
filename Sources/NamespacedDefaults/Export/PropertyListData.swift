import Foundation

// The whole of Foundation, although FoundationEssentials has a coder of property lists, because that coder does not
// distinguish a whole double from an integer.

extension [String: PropertyListValue] {
  /// Returns the values as an XML property list.
  ///
  /// They must have a form in it; see ``PropertyListValue/notation(for:)``.
  ///
  /// - Throws: ``DefaultsError/Code/notEncodable`` for a string that Foundation would not read back.
  func xmlPropertyList() throws -> Data {
    for (name, value) in self where name.beginsWithMark || value.hasTextThatBeginsWithMark {
      throw DefaultsError.notEncodable(
        type: "a property list of \(name.debugDescription)",
        reason: "a text or name that begins with U+FEFF would lose it; JSON keeps it"
      )
    }
    return try PropertyListSerialization.data(fromPropertyList: mapValues(\.propertyList), format: .xml, options: 0)
  }
}

/// Returns the members of a property list in any of its formats, each with its value or its error.
func propertyListMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
  if BinaryPropertyList.isBinary(data) { return try binaryMembers(of: data) }
  let list: Any
  do {
    list = try PropertyListSerialization.propertyList(from: data, format: nil)
  } catch {
    let details = (error as NSError).userInfo["NSDebugDescription"].map { ": \($0)" } ?? ""
    throw DefaultsImportError.malformed("not a property list\(details)")
  }
  guard let members = list as? [String: Any] else {
    throw DefaultsImportError.malformed("the property list is no dictionary")
  }
  return members.mapValues { member in Result { try PropertyListValue(propertyList: member) } }
}

/// Returns the members of a binary property list, which Foundation need not see.
private func binaryMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
  let root: BinaryPropertyList.Node
  do {
    root = try BinaryPropertyList.root(of: data)
  } catch {
    throw DefaultsImportError.malformed("the binary property list is refused: \(error)")
  }
  guard case .dictionary(let members) = root else {
    throw DefaultsImportError.malformed("the property list is no dictionary")
  }
  return members.mapValues { member in Result { try member.value } }
}

extension PropertyListValue {
  fileprivate var hasTextThatBeginsWithMark: Bool {
    switch self {
    case .string(let text): text.beginsWithMark
    case .array(let elements): elements.contains(where: \.hasTextThatBeginsWithMark)
    case .dictionary(let members): members.contains { $0.key.beginsWithMark || $0.value.hasTextThatBeginsWithMark }
    default: false
    }
  }
}

extension String {
  /// Whether Foundation outside Apple platforms would take the first character for a byte order mark, and drop it.
  fileprivate var beginsWithMark: Bool { unicodeScalars.first == "\u{feff}" }
}
