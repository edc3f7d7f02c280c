import NamespacedDefaultsFoundation

/// Returns the stored forms that a command-line argument, or another text of a person, can mean, the plainest first.
///
/// The first form is the text itself, from which most scalar types can be read. The other forms are a date in ISO 8601,
/// JSON, a property list in XML, data in hexadecimal digits, `<0fbd77>`, or in Base64, and for a type that is stored as an
/// array a list, `a,b,c`. A key takes the first form that its type can read.
func storedForms(ofArgument text: String, isList: Bool = false) -> [PropertyListValue] {
  let data = Data(text.utf8)
  // A number is taken from the text itself, of which it keeps each digit or is none.
  let json =
    JSONNumber.isNumber(Array(text.trimmed.utf8)[...], .json)
    ? PropertyListValue(number: text.trimmed) : JSONReader.exactValue(of: data) ?? (try? JSONReader.value(of: data))
  let base64 = if case .string(let quoted)? = json { quoted } else { text }
  return [
    .string(text), Date(iso8601Text: text).map { .date($0) }, json,
    try? XMLPropertyList.root(of: data), Data(hexadecimalText: text).map { .data($0) },
    Data(base64Encoded: base64).map { .data($0) }, isList ? listElements(of: text).map { .array($0) } : nil,
  ].compactMap(\.self)
}

/// Returns the elements of a list such as `a, "b, c", d`; `nil` for a text that begins as another notation does.
///
/// Blanks around an element do not count. An element with a comma, a quotation mark or blanks at its ends stands in quotation
/// marks, as a string of JSON does. An empty element must too. An empty text is an empty list.
private func listElements(of text: String) -> [PropertyListValue]? {
  let text = text.trimmed
  var (rest, scanner) = (text[...], JSONScanner(bytes: Array(text.utf8), position: 0))
  guard rest.first.map("[{(<".contains) != true else { return nil }
  var elements: [PropertyListValue] = []
  while !rest.isEmpty {
    let element: PropertyListValue
    if rest.first == "\"" {
      let start = text.utf8.distance(from: text.startIndex, to: rest.startIndex)
      scanner.position = start
      guard (try? scanner.skipString()) != nil,
        let string = try? JSONReader.value(of: Data(scanner.bytes[start..<scanner.position]))
      else { return nil }
      (element, rest) = (string, text[text.utf8.index(text.startIndex, offsetBy: scanner.position)...])
    } else {
      let part = rest.prefix { $0 != "," }
      let word = String(part).trimmed
      guard !word.isEmpty, !word.contains("\"") else { return nil }
      (element, rest) = (.string(word), rest[part.endIndex...])
    }
    elements.append(element)
    rest = rest.drop(while: \.isWhitespace)
    guard let comma = rest.popFirst() else { break }
    rest = rest.drop(while: \.isWhitespace)
    guard comma == ",", !rest.isEmpty else { return nil }
  }
  return elements
}
