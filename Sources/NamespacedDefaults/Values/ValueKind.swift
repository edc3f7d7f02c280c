import NamespacedDefaultsFoundation

/// What a type takes, as far as its declaration says: in words, by examples, and in a JSON file.
///
/// Errors, the audit and its JSON Schema take it from here, so that they say the same.
package struct ValueKind {
  /// Words that follow "takes"; `nil` for a type that is called by its name.
  let words: String?
  /// Returns values in JSON, two if there are, of a type that has some which everybody knows.
  private let examples: () -> [String]
  /// The limits of an integer type that is narrower than what a store holds.
  private(set) var limits: (min: PropertyListValue, max: PropertyListValue)? = nil
  /// The keyword of a JSON Schema that describes the parts of a value, and their type.
  private(set) package var parts: (keyword: String, type: Any.Type)? = nil
  private let isAlike: Bool
  /// Returns what a JSON Schema says of a value, but for its parts.
  ///
  /// It is made when it is asked for, because errors of every kind ask for words only.
  package let keywords: () -> [String: PropertyListValue]

  static let listWords = "an array"

  /// Creates the kind of a type, of an optional that of what it wraps.
  package init(_ type: Any.Type) {
    self =
      switch type {
      case is Bool.Type: Self("true or false", ["true", "false"], alike: true) { ["type": "boolean"] }
      case let type as any FixedWidthInteger.Type: .integer(type)
      case is any BinaryFloatingPoint.Type:
        Self("a number", ["0.5", "1.5"]) {
          ["type": ["number", "string", "object"], "pattern": "^[+-]?(inf|infinity|nan)$", "required": ["$double"]]
        }
      case is Decimal.Type:
        Self("a number", ["0.5", "1.5"]) { ["type": ["number", "string"], "pattern": .string(decimalPattern)] }
      case is String.Type: Self("a text", [#""a""#, #""b""#], alike: true) { ["type": "string"] }
      case is Date.Type:
        Self("a date", [#""2026-01-31""#, #""2026-02-01T08:00:00Z""#]) {
          [
            "type": ["string", "object"], "anyOf": [["format": "date-time"], ["format": "date"]], "required": ["$date"],
          ]
        }
      // An object may be JSON, or have the member `$data`.
      case is Data.Type:
        Self("data in Base64", [#""AQID""#, #""BAUG""#]) {
          [
            "type": ["string", "object", "array"], "contentEncoding": "base64",
            "pattern": "^([A-Za-z0-9+/]*={0,2}|<[0-9A-Fa-f ]*>)$",
          ]
        }
      case is Duration.Type:
        Self("a duration", [#""30s""#, #""1h30m""#]) { ["type": "string", "pattern": .string(durationPattern)] }
      // The path of a file is one too, which is no URI.
      case is URL.Type: Self("a URL", alike: true) { ["type": "string"] }
      case is UUID.Type:
        Self("a UUID", alike: true) {
          ["type": "string", "format": "uuid", "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"]
        }
      default:
        Composition(type).map { .composed($0) } ?? (type as? any RawRepresentable.Type).map { .raw($0) }
          ?? Self(nil) { [:] }
      }
  }

  private init(
    _ words: String?,
    _ examples: @autoclosure @escaping () -> [String] = [],
    alike isAlike: Bool = false,
    parts: (keyword: String, type: Any.Type)? = nil,
    keywords: @escaping () -> [String: PropertyListValue]
  ) {
    (self.words, self.examples, self.isAlike) = (words, examples, isAlike)
    (self.parts, self.keywords) = (parts, keywords)
  }

  /// Whether an encoder writes a value, with its parts, as a store does.
  package var isEncodedAlike: Bool { isAlike && (parts.map { ValueKind($0.type).isEncodedAlike } ?? true) }

  /// Returns a value, where the words do not show its form.
  ///
  /// - Parameter isText: Whether it is a whole text, as of an argument, and not JSON.
  /// - Returns: The value, or `nil` if there is none that everybody knows.
  func example(isText: Bool) -> String? {
    guard parts != nil || ["a date", "a duration"].contains(words), let example = examples().first else { return nil }
    let isPlain = isText && words == Self.listWords && !example.dropFirst().contains { "[{".contains($0) }
    return isPlain ? example.filter { !"[] \"".contains($0) } : unquoted(example)
  }

  private static func composed(_ composition: Composition) -> Self {
    func list() -> [String] {
      let elements = Self(composition.part).examples()
      return elements.isEmpty ? [] : ["[\(elements.joined(separator: ", "))]"]
    }
    return switch composition {
    case .optional(let wrapped): Self(wrapped)
    case .array(let element), .set(let element):
      Self(listWords, list(), alike: true, parts: ("items", element)) { ["type": "array"] }
    case .range(let bound):
      Self("a range", list(), parts: ("items", bound)) { ["type": "array", "minItems": 2, "maxItems": 2] }
    case .dictionary(let key, let value):
      Self("a dictionary", members(key, value), alike: true, parts: ("additionalProperties", value)) {
        ["type": "object"]
      }
    }
  }

  private static func members(_ key: Any.Type, _ value: Any.Type) -> [String] {
    guard let name = Self(key).examples().first, let value = Self(value).examples().first else { return [] }
    return ["{\"\(unquoted(name))\": \(value)}"]
  }

  private static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Self {
    guard type.bitWidth < Int64.bitWidth || !type.isSigned else {
      return Self("a whole number", ["1", "2"], alike: true) { ["type": "integer"] }
    }
    let max = Int64(exactly: type.max).map(PropertyListValue.integer) ?? .unsignedInteger(UInt64(clamping: type.max))
    let limits = (min: PropertyListValue.integer(Int64(type.min)), max: max)
    var kind = Self("a whole number", ["1", "2"], alike: true) {
      ["type": "integer", "minimum": limits.min, "maximum": limits.max]
    }
    kind.limits = limits
    return kind
  }

  private static func raw<Value: RawRepresentable>(_ type: Value.Type) -> Self {
    func choices() -> [PropertyListValue]? { (type as? any CaseIterable.Type).flatMap { cases(of: $0) } }
    return Self(
      (type as? any CaseIterable.Type).flatMap { choiceWords(of: $0) },
      choices()?.prefix(2).map(\.description) ?? []
    ) {
      choices().map { ["enum": .array($0)] } ?? Self(Value.RawValue.self).keywords()
    }
  }
}

/// Returns an example of JSON as a whole text.
private func unquoted(_ json: String) -> String { json.first == "\"" ? String(json.dropFirst().dropLast()) : json }

/// Returns the raw values of a type that lists its values, as in "debug, info or warning"; of many, the first ones.
private func choiceWords<Value: CaseIterable>(of type: Value.Type) -> String? {
  let limit = 20
  let texts = type.allCases.prefix(limit + 1).compactMap { value in
    (value as? any RawRepresentable).map { "\($0.rawValue)" }
  }
  guard let last = texts.last else { return nil }
  if texts.count > limit { return "\(texts.prefix(limit).joined(separator: ", ")) …" }
  return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) or \(last)"
}

/// Returns the stored forms of the cases of an enum; `nil` of a struct, which may have other values than it lists.
private func cases<Value: CaseIterable>(of type: Value.Type) -> [PropertyListValue]? {
  let values = Array(type.allCases)
  guard let first = values.first, Mirror(reflecting: first).displayStyle == .enum else { return nil }
  return values.compactMap { value in
    let stored =
      value as? any DefaultsSerializable ?? (value as? any RawRepresentable)?.rawValue as? any DefaultsSerializable
    return stored.flatMap { try? $0.propertyListValue() }
  }
}

private let decimalPattern = #"^\s*([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[nN][aA][nN])\s*$"#

/// What a text of a duration is: numbers with units, the largest first, or ISO 8601.
private let durationPattern: String = {
  func sum(_ units: [String], point: String = #"\."#) -> String {
    units.map { "((\("[0-9]+(\(point)[0-9]*)?")|\(point)[0-9]+)\($0) *)?" }.joined()
  }
  func iso(_ units: String...) -> String { sum(units, point: "[.,]") }
  let texts = "(?=[0-9.])" + sum(["w", "d", "h", "m", "s", "ms", "us", "\u{B5}s", "\u{3BC}s", "ns"])
  return #"^\s*[+-]?("# + texts + "|P(?=[0-9.,T])" + iso("W", "D") + "(T(?=[0-9.,])" + iso("H", "M", "S") + #")?)\s*$"#
}()
