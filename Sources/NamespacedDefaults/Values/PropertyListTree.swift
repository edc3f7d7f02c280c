#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stored value in a form that encoders and decoders accept.
///
/// A property list keeps every kind. JSON has no dates, no data and no numbers that are not finite, so code that
/// encodes JSON must replace them first. A decoder does not distinguish a whole double from an integer, and returns
/// both as an integer.
struct PropertyListTree: Codable {
  let value: PropertyListValue

  init(_ value: PropertyListValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let elements = try? decoder.unkeyedContainer() {
      value = .array(try Self.elements(of: elements))
    } else if let members = try? decoder.container(keyedBy: Name.self) {
      value = .dictionary(try Self.members(of: members))
    } else {
      value = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func elements(of container: any UnkeyedDecodingContainer) throws -> [PropertyListValue] {
    var container = container
    var elements: [PropertyListValue] = []
    while !container.isAtEnd { elements.append(try container.decode(PropertyListTree.self).value) }
    return elements
  }

  private static func members(of container: KeyedDecodingContainer<Name>) throws -> [String: PropertyListValue] {
    try container.allKeys.reduce(into: [:]) {
      $0[$1.stringValue] = try container.decode(PropertyListTree.self, forKey: $1).value
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> PropertyListValue {
    // From the narrowest to the widest type, because a decoder reads the number 1 as every type of number.
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(UInt64.self) { return .unsignedInteger(value) }
    if let value = try? container.decode(Double.self) { return .double(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    if let value = try? container.decode(Data.self) { return .data(value) }
    let reason = container.decodeNil() ? "null has no stored form" : "a number that does not fit has no stored form"
    throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    // In a container, because an encoder of property lists keeps dates and data as such only there.
    var container = encoder.singleValueContainer()
    switch value {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsignedInteger(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let value): try container.encode(value.map(PropertyListTree.init))
    case .dictionary(let value): try container.encode(value.mapValues(PropertyListTree.init))
    }
  }
}
