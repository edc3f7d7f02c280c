#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of JSON that anyone may have made.
///
/// Foundation's decoder drops one of two members with the same name, and half a surrogate pair, without a word. This reader
/// refuses both. It reads a whole number with a fraction or an exponent as an integer, if its magnitude is less than 2⁵³.
struct JSONReader: TextReader {
  static let kind = "JSON"

  let bytes: [UInt8]
  var position = 0
  private let depthLimit: Int
  /// The name of the root's member that is read.
  private var member = ""
  /// The reasons why members of the root have no stored form, by their names.
  private var unstorable: [String: Refusal] = [:]

  /// Returns the value of JSON.
  ///
  /// - Throws: ``Refusal``, which has the number of the line.
  static func value(of data: Data, depthLimit: Int = Self.depthLimit) throws(Refusal) -> PropertyListValue {
    var reader = try Self(data, depthLimit: depthLimit)
    let root = try reader.document()
    if let refusal = reader.unstorable.values.first { throw refusal }
    return root
  }

  /// Returns the members of a JSON object, each with its value or the reason why it has no stored form.
  ///
  /// - Throws: ``Refusal`` for anything else, with the number of the line.
  static func members(of data: Data) throws(Refusal) -> [String: Result<PropertyListValue, any Error>] {
    // An export nests values of 128 levels in its own notations.
    var reader = try Self(data, depthLimit: 4 * depthLimit)
    guard case .dictionary(let members) = try reader.document() else { throw Refusal("the JSON is no object") }
    return Dictionary(
      uniqueKeysWithValues: members.map { name, value in
        (name, reader.unstorable[name].map { .failure($0) } ?? .success(value))
      }
    )
  }

  private init(_ data: Data, depthLimit: Int) throws(Refusal) {
    // A zero byte stands in no JSON but one in UTF-16 or UTF-32.
    guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else {
      throw Refusal("the JSON is not UTF-8")
    }
    bytes = Array(data)
    self.depthLimit = depthLimit
  }

  private mutating func document() throws(Refusal) -> PropertyListValue {
    _ = skip("\u{feff}")
    let root = try value(depth: 0)
    skipSpace()
    guard isAtEnd else { throw malformed("something follows the value") }
    return root
  }

  private mutating func value(depth: Int) throws(Refusal) -> PropertyListValue {
    skipSpace()
    if skip("\"") { return .string(try string()) }
    if skip("{") { return .dictionary(try members(depth: depth)) }
    if skip("[") { return .array(try elements(depth: depth)) }
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    if skip("null") { return placeholder("null has no stored form") }
    return try number()
  }

  private mutating func elements(depth: Int) throws(Refusal) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    try parts(endingWith: "]", depth: depth) { reader throws(Refusal) in
      elements.append(try reader.value(depth: depth + 1))
    }
    return elements
  }

  private mutating func members(depth: Int) throws(Refusal) -> [String: PropertyListValue] {
    var members: [String: PropertyListValue] = [:]
    try parts(endingWith: "}", depth: depth) { reader throws(Refusal) in
      guard reader.skip("\"") else { throw reader.malformed("a name is missing") }
      let name = try reader.string()
      reader.skipSpace()
      guard reader.skip(":") else { throw reader.malformed(": is missing") }
      if depth == 0 { reader.member = name }
      guard members.updateValue(try reader.value(depth: depth + 1), forKey: name) == nil else {
        throw Refusal("the JSON has \(name.debugDescription) twice in one object")
      }
    }
    return members
  }

  /// Reads the parts of a collection, which commas separate.
  private mutating func parts(
    endingWith end: String,
    depth: Int,
    part: (inout Self) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard depth < depthLimit else { throw malformed("more than \(depthLimit) collections nest") }
    skipSpace()
    if skip(end) { return }
    repeat {
      skipSpace()
      try part(&self)
      skipSpace()
    } while skip(",")
    guard skip(end) else { throw malformed("\(end) is missing") }
  }

  private mutating func number() throws(Refusal) -> PropertyListValue {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int64(text.withoutZeroFraction) { return .integer(number) }
    if let number = UInt64(text.withoutZeroFraction) { return .unsignedInteger(number) }
    guard let number = Double(number: text) else { return placeholder("a number that does not fit has no stored form") }
    return number.magnitude < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? .double(number) : .double(number)
  }

  private mutating func digits() throws(Refusal) {
    guard !skip(while: { 0x30...0x39 ~= $0 }).isEmpty else { throw malformed("a value is missing") }
  }

  private mutating func placeholder(_ reason: String) -> PropertyListValue {
    unstorable[member] = Refusal(reason)
    return false
  }

  /// Reads the rest of a string after its first quotation mark.
  private mutating func string() throws(Refusal) -> String {
    var text: [UInt8] = []
    while !skip("\"") {
      text += skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if peek(is: "\\") {
        text += try escape().utf8
      } else if !peek(is: "\"") {
        throw malformed("a string is not closed, or has a control character")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape() throws(Refusal) -> String {
    if let unit = codeUnit(after: "\\u") {
      guard UTF16.isSurrogate(unit) else { return String(decoding: [unit], as: UTF16.self) }
      guard UTF16.isLeadSurrogate(unit), let next = codeUnit(after: "\\u"), UTF16.isTrailSurrogate(next) else {
        throw Refusal("the JSON has half a surrogate pair, \\u\(String(unit, radix: 16))")
      }
      return String(decoding: [unit, next], as: UTF16.self)
    }
    let escapes: KeyValuePairs<String, String> = [
      "\\\"": "\"", "\\\\": "\\", "\\/": "/", "\\b": "\u{8}", "\\f": "\u{c}", "\\n": "\n", "\\r": "\r", "\\t": "\t",
    ]
    for (escape, character) in escapes where skip(escape) { return character }
    throw malformed("an escape is not known")
  }
}
