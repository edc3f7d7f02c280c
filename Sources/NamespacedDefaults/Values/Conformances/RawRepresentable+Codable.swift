import NamespacedDefaultsFoundation

// This breaks the tie between the two. The raw value is used because people and other programs can read it.
extension DefaultsSerializable where Self: RawRepresentable & Codable, RawValue: DefaultsSerializable {
  /// Returns the raw value's stored form.
  ///
  /// A raw value that is itself the JSON of a value of this type, such as a text in quotation marks, is stored as JSON
  /// data, so that it stands for one value only.
  public func propertyListValue() throws -> PropertyListValue? {
    guard let form = try rawValue.propertyListValue() else { return nil }
    guard let other: (value: Self, json: Data) = decodeExactJSON(form) else { return form }
    let json = try encodeJSON(self)
    return other.json == json ? form : .data(json)
  }

  /// Returns the value of a stored raw value, or of the JSON that another library stored.
  ///
  /// A text or data may be both: `"abc"` with its quotation marks is a raw value of a type that accepts every string, and
  /// it is what other libraries store for the raw value `abc`. If it is exactly the JSON of the value that it decodes to,
  /// the JSON is read, and the key reports `ambiguousValue`. The next write stores an unambiguous
  /// form. The bridge `.rawValue` reads the raw value, and `DefaultsMigration.reencode` rewrites all
  /// stored values.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    let value: Self = try decodeRawValue(stored)
    guard let other: (value: Self, json: Data) = decodeExactJSON(stored), (try? encodeJSON(value)) != other.json else {
      return value
    }
    let reason = """
      \(stored.kindAndSize) is a raw value of \(Self.self), and JSON of another one, which was read; a write or a migration \
      makes it unambiguous
      """
    DecodingRemark(kind: .ambiguousValue, error: Refusal(reason)).leave()
    return other.value
  }
}

/// Returns the value whose JSON is a stored text or stored data, whatever the order of its members and its white space, and
/// its JSON in the order in which it is stored.
///
/// Two values with one JSON are one value: a type may be raw-representable by its own JSON, which has another order each time.
private func decodeExactJSON<Value: Codable>(_ stored: PropertyListValue) -> (value: Value, json: Data)? {
  guard let json = stored.possibleJSON, let value = try? decodeJSON(Value.self, from: json),
    let own = try? encodeJSON(value)
  else { return nil }
  if own == json { return (value, own) }
  guard let document = try? JSONReader.value(of: json), let ownDocument = try? JSONReader.value(of: own)
  else { return nil }
  return document == ownDocument || document == ["value": ownDocument] ? (value, own) : nil
}

extension PropertyListValue {
  /// The text or the data, if it begins as JSON does.
  ///
  /// The first byte decides, because most strings are no JSON, and to ask a decoder costs a microsecond.
  var possibleJSON: Data? {
    switch self {
    case .string(let text): text.utf8.first.map(beginsJSON) == true ? Data(text.utf8) : nil
    case .data(let data): data.first.map(beginsJSON) == true ? data : nil
    default: nil
    }
  }
}

private func beginsJSON(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "-")
    || 0x30...0x39 ~= byte
}
