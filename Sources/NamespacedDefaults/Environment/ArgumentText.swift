import NamespacedDefaultsFoundation

/// Returns the stored forms that a command-line argument, or another text of a person, can mean, the plainest first.
///
/// The first form is the text itself, from which most scalar types can be read. The other forms are a date in ISO 8601,
/// JSON, a property list (XML, or its old form, `(a, b)`, `{ a = 1; }` or `<0fbd77>`), and data in Base64. A key takes the
/// first form that it can read.
func storedForms(ofArgument text: String) -> [PropertyListValue] {
  let data = Data(text.utf8)
  return [
    .string(text), Date(iso8601Text: text).map { .date($0) },
    // A number is taken from the text itself, of which it keeps each digit or is none.
    JSONNumber.isNumber(Array(text.trimmed.utf8)[...], .json)
      ? PropertyListValue(number: text.trimmed) : try? JSONReader.value(of: data),
    try? XMLPropertyList.root(of: data), try? OldStylePropertyList.root(of: text),
    Data(base64Encoded: text).map { .data($0) },
  ].compactMap(\.self)
}
