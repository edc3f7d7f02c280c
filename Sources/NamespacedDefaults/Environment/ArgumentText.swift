#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns the stored forms that a command-line argument can mean, the plainest first.
///
/// The first form is the text itself, from which most scalar types can be read. The other forms are a date in ISO 8601,
/// data as `<0fbd77>`, JSON, and a property list, which may have its old form: `(a, b)` or `{ a = 1; }`. A key takes
/// the first form that it can read.
func storedForms(ofArgument text: String) -> [PropertyListValue] {
  var forms = [PropertyListValue.string(text)]
  if let date = Date(iso8601: text) { forms.append(.date(date)) }
  let data = Data(text.utf8)
  if let bytes = hexadecimalBytes(text) { forms.append(.data(bytes)) }
  if let json = try? JSONDecoder().decode(PropertyListTree.self, from: data) { forms.append(json.value) }
  if let list = try? PropertyListDecoder().decode(PropertyListTree.self, from: data) { forms.append(list.value) }
  return forms
}

/// Returns the bytes of `<0fbd77>`, or `nil` for any other text.
///
/// The property-list decoder takes this form for XML.
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
