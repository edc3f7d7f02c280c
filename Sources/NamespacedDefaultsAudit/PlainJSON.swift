import NamespacedDefaults

import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// The value as JSON as a person writes it: a date, data and what JSON has no number for as a string, and data that hold
  /// JSON as what is in them.
  ///
  /// A key reads its value from it, whose type says what a string means.
  ///
  /// - Parameters:
  ///   - indentation: The blanks before the line in which the value begins; with `nil` it is one line.
  ///   - opensData: Whether data that are any JSON stand as that, because the type is no data.
  /// - Returns: The text.
  func plainJSON(_ indentation: String? = nil, opensData: Bool = false) -> String {
    func list(_ parts: [String], _ brackets: (String, String)) -> String {
      guard let indentation, !parts.isEmpty else { return brackets.0 + parts.joined(separator: ", ") + brackets.1 }
      let lines = parts.map { "\(indentation)  \($0)" }.joined(separator: ",\n")
      return "\(brackets.0)\n\(lines)\n\(indentation)\(brackets.1)"
    }
    let inner = indentation.map { $0 + "  " }
    return switch self {
    case .bool, .integer, .unsignedInteger: description
    case .double(let number): number.isFinite ? description : jsonString(description)
    case .string(let text): jsonString(text)
    case .date: jsonString(description)
    case .data(let data):
      data.storedJSON(depthLimit: Self.jsonDepthLimit)?.plainJSON(indentation, opensData: opensData)
        ?? data.listWithNull.map { _ in String(decoding: data, as: UTF8.self) } ?? (opensData ? data.jsonText : nil)
        ?? jsonString(data.base64EncodedString())
    case .array(let elements): list(elements.map { $0.plainJSON(inner, opensData: opensData) }, ("[", "]"))
    case .dictionary(let members):
      list(
        members.sorted { $0.key < $1.key }.map { name, value in
          "\(jsonString(name, isName: members.count == 1)): \(value.plainJSON(inner, opensData: opensData))"
        },
        ("{", "}")
      )
    }
  }
}

extension Data {
  /// The JSON that the data are, unless it has a null, which is no value in a file.
  fileprivate var jsonText: String? {
    guard let json = try? JSONText(Array(self), .json, depthLimit: PropertyListValue.depthLimit),
      !(0..<json.nodeCount).contains(where: { json[$0].kind == .null })
    else { return nil }
    return String(validating: self, as: UTF8.self)
  }
}

/// Returns a text as a string of JSON, printable; the name of an only member so that it is no mark, as `$data`.
func jsonString(_ text: String, isName: Bool = false) -> String {
  // The encoder escapes each slash.
  let json = String(decoding: PropertyListValue.string(text).json ?? Data(), as: UTF8.self)
    .replacing("\\/", with: "/").printableJSON
  return isName && text.utf8.first == UInt8(ascii: "$") ? "\"\\u0024\(json.dropFirst(2))" : json
}
