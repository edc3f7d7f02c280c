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
  if let date = try? Date(text, strategy: .iso8601) { forms.append(.date(date)) }
  let data = Data(text.utf8)
  if let bytes = hexadecimalBytes(text) { forms.append(.data(bytes)) }
  if let json = try? JSONDecoder().decode(ArgumentTree.self, from: data) { forms.append(json.value) }
  if let list = try? PropertyListDecoder().decode(ArgumentTree.self, from: data) { forms.append(list.value) }
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

/// A property-list value out of whatever a decoder finds.
private struct ArgumentTree: Decodable {
  let value: PropertyListValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // From the narrowest to the widest, for a decoder of numbers reads 1 as every number.
    value =
      if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        .integer(value)
      } else if let value = try? container.decode(UInt64.self) {
        .unsignedInteger(value)
      } else if let value = try? container.decode(Double.self) {
        .double(value)
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode([ArgumentTree].self) {
        .array(value.map(\.value))
      } else if let value = try? container.decode([String: ArgumentTree].self) {
        .dictionary(value.mapValues(\.value))
      } else if let value = try? container.decode(Date.self) {
        .date(value)
      } else {
        .data(try container.decode(Data.self))
      }
  }
}
