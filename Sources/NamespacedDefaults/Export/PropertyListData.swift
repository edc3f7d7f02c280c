#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns the members of a property list in XML or in the binary format, each with its value or its error.
///
/// - Throws: ``DefaultsImportError``.
func propertyListMembers(of data: Data) throws -> [String: Result<PropertyListValue, any Error>] {
  if BinaryPropertyList.isBinary(data) { return try binaryMembers(of: data) }
  guard case .dictionary(let members) = try XMLPropertyListReader.root(of: data) else {
    throw DefaultsImportError.malformed("the property list is no dictionary")
  }
  return members.mapValues { .success($0) }
}

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
