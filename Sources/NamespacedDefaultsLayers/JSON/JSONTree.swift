import NamespacedDefaults

/// A piece of the text of a file, or of new text.
typealias JSONPiece = ArraySlice<UInt8>

/// The text of a file, in pieces that make up the whole: whatever is not changed is written as it was read.
struct JSONDocument {
  /// What stands before the object: a byte order mark, white space and comments.
  var lead: JSONPiece
  /// The object; `nil` if there is nothing but white space and comments.
  var root: JSONObject?
  /// What stands after it.
  var end: JSONPiece

  var bytes: [UInt8] {
    var bytes = Array(lead)
    root?.append(to: &bytes)
    return bytes + end
  }
}

/// An object in the text.
final class JSONObject {
  var members: [JSONMember] = []
  /// What stands between the last member, or the opening brace, and the closing brace.
  var end: JSONPiece = []

  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for member in members { member.append(to: &bytes) }
    bytes += end
    bytes.append(UInt8(ascii: "}"))
  }

  /// The object as a stored value, in which a notation stands for its value and a null for nothing.
  var value: PropertyListValue {
    if let value = JSONNotation.value(of: self) { return value }
    return .dictionary(
      members.reduce(into: [:]) { values, member in if let value = member.value.value { values[member.key] = value } }
    )
  }
}

/// A member of an object in the text.
struct JSONMember {
  /// What stands before the name, from the comma or the brace on.
  var lead: JSONPiece
  /// The name as it is written.
  var name: JSONPiece
  /// The name as it is meant.
  let key: String
  /// Whether the name begins with `$` and is written without an escape, so that it may be a notation.
  let isMarked: Bool
  /// The colon, and what stands around it.
  var colon: JSONPiece
  var value: JSONNode
  /// What stands between the value and the comma; without a comma, the comment on the same line.
  var tail: JSONPiece
  var hasComma: Bool
  /// The comment that follows the comma on the same line.
  var trail: JSONPiece
  /// Whether an edit has removed the member.
  var isRemoved = false

  func append(to bytes: inout [UInt8]) {
    bytes += lead
    bytes += name
    bytes += colon
    switch value {
    case .object(let object): object.append(to: &bytes)
    case .leaf(let text, _): bytes += text
    }
    bytes += tail
    if hasComma { bytes.append(UInt8(ascii: ",")) }
    bytes += trail
  }
}

/// A value in the text.
enum JSONNode {
  case object(JSONObject)
  /// Any other value, which is written anew as a whole; its stored value is `nil` for a null.
  case leaf(text: JSONPiece, PropertyListValue?)

  var value: PropertyListValue? {
    switch self {
    case .object(let object): object.value
    case .leaf(_, let value): value
    }
  }
}
