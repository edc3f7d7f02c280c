import NamespacedDefaultsFoundation

/// A reader of XML property lists that anyone may have made.
///
/// It reads the elements of Apple's PropertyList-1.0.dtd, with comments, CDATA sections, the five named entities and the
/// numbered ones. It ignores attributes. No list can name a file or declare an entity, so that what is read takes memory
/// in proportion to the size of the data.
struct XMLPropertyList: TextReader {

  let bytes: [UInt8]
  var position = 0

  /// Returns the root of an XML property list.
  ///
  /// - Throws: ``Refusal``, which has the number of the line.
  static func root(of data: Data) throws(Refusal) -> PropertyListValue {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw Refusal("the property list is neither XML in UTF-8 nor in the binary format")
    }
    var reader = Self(bytes: Array(data))
    return try reader.document()
  }

  // MARK: The document

  private mutating func document() throws(Refusal) -> PropertyListValue {
    _ = skip("\u{feff}")
    try skipBetweenElements()
    guard peek(is: "<") else {
      let isOld = peek(is: "{") || peek(is: "(")
      throw Refusal(
        isOld
          ? "the property list is in the old text form, in which everything is a string; plutil -convert xml1 converts it"
          : "the property list is neither in XML nor in the binary format"
      )
    }
    let isWrapped = skip("<plist")
    if isWrapped, try isEmptyAfterAttributes() { throw malformed("it has no value") }
    if isWrapped { try skipBetweenElements() }
    let root = try value(in: try startTag(), depth: 0)
    try skipBetweenElements()
    if isWrapped { try endTag("plist") }
    try skipBetweenElements()
    guard isAtEnd else { throw malformed("something follows the value") }
    return root
  }

  private mutating func value(in tag: Tag, depth: Int) throws(Refusal) -> PropertyListValue {
    switch tag.name {
    case "true", "false":
      guard try text(of: tag).isEmpty else { throw malformed("<\(tag.name)> has content") }
      return .bool(tag.name == "true")
    case "string": return .string(try text(of: tag))
    case "integer":
      switch JSONNumber.value(of: try text(of: tag).trimmed) {
      case .integer(let number)?: return .integer(number)
      case .unsignedInteger(let number)?: return .unsignedInteger(number)
      default: throw malformed("<integer> has no such number")
      }
    case "real":
      guard let value = Double(decimal: try text(of: tag).trimmed) else { throw malformed("<real> has no number") }
      return .double(value)
    case "date":
      guard let date = Date(iso8601Text: try text(of: tag).trimmed) else { throw malformed("<date> has no date") }
      return .date(date)
    case "data":
      let digits = try text(of: tag).filter { !$0.isWhitespace }
      guard let data = Data(base64Encoded: digits) else { throw malformed("<data> has no Base64") }
      return .data(data)
    case "array", "dict":
      try checkDepth(depth)
      if tag.name == "array" { return .array(try elements(of: tag, depth: depth + 1)) }
      return .dictionary(try members(of: tag, depth: depth + 1))
    default: throw malformed("<\(tag.name)> is no value of a property list")
    }
  }

  private mutating func elements(of tag: Tag, depth: Int) throws(Refusal) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while try !isAtEnd(of: tag) { elements.append(try value(in: try startTag(), depth: depth)) }
    return elements
  }

  private mutating func members(of tag: Tag, depth: Int) throws(Refusal) -> [String: PropertyListValue] {
    var members: [String: PropertyListValue] = [:]
    while try !isAtEnd(of: tag) {
      let keyTag = try startTag()
      guard keyTag.name == "key" else { throw malformed("<\(keyTag.name)> stands where a <key> belongs") }
      let name = try text(of: keyTag)
      try skipBetweenElements()
      // A reader of Foundation's would take one of the two without a word.
      guard members.updateValue(try value(in: try startTag(), depth: depth), forKey: name) == nil else {
        throw Refusal("the property list has a name twice in one dictionary")
      }
    }
    return members
  }

  // MARK: Tags and text

  private struct Tag {
    let name: String
    let isEmpty: Bool
  }

  private mutating func startTag() throws(Refusal) -> Tag {
    guard !peek(is: "</"), skip("<") else { throw malformed("an element is missing") }
    // No name is longer, but for one that is refused.
    let name = String(decoding: skip { 0x61...0x7A ~= $0 | 0x20 }.prefix(16), as: UTF8.self)
    return Tag(name: name, isEmpty: try isEmptyAfterAttributes())
  }

  /// Skips the rest of a start tag, and returns whether the element ends with it.
  private mutating func isEmptyAfterAttributes() throws(Refusal) -> Bool {
    guard peek(is: ">") || peek(is: "/>") || isAtSpace else { throw malformed("a tag is not closed") }
    while position < bytes.count {
      if skip(">") { return false }
      if skip("/>") { return true }
      if peek(is: "<") { break }
      try skipByteOrQuotation()
    }
    throw malformed("a tag is not closed")
  }

  private mutating func endTag(_ name: String) throws(Refusal) {
    guard skip("</"), skip(while: { 0x61...0x7A ~= $0 | 0x20 }).elementsEqual(name.utf8) else {
      throw malformed("</\(name)> is missing")
    }
    skipSpace()
    guard skip(">") else { throw malformed("</\(name)> is missing") }
  }

  /// Skips what may stand before an element, and the end tag if that comes next.
  private mutating func isAtEnd(of tag: Tag) throws(Refusal) -> Bool {
    if tag.isEmpty { return true }
    try skipBetweenElements()
    guard peek(is: "</") else { return false }
    try endTag(tag.name)
    return true
  }

  private mutating func text(of tag: Tag) throws(Refusal) -> String {
    if tag.isEmpty { return "" }
    var text: [UInt8] = []
    while position < bytes.count {
      text += skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
      if skip("<![CDATA[") {
        text += try skip(past: "]]>")
      } else if skip("<!--") {
        try skip(past: "-->")
      } else if peek(is: "<") {
        try endTag(tag.name)
        return String(decoding: text, as: UTF8.self)
      } else if skip("&") {
        text += String(try entity()).utf8
      }
    }
    throw malformed("</\(tag.name)> is missing")
  }

  private mutating func entity() throws(Refusal) -> Unicode.Scalar {
    let name = String(decoding: try skip(past: ";"), as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw malformed("an entity is not known") }
      return scalar
    }
  }

  // MARK: Between the elements

  /// Skips white space, comments, instructions and the type of the document.
  private mutating func skipBetweenElements() throws(Refusal) {
    while true {
      skipSpace()
      if skip("<!--") {
        try skip(past: "-->")
      } else if skip("<?") {
        try checkEncoding(in: String(decoding: try skip(past: "?>"), as: UTF8.self))
      } else if skip("<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  private func checkEncoding(in instruction: String) throws(Refusal) {
    guard instruction.hasPrefix("xml"), let found = instruction.firstRange(of: "encoding") else { return }
    let name = instruction[found.upperBound...].drop { !$0.isLetter }.prefix { $0 != "\"" && $0 != "'" }.lowercased()
    // ASCII is a part of UTF-8.
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) else { throw malformed("it is not in UTF-8") }
  }

  private mutating func skipDocumentType() throws(Refusal) {
    while position < bytes.count {
      if skip(">") { return }
      // Declarations of its own could make a few bytes of text into gigabytes.
      if peek(is: "[") { throw malformed("it declares a type of its own") }
      try skipByteOrQuotation()
    }
    throw malformed("its type is not closed")
  }

  private var isAtSpace: Bool { position < bytes.count && " \t\r\n".utf8.contains(bytes[position]) }

  private mutating func skipByteOrQuotation() throws(Refusal) {
    for quote in ["\"", "'"] where skip(quote) { return _ = try skip(past: quote) }
    position += 1
  }
}
