#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Refuses an XML property list that has a name twice in one dictionary; its reader takes the last of the values.
///
/// - Parameters:
///   - data: A property list in any format.
///   - members: What is in it.
/// - Throws: ``DefaultsImportError``.
func checkXML(_ data: Data, holds members: [String: PropertyListValue]) throws {
  guard data.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") else { return }
  guard countOfKeys(inXML: Array(data)) > PropertyListValue.dictionary(members).countOfNames else { return }
  throw DefaultsImportError.malformed("the property list has a name twice in one dictionary")
}

/// How many `<key>` there are outside comments and CDATA sections.
private func countOfKeys(inXML text: [UInt8]) -> Int {
  var (count, position) = (0, 0)
  func skips(from start: String, past end: String) -> Bool {
    guard text[position...].starts(with: start.utf8) else { return false }
    while position < text.count, !text[position...].starts(with: end.utf8) { position += 1 }
    return true
  }
  while position < text.count {
    if text[position] == UInt8(ascii: "<"), !skips(from: "<!--", past: "-->"), !skips(from: "<![CDATA[", past: "]]>"),
      text[position...].starts(with: "<key".utf8)
    {
      count += 1
    }
    position += 1
  }
  return count
}

extension PropertyListValue {
  /// How many names there are in all its dictionaries.
  fileprivate var countOfNames: Int {
    switch self {
    case .array(let elements): elements.reduce(0) { $0 + $1.countOfNames }
    case .dictionary(let members): members.values.reduce(members.count) { $0 + $1.countOfNames }
    default: 0
    }
  }
}
