import NamespacedDefaultsFoundation

/// A reader of the old text form of property lists, `(a, "b c")` and `{ a = 1; b = <0fbd77>; }`.
///
/// All its scalars are strings, and data as hexadecimal digits. Comments and octal escapes are refused.
struct OldStylePropertyList: TextReader {

  let bytes: [UInt8]
  var position = 0

  /// Returns the root of a property list in the old form.
  ///
  /// - Throws: ``Refusal``.
  static func root(of text: String) throws(Refusal) -> PropertyListValue {
    var reader = Self(bytes: Array(text.utf8))
    let root = try reader.value(depth: 0)
    guard reader.isAtEnd else { throw reader.malformed("something follows the value") }
    return root
  }

  /// Reads a value and the white space around it.
  private mutating func value(depth: Int) throws(Refusal) -> PropertyListValue {
    defer { skipSpace() }
    skipSpace()
    if skip("<") { return .data(try data()) }
    if skip("(") {
      try checkDepth(depth)
      var elements: [PropertyListValue] = []
      skipSpace()
      while !skip(")") {
        elements.append(try value(depth: depth + 1))
        guard skip(",") || peek(is: ")") else { throw malformed(") is missing") }
        skipSpace()
      }
      return .array(elements)
    }
    guard skip("{") else { return .string(try string()) }
    try checkDepth(depth)
    var members: [String: PropertyListValue] = [:]
    skipSpace()
    while !skip("}") {
      let name = try string()
      skipSpace()
      guard skip("=") else { throw malformed("= is missing") }
      guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
        throw malformed("a name stands twice in one dictionary")
      }
      guard skip(";") || peek(is: "}") else { throw malformed("; is missing") }
      skipSpace()
    }
    return .dictionary(members)
  }

  /// Reads the rest of data, in whose digits white space may stand.
  private mutating func data() throws(Refusal) -> Data {
    let digits = String(decoding: try skip(past: ">"), as: UTF8.self).filter { !$0.isWhitespace }.map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { throw malformed("data are no pairs of digits") }
    let numbers = digits.compactMap(\.self)
    return Data(stride(from: 0, to: numbers.count, by: 2).map { UInt8(numbers[$0] << 4 | numbers[$0 + 1]) })
  }

  private mutating func string() throws(Refusal) -> String {
    guard peek(is: "\"") || peek(is: "'") else {
      let run = skip { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || "_$/:.-".utf8.contains(byte)
      }
      guard !run.isEmpty else { throw malformed("a value is missing") }
      return String(decoding: run, as: UTF8.self)
    }
    let quote = bytes[position]
    position += 1
    var text = ""
    while true {
      let run = skip { $0 != quote && $0 != UInt8(ascii: "\\") }
      text += String(decoding: run, as: UTF8.self)
      guard position < bytes.count else { throw malformed("a string is not closed") }
      if bytes[position] == quote { break }
      text += try escape()
    }
    position += 1
    return text
  }

  private mutating func escape() throws(Refusal) -> String {
    var units: [UInt16] = []
    while let unit = codeUnit(after: "\\U") { units.append(unit) }
    if let text = String(validating: units, as: UTF16.self), !text.isEmpty { return text }
    let escapes: KeyValuePairs<String, String> = [
      "\\\"": "\"", "\\'": "'", "\\\\": "\\", "\\n": "\n", "\\r": "\r", "\\t": "\t",
    ]
    for (escape, character) in escapes where skip(escape) { return character }
    throw malformed("an escape is not known")
  }
}
