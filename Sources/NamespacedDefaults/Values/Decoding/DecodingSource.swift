import NamespacedDefaultsFoundation

/// A stored value that is decoded, or a part of one.
enum DecodingSource {
  case tree(PropertyListValue)
  /// A part of JSON; Foundation's decoder has every digit of it, and the strategies of its `JSONDecoder`.
  case json(any Decoder)

  /// What property lists have in place of `nil`.
  static var nullText: PropertyListValue { "$null" }
  static var null: Self { .tree(nullText) }

  /// The members of an object.
  enum Members {
    case tree([String: PropertyListValue])
    case json(KeyedDecodingContainer<MemberName>)

    var names: [String] {
      switch self {
      case .tree(let members): Array(members.keys)
      case .json(let container): container.allKeys.map(\.stringValue)
      }
    }

    /// Returns a member; `nil` if there is none.
    func member(_ name: String) throws -> DecodingSource? {
      switch self {
      case .tree(let members): return members[name].map(DecodingSource.tree)
      case .json(let container):
        let name = MemberName(name)
        return container.contains(name) ? .json(try container.superDecoder(forKey: name)) : nil
      }
    }
  }

  var isNull: Bool {
    switch self {
    case .tree(let value): value == Self.nullText
    case .json(let decoder): (try? decoder.singleValueContainer().decodeNil()) == true
    }
  }

  /// Returns the members; `nil` for a part of a tree that has none.
  func members() throws -> Members? {
    switch self {
    case .tree(let value): value.dictionary.map(Members.tree)
    case .json(let decoder): .json(try decoder.container(keyedBy: MemberName.self))
    }
  }

  /// Returns the elements; `nil` for a part of a tree that has none.
  func elements() throws -> [Self]? {
    switch self {
    // A list with a null in an object of a file is data, the JSON that it is.
    case .tree(.data(let json)): return JSONReader.elements(of: json, null: Self.nullText)?.map(Self.tree)
    case .tree(let value): return value.array?.map(Self.tree)
    case .json(let decoder):
      var container = try decoder.unkeyedContainer()
      var elements: [Self] = []
      while !container.isAtEnd { elements.append(.json(try container.superDecoder())) }
      return elements
    }
  }
}

/// Any name of a member, or the index of an element.
struct MemberName: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { self.init(stringValue: name) }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init?(intValue: Int) { nil }
}

extension JSONDecoder {
  /// Returns the result of a function that gets the decoder of JSON, which must not outlive the call.
  func withDecoder<Result>(of json: Data, _ body: (any Decoder) throws -> Result) throws -> Result {
    try withoutActuallyEscaping(body) { try decode(Scope.self, from: json, configuration: $0).result }
  }

  /// Whether the keys of objects are not the names of members as they are in the JSON.
  var convertsKeys: Bool { if case .useDefaultKeys = keyDecodingStrategy { false } else { true } }
}

private struct Scope<Result>: DecodableWithConfiguration {
  let result: Result

  init(from decoder: any Decoder, configuration body: (any Decoder) throws -> Result) throws {
    result = try body(decoder)
  }
}
