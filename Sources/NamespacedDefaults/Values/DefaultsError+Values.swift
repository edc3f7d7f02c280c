extension DefaultsError {
  /// Returns an error about a stored value that cannot be read as the expected type.
  ///
  /// - Parameters:
  ///   - expected: What is expected, in words that follow "takes", such as `a color`.
  ///   - found: What is there. The error says only its kind and size. A key that is not secret puts a short value in their
  ///     place.
  ///   - codingPath: The place in the stored value, if only a part of it is wrong.
  /// - Returns: An error with the code ``Code/typeMismatch``.
  public static func typeMismatch(
    expected: String,
    found: PropertyListValue,
    at codingPath: [any CodingKey] = []
  ) -> Self {
    Self(.typeMismatch, Misfit("takes \(expected)", at: codingPath, found: found))
  }

  static func notPropertyList(_ type: Any.Type) -> Self {
    Self(.notPropertyList, "an object of type \(type) is no property list")
  }
}

extension PropertyListValue {
  /// Returns the error of the value where another type is expected, or another rule for its values.
  func mismatch(_ expected: Any.Type, rule: String? = nil) -> DefaultsError {
    let isText = if case .string = self { true } else { false }
    return .typeMismatch(expected: expectedWords(for: expected, rule: rule, isText: isText), found: self)
  }

  /// The kind of the value, as words in a sentence.
  var kind: String {
    ["a Bool", "an integer", "a double", "a string", "a date", "data", "an array", "a dictionary"][rank]
  }

  /// The kind and the size of the value, without its content.
  package var kindAndSize: String {
    switch self {
    case DecodingSource.nullText: "null"
    case .string(let text): "\(kind) of \(Self.count(text.utf8.count, "byte"))"
    case .data(let data): "\(kind) of \(Self.count(data.count, "byte"))"
    case .array(let elements): "\(kind) of \(Self.count(elements.count, "element"))"
    case .dictionary(let members): "\(kind) of \(Self.count(members.count, "member"))"
    default: kind
    }
  }

  /// The value as it stands in a sentence, a long text cut off; `nil` for data and for what has parts.
  var shortText: String? {
    switch self {
    case DecodingSource.nullText: "null"
    case .string(let text): (text.count > 40 ? "\(text.prefix(39))…" : text).debugDescription
    case .bool, .integer, .unsignedInteger, .double, .date: description
    case .data, .array, .dictionary: nil
    }
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
