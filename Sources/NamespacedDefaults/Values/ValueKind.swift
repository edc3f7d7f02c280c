import NamespacedDefaultsFoundation

/// What a type takes, as far as its declaration says: in words, as a text, and in a JSON file.
///
/// Errors, the audit and its JSON Schema take it from here, so that they say the same.
package struct ValueKind {
  /// Words that follow "takes"; `nil` for a type that is called by its name.
  let words: String?
  /// How a person writes a value as text, in words that follow those.
  let writtenForm: String
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
      case is Bool.Type: Self("true or false", alike: true) { ["type": "boolean"] }
      case let type as any FixedWidthInteger.Type: .integer(type)
      case is any BinaryFloatingPoint.Type:
        Self("a number") {
          ["type": ["number", "string", "object"], "pattern": "^[+-]?(inf|infinity|nan)$", "required": ["$double"]]
        }
      case is Decimal.Type: Self("a number") { ["type": ["number", "string"], "pattern": .string(decimalPattern)] }
      case is String.Type: Self("a text", alike: true) { ["type": "string"] }
      case is Date.Type:
        Self("a date", " such as 2026-11-23T08:00:00Z") {
          [
            "type": ["string", "object"], "anyOf": [["format": "date-time"], ["format": "date"]], "required": ["$date"],
          ]
        }
      // An object may be JSON, or have the member `$data`.
      case is Data.Type:
        Self("data", " in Base64") {
          [
            "type": ["string", "object", "array"], "contentEncoding": "base64",
            "pattern": "^([A-Za-z0-9+/]*={0,2}|<[0-9A-Fa-f ]*>)$",
          ]
        }
      case is Duration.Type:
        Self("a duration", " such as 45s, 250ms or 1h30m") { ["type": "string", "pattern": .string(durationPattern)] }
      // The path of a file is one too, which is no URI.
      case is URL.Type: Self("a URL", alike: true) { ["type": "string"] }
      case is UUID.Type:
        Self("a UUID", alike: true) {
          ["type": "string", "format": "uuid", "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"]
        }
      default:
        Composition(type).map { .composed($0) } ?? (type as? any RawRepresentable.Type).map { .raw($0) }
          ?? Self(nil, " in JSON") { [:] }
      }
  }

  private init(
    _ words: String?,
    _ writtenForm: String = "",
    alike isAlike: Bool = false,
    parts: (keyword: String, type: Any.Type)? = nil,
    keywords: @escaping () -> [String: PropertyListValue]
  ) {
    (self.words, self.writtenForm, self.isAlike) = (words, writtenForm, isAlike)
    (self.parts, self.keywords) = (parts, keywords)
  }

  /// Whether an encoder writes a value, with its parts, as a store does.
  package var isEncodedAlike: Bool { isAlike && (parts.map { ValueKind($0.type).isEncodedAlike } ?? true) }

  private static func composed(_ composition: Composition) -> Self {
    switch composition {
    case .optional(let wrapped): Self(wrapped)
    case .array(let element), .set(let element):
      Self(listWords, " as a,b,c or in JSON", alike: true, parts: ("items", element)) { ["type": "array"] }
    case .range(let bound):
      Self(nil, " in JSON", parts: ("items", bound)) { ["type": "array", "minItems": 2, "maxItems": 2] }
    case .dictionary(_, let value):
      Self("a dictionary", " in JSON", alike: true, parts: ("additionalProperties", value)) { ["type": "object"] }
    }
  }

  private static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Self {
    guard type.bitWidth < Int64.bitWidth || !type.isSigned else {
      return Self("a whole number", alike: true) { ["type": "integer"] }
    }
    let max = Int64(exactly: type.max).map(PropertyListValue.integer) ?? .unsignedInteger(UInt64(clamping: type.max))
    let limits = (min: PropertyListValue.integer(Int64(type.min)), max: max)
    var kind = Self("a whole number", alike: true) {
      ["type": "integer", "minimum": limits.min, "maximum": limits.max]
    }
    kind.limits = limits
    return kind
  }

  private static func raw<Value: RawRepresentable>(_ type: Value.Type) -> Self {
    Self((type as? any CaseIterable.Type).flatMap { choiceWords(of: $0) }) {
      (type as? any CaseIterable.Type).flatMap { cases(of: $0) }.map { ["enum": .array($0)] }
        ?? Self(Value.RawValue.self).keywords()
    }
  }
}

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
  func sum(_ units: String...) -> String { "(?=[0-9])" + units.map { #"([0-9]+(\.[0-9]+)?"# + "\($0) *)?" }.joined() }
  let iso = #"P(?=[0-9T])([0-9]+(\.[0-9]+)?D *)?(T"# + sum("H", "M", "S") + ")?"
  return #"^\s*[+-]?("# + sum("d", "h", "m", "s", "ms", "us", "µs", "ns") + "|" + iso + #")\s*$"#
}()
