import Foundation

// Whole Foundation, though its essentials have a coder of property lists: that one does not tell a whole double from an
// integer.

extension [String: PropertyListValue] {
  /// The values as an XML property list, which must be able to hold them.
  func xmlPropertyList() throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: mapValues(\.propertyList), format: .xml, options: 0)
  }
}

/// The members of a property list in any of its formats, each with its value or what is wrong with it.
func propertyListMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
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
