#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns the members of a property list in XML or in the binary format, each with its value or its error.
func propertyListMembers(of data: Data) throws(Refusal) -> [String: Result<PropertyListValue, any Error>] {
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
