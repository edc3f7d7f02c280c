import NamespacedDefaults

import NamespacedDefaultsFoundation

/// The writer of new text, which is JSON without anything of JSON5.
///
/// The lines of a collection are indented by that of the line in which it begins; without one it is on one line.
struct JSONWriter {
  let style: JSONStyle
  private(set) var bytes: [UInt8] = []

  init(_ style: JSONStyle) { self.style = style }

  mutating func append(_ value: JSONNewValue, _ indentation: JSONPiece?) {
    switch value {
    case .value(let value): append(value, indentation)
    case .object(let members): append(members, in: "{}", indentation)
    case .list(let elements): append(elements, in: "[]", elements.fitOneLine ? nil : indentation)
    case .null: append("null")
    }
  }

  /// Appends a member of an object, or an element of a list, whose line is indented.
  mutating func append(_ member: JSONNewMember, _ indentation: JSONPiece?) {
    if let name = member.name {
      append(name, escapingFirst: !member.isMarked && JSONNotation.isReserved(name))
      bytes += style.colon
    }
    append(member.value, indentation)
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(_ value: PropertyListValue, _ indentation: JSONPiece?) {
    switch value {
    case .bool, .integer, .unsignedInteger: append(value.description)
    case .double(let value):
      if value.isFinite { append(value.description) } else { append("$double", value.description) }
    case .string(let text): append(text, escapingFirst: JSONNotation.isDate(text))
    case .date(let date):
      if let text = date.iso8601Text {
        append(text, escapingFirst: false)
      } else {
        append("$date", date.timeIntervalSinceReferenceDate.description)
      }
    case .data(let data):
      // An object or another list comes here only if it would nest too deep.
      if let list = data.listWithNull {
        append(JSONNewValue(list, 0), indentation)
      } else if data.json != nil, data.storedJSON == nil {
        append("{\"$json\"")
        bytes += style.colon + Array(data)
        append("}")
      } else {
        append("$data", data.base64EncodedString())
      }
    case .array(let elements):
      append(elements.map { JSONNewMember(nil, .value($0)) }, in: "[]", elements.fitOneLine ? nil : indentation)
    case .dictionary(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      append(sorted.map { JSONNewMember($0.key, .value($0.value)) }, in: "{}", indentation)
    }
  }

  private mutating func append(_ notation: String, _ text: String) {
    append("{\"\(notation)\"")
    bytes += style.colon
    append("\"\(text)\"}")
  }

  private mutating func append(_ parts: [JSONNewMember], in brackets: String, _ indentation: JSONPiece?) {
    bytes.append(brackets.utf8.first!)  // both are literals above
    let inner = indentation.map { $0 + style.unit }
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let inner { bytes += style.newline + inner } else if index > 0 { bytes += style.gap }
      append(part, inner)
    }
    if !parts.isEmpty, let indentation { bytes += style.newline + indentation }
    bytes.append(brackets.utf8.last!)  // as above
  }

  private mutating func append(_ text: String, escapingFirst: Bool) {
    bytes.append(UInt8(ascii: "\""))
    var isFirst = escapingFirst
    for byte in text.utf8 {
      switch byte {
      case _ where isFirst, 0..<0x20, 0x7F: appendEscape(byte)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      default: bytes.append(byte)
      }
      isFirst = false
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default: append("\\u" + String(byte, radix: 16, digits: 4))
    }
  }
}

extension JSONNewValue {
  fileprivate var hasParts: Bool {
    switch self {
    case .object, .list: true
    case .value, .null: false
    }
  }

  /// Creates a part of other JSON, in one line.
  fileprivate init(_ text: JSONText, _ node: Int) {
    let parts = text.parts(of: node)
    switch text[node].kind {
    case .null: self = .null
    case .array: self = .list(parts.map { JSONNewMember(nil, Self(text, $0)) })
    case .object: self = .object(parts.map { JSONNewMember(text.name(of: $0), Self(text, $0)) })
    default: self = .value(text.value(of: node) ?? .string(""))
    }
  }
}

extension [JSONNewMember] {
  /// Whether they stand in one line: a few that have no parts.
  fileprivate var fitOneLine: Bool { count <= 16 && allSatisfy { !$0.value.hasParts } }
}

extension [PropertyListValue] {
  /// Whether they stand in one line: a few short values that have no parts.
  fileprivate var fitOneLine: Bool {
    let hasParts = contains { $0.array?.isEmpty == false || $0.dictionary?.isEmpty == false }
    return !hasParts && reduce(0) { $0 + $1.approximateSize } < 80
  }
}
