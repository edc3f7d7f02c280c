import NamespacedDefaults
import NamespacedDefaultsMigration

/// What a program has written about its keys: the result of `NamespaceAudit.jsonSchema()`.
struct Schema {
  /// The declared names.
  private(set) var keys: Set<String> = []
  /// What is said of each name, and of the objects that names are in.
  private(set) var nodes: [String: SchemaNode] = [:]

  init(file: String) throws {
    let document = InMemoryStore()
    try document.import(Document.read(file), as: .json)
    guard case .dictionary(let properties) = document.value(forKey: "properties") else {
      throw UnusableDocument(description: "\(file.printable) is no JSON Schema of settings: it has no properties.")
    }
    for (name, schema) in properties { add(schema.dictionary ?? [:], name, isName: true) }
  }

  private mutating func add(_ schema: [String: PropertyListValue], _ name: String, isName: Bool) {
    var node = schema
    // A name that others begin with is a value or an object.
    if let object = schema["then"], let value = schema["else"]?.dictionary {
      node = value.merging(["properties": object["properties"] ?? [:]]) { $1 }
    }
    let isNamespace = node["properties"] != nil && node["title"] == nil
    for case let (member, .dictionary(part)) in node["properties"]?.dictionary ?? [:] where member != "$value" {
      add(part, "\(name).\(member)", isName: isName && (isNamespace || schema["then"] != nil))
    }
    if isName, !isNamespace { keys.insert(name) }
    nodes[name] = SchemaNode(node, mayBeObject: schema["then"] != nil)
  }

  /// The default value of a key.
  func defaultValue(ofKey name: String) -> PropertyListValue? { nodes[name]?.keywords["default"] }

  /// The sentence about a key.
  func description(ofKey name: String) -> String? { nodes[name]?.text("description") }

  /// Whether a value is, is a part of, or has in it what nobody shall see.
  func isSecret(_ name: String) -> Bool {
    nodes.contains { other, node in
      node.isSecret && (other == name || name.hasPrefix(other + ".") || other.hasPrefix(name + "."))
    }
  }

  /// Returns what is known of the object that a name is in.
  func object(of name: String) -> SchemaNode? {
    var name = name[...]
    while let dot = name.lastIndex(of: ".") {
      name = name[..<dot]
      if let node = nodes[String(name)] { return node }
    }
    return nil
  }
}

/// The keywords of a schema that say something of one value.
struct SchemaNode {
  let keywords: [String: PropertyListValue]
  /// Whether the value may be an object in which other names are.
  let mayBeObject: Bool

  init(_ keywords: [String: PropertyListValue], mayBeObject: Bool = false) {
    (self.keywords, self.mayBeObject) = (keywords, mayBeObject)
  }

  func text(_ keyword: String) -> String? { keywords[keyword]?.decoded(as: String.self) }

  var isSecret: Bool { keywords["writeOnly"] == true }
  var isDeprecated: Bool { keywords["deprecated"] == true }
  /// Whether only the members are known that are listed.
  var listsMembers: Bool { keywords["properties"] != nil && keywords["additionalProperties"] == nil }

  /// Returns what is wrong with a value, and with its parts that have no names of their own.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: Its place in the value of a name.
  ///   - isName: Returns whether a member of that value has a name of its own.
  /// - Returns: An error for each part that is wrong.
  func mismatches(
    in value: PropertyListValue,
    at path: [PartOfValue] = [],
    isName: (String) -> Bool = { _ in false }
  ) -> [DefaultsError] {
    guard allows(value) else {
      let words = text("title") ?? (keywords["type"] == "object" ? "an object" : "another value")
      return [.typeMismatch(expected: words, found: value, at: path)]
    }
    switch value {
    case .array(let elements):
      guard let items = part("items") else { return [] }
      return elements.enumerated().flatMap { items.mismatches(in: $1, at: path + [PartOfValue(index: $0)]) }
    case .dictionary(let members):
      let others = part("additionalProperties")
      return members.sorted { $0.key < $1.key }.flatMap { name, value in
        let own = keywords["properties"]?[name]?.dictionary.map { SchemaNode($0) }
        guard let node = own == nil ? others : isName(name) ? nil : own else { return [DefaultsError]() }
        return node.mismatches(in: value, at: path + [PartOfValue(stringValue: name)])
      }
    default: return []
    }
  }

  private func part(_ keyword: String) -> SchemaNode? { keywords[keyword]?.dictionary.map { SchemaNode($0) } }

  private func allows(_ value: PropertyListValue) -> Bool {
    if mayBeObject, value.dictionary != nil { return true }
    let types = keywords["type"].map { $0.array ?? [$0] }
    if types?.contains("number") == true, let number = value.longNumber { return allows(.double(number)) }
    if let types, !value.schemaTypes.contains(where: types.contains) { return false }
    return keywords.allSatisfy { keyword, limit in
      switch (keyword, value) {
      case ("enum", _): limit.array?.contains(value) != false
      case ("anyOf", _): limit.array?.contains { SchemaNode($0.dictionary ?? [:]).allows(value) } != false
      case ("minimum", .integer), ("minimum", .unsignedInteger), ("minimum", .double): value.number >= limit.number
      case ("maximum", .integer), ("maximum", .unsignedInteger), ("maximum", .double): value.number <= limit.number
      case ("minItems", .array(let elements)): elements.count >= Int(limit.number)
      case ("maxItems", .array(let elements)): elements.count <= Int(limit.number)
      case ("required", .dictionary(let members)):
        limit.array?.allSatisfy { members[$0.decoded() ?? ""] != nil } != false
      case ("required", _) where value.mark != nil: limit.array == [.string(value.mark ?? "")]
      case ("pattern", .string), ("pattern", .date): value.matches(limit.decoded() ?? "")
      // As a key of a date reads it.
      case ("format", .string) where limit == "date" || limit == "date-time": value.decoded(as: Date.self) != nil
      default: true
      }
    }
  }
}

/// A member or an element in a value.
struct PartOfValue: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { self.init(index: intValue) }
  init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
}

extension PropertyListValue {
  /// The number, or the nearest one that a double has.
  fileprivate var number: Double {
    switch self {
    case .integer(let number): Double(number)
    case .unsignedInteger(let number): Double(number)
    case .double(let number): number
    default: .nan
    }
  }

  /// The number of so many digits that a store in a JSON file keeps their text, which a key of a double reads.
  fileprivate var longNumber: Double? {
    guard case .string(let text) = self, text.count > 19, text.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return Double(text)
  }

  /// The member of the object as which JSON has a value that it has no form for.
  fileprivate var mark: String? {
    switch self {
    case .data: "$data"
    case .double(let number) where !number.isFinite: "$double"
    case .date where decoded(as: String.self) == nil: "$date"
    default: nil
    }
  }

  /// The types of a schema that a value of a JSON file has.
  fileprivate var schemaTypes: [PropertyListValue] {
    switch self {
    case .bool: ["boolean"]
    case _ where mark != nil: ["object"]
    case .dictionary: ["object"]
    case .integer, .unsignedInteger: ["integer", "number"]
    case .double(let number): number.rounded() == number ? ["integer", "number"] : ["number"]
    case .array: ["array"]
    default: ["string"]
    }
  }

  fileprivate func matches(_ pattern: String) -> Bool {
    guard let text = decoded(as: String.self), let regex = try? Regex(pattern) else { return true }
    return text.firstMatch(of: regex) != nil
  }
}
