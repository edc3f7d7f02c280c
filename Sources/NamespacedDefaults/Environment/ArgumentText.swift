#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored forms that a command-line argument may mean, the plainest first.
///
/// A key takes the first that it can read: the text itself, which every scalar reads, then the text as a date in ISO
/// 8601, as JSON, and as a property list, which in its old form is `(a, b)`, `{ a = 1; }` or `<0fbd77>`.
func storedForms(ofArgument text: String) -> [PropertyListValue] {
  var forms = [PropertyListValue.string(text)]
  if let date = Date(iso8601: text) { forms.append(.date(date)) }
  let data = Data(text.utf8)
  if let bytes = hexadecimalBytes(text) { forms.append(.data(bytes)) }
  if let json = try? JSONDecoder().decode(PropertyListTree.self, from: data) { forms.append(json.value) }
  if let list = try? PropertyListDecoder().decode(PropertyListTree.self, from: data) { forms.append(list.value) }
  return forms
}

/// The bytes of `<0fbd77>`, which the property-list decoder takes for XML.
private func hexadecimalBytes(_ text: String) -> Data? {
  guard text.hasPrefix("<"), text.hasSuffix(">") else { return nil }
  let digits = text.dropFirst().dropLast().filter { !$0.isWhitespace }.map { $0.hexDigitValue }
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes = Data()
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = digits[index], let low = digits[index + 1] else { return nil }
    bytes.append(UInt8(high << 4 | low))
  }
  return bytes
}
