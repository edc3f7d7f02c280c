import NamespacedDefaults

public import NamespacedDefaultsFoundation

/// The keywords of a JSON Schema, or the schemas of the members of an object.
private typealias Schema = [String: PropertyListValue]

extension NamespaceAudit {
  /// Returns the JSON Schema of a JSON file with the declared settings, by which an editor completes and checks what
  /// people write.
  ///
  /// ```swift
  /// let audit = NamespaceAudit(Server.self, keys: [.logLevel])
  /// try audit.jsonSchema().write(to: URL(filePath: "tool.schema.json"))
  /// ```
  ///
  /// It describes the file as a `JSONStore` writes it, in draft 2020-12, of which it uses what draft-07 understands too:
  /// the names in their objects, the types, the cases of enums, the bounds of rules, and descriptions and
  /// defaults, but no default of a secret, which is `"writeOnly": true`. The `title` of a setting says what it takes, as
  /// errors do. A `Codable` is an object with the members that its default has or lacks. Where the declaration does not say how
  /// a value is stored, as of an `ObjectKey` without a default or of a bridge of the program's own, all is allowed.
  /// Names that nobody declares are allowed too, so that older and newer releases share a file.
  ///
  /// A file names its schema by a member that is no setting: `"$schema": "./tool.schema.json"`. The command
  /// `defaults check tool.json --schema tool.schema.json` checks a file.
  ///
  /// The schema depends on the declarations alone. If several keys claim a name, the first in the order of ``keys`` is
  /// described. A previous name is `"deprecated": true`.
  ///
  /// - Returns: The JSON, sorted by name.
  public func jsonSchema() throws -> Data {
    var schemas = Dictionary(keys.map { ($0.name, $0.schema()) }) { first, _ in first }
    for key in keys {
      guard let name = key.previousName, schemas[name] == nil else { continue }
      schemas[name] = key.schema().filter { $0.key != "default" }
        .merging(["deprecated": true, "description": .string("Renamed, write \(key.name)")]) { $1 }
    }
    var root = FileMember()
    for (name, schema) in schemas {
      let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
      let (first, last) = (parts.dropLast().joined(separator: "."), parts[parts.count - 1])
      // As people write it, and as a store does.
      root.insert(schema, at: parts)
      guard parts.count > 1 else { continue }
      root.insert(schema, at: [first, last])
      // Where a value has the name of the namespace, the name may stand beside it as a whole.
      if schemas[first] != nil { root.insert(schema, at: parts.dropLast(2) + [parts.suffix(2).joined(separator: ".")]) }
    }
    var schema: Schema = [
      "type": "object", "properties": .dictionary(root.members.mapValues { $0.schema(isInRoot: true) }),
    ]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(PropertyListTree(.dictionary(schema)))
  }
}

/// A member of an object of the file, which is a value, an object in which names begin with its own, or both.
private struct FileMember {
  private var value: Schema?
  private(set) var members: [String: FileMember] = [:]

  mutating func insert(_ schema: Schema, at path: [String]) {
    guard let first = path.first else { return value = schema }
    members[first, default: FileMember()].insert(schema, at: Array(path.dropFirst()))
  }

  /// Returns the schema of the member.
  ///
  /// The value of the name of an object is the object itself, if people have written it, or the member `$value` of an object
  /// of the file.
  func schema(isInRoot: Bool = false) -> PropertyListValue {
    var properties = members.mapValues { $0.schema() }
    guard let value else { return ["type": "object", "properties": .dictionary(properties)] }
    let isObject = value["type"] == "object" || value["type"] == ["object", "null"]
    guard !members.isEmpty || isObject && isInRoot else { return .dictionary(value) }
    if isInRoot { properties["$value"] = .dictionary(value) }
    var object: Schema = isObject ? value : ["type": "object"]
    object["properties"] = .dictionary((value["properties"]?.dictionary ?? [:]).merging(properties) { $1 })
    if isObject { return .dictionary(object) }
    return ["if": ["type": "object"], "then": .dictionary(object), "else": .dictionary(value)]
  }
}

extension DefaultsKey {
  /// The JSON Schema of the value in a file.
  var jsonSchema: [String: PropertyListValue] {
    let defaultValue = defaultValue
    let form = try? bridge.encode(defaultValue)
    var schema = Schema()
    if bridge.format.isOfType {
      schema = Schema(of: Value.self, like: defaultValue)
    } else if bridge.format.showsMembers, let form {
      schema = Schema(ofMembersOf: form, defaultValue)
    }
    if bridge.rule != nil || bridge.format.showsMembers {
      schema["title"] = .string(expectedWords(for: Value.self, rule: bridge.rule))
    }
    // All of them hold. Those of texts, dates and durations are no keywords.
    let isNumber = ["integer", "number"].contains {
      schema["type"] == $0 || schema["type"]?.array?.contains($0) == true
    }
    let bounds = isNumber ? bridge.bounds.map { $0.map { $0?.number } } : []
    schema["minimum"] = bounds.compactMap { $0[0] }.max { $0.precedes($1) } ?? schema["minimum"]
    schema["maximum"] = bounds.compactMap { $0[1] }.min { $0.precedes($1) } ?? schema["maximum"]
    if schema["minimum"] != nil, schema["maximum"] != nil, schema.removeValue(forKey: "required") != nil {
      // There is no infinity.
      schema["pattern"] = nil
      schema["type"] = schema["type"]?.array.map { .array($0.filter { $0 == "number" || $0 == "null" }) }
    }
    schema["description"] = details.summary.map(PropertyListValue.string)
    if isSecret { schema["writeOnly"] = true } else { schema["default"] = form?.inFile }
    return schema
  }
}

extension Schema {
  /// Creates the schema of a type, of which one value may be known.
  fileprivate init(of type: Any.Type, like value: Any? = nil) {
    let kind = ValueKind(type)
    let own = wrapped(in: type) ?? type
    self = kind.keywords()
    if let parts = kind.parts { self[parts.keyword] = .dictionary(Self(of: parts.type)) }
    if isEmpty, own is any Codable.Type {
      for case let example as any DefaultsSerializable in [value, (own as? any DefaultsFallback.Type)?.fallback]
      where isEmpty {
        self = (try? example.propertyListValue()).map { Self(ofMembersOf: $0, example) } ?? [:]
      }
    }
    if own != type, !isEmpty {
      switch self["type"] {
      case .string(let name): self["type"] = [.string(name), "null"]
      case .array(let names): self["type"] = .array(names + ["null"])
      default: self = ["anyOf": [.dictionary(self), ["type": "null"]]]
      }
    }
    if own != PropertyListValue.self { self["title"] = .string(expectedWords(for: type)) }
  }

  /// Creates the schema of an object, as far as a stored one and its value show it; an open one of anything else.
  ///
  /// No member is required, because those that are missing come from the default.
  fileprivate init(ofMembersOf form: PropertyListValue, _ value: Any) {
    var object = form
    if case .data(let json) = form { object = json.storedJSON ?? form }
    var mirror = Mirror(reflecting: value)
    while mirror.displayStyle == .optional, let wrapped = mirror.children.first {
      mirror = Mirror(reflecting: wrapped.value)
    }
    let values = [String: Any](mirror.children.map { ($0.label ?? "", $0.value) }) { first, _ in first }
    self = [:]
    guard let members = object.dictionary else { return }
    var properties = Self(uniqueKeysWithValues: members.map { ($0, .dictionary(Self(ofMember: $1, values[$0]))) })
    // What is nil is not stored.
    for (name, value) in values where members[name] == nil && Mirror(reflecting: value).displayStyle == .optional {
      let type = type(of: value)
      properties[name] = .dictionary(ValueKind(type).isEncodedAlike ? Self(of: type) : [:])
    }
    self = ["type": "object", "properties": .dictionary(properties)]
  }

  /// Creates the schema of a member with its value, which is not known if the member has another name in the type.
  ///
  /// It is open for what an encoder writes in another form than a store, as a date, which is read in both.
  private init(ofMember form: PropertyListValue, _ value: Any?) {
    let kind = value.map { ValueKind(Swift.type(of: $0)) }
    let keywords = kind?.keywords() ?? [:]
    let type: PropertyListValue = kind == nil ? "unknown" : keywords["type"] ?? ""
    self =
      switch (form, type) {
      // A dictionary whose keys are no texts.
      case (.array, "object"): [:]
      case _ where kind?.isEncodedAlike == true || keywords["enum"]?.array?.contains(form) == true:
        value.map { Self(of: Swift.type(of: $0)) } ?? [:]
      case (.array, "array"), (.array, "unknown"): ["type": "array"]
      case (.dictionary, "object"): ["type": "object"]
      case (.dictionary, ""), (.dictionary, "unknown"): Self(ofMembersOf: form, value as Any)
      case (_, ["number", "string", "object"]), (.integer, "unknown"), (.double, "unknown"): ["type": "number"]
      case (.bool, "unknown"): ["type": "boolean"]
      case (.string, "unknown"): ["type": "string"]
      default: [:]
      }
  }
}

extension PropertyListValue {
  /// A number, or that of a decimal's digits; `nil` for what is no number of JSON.
  fileprivate var number: PropertyListValue? {
    switch self {
    case .integer, .unsignedInteger: self
    case .double(let number): number.isFinite ? self : nil
    case .string(let digits): Double(decimal: digits).flatMap { Self.double($0).number }
    default: nil
    }
  }

  /// The value as it stands in a JSON file.
  fileprivate var inFile: PropertyListValue {
    switch self {
    case .date(let date):
      date.iso8601Text.map(Self.string) ?? ["$date": .string(date.timeIntervalSinceReferenceDate.description)]
    case .data(let data): data.storedJSON ?? ["$data": .string(data.base64EncodedString())]
    case .double(let number): number.isFinite ? self : ["$double": .string(number.description)]
    case .array(let elements): .array(elements.map(\.inFile))
    case .dictionary(let members): .dictionary(members.mapValues(\.inFile))
    default: self
    }
  }
}
