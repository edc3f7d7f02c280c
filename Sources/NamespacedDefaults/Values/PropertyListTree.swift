#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stored value on its way through an encoder or a decoder.
///
/// Property lists keep every kind; JSON has no dates, no data and no numbers that are not finite, which whoever encodes JSON
/// has to replace before. A decoder does not tell a whole double from an integer: both come back as an integer.
struct PropertyListTree: Codable {
  let value: PropertyListValue

  init(_ value: PropertyListValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // From the narrowest to the widest, for a decoder of numbers reads 1 as every number.
    value =
      if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        .integer(value)
      } else if let value = try? container.decode(UInt64.self) {
        .unsignedInteger(value)
      } else if let value = try? container.decode(Double.self) {
        .double(value)
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode([PropertyListTree].self) {
        .array(value.map(\.value))
      } else if let value = try? container.decode([String: PropertyListTree].self) {
        .dictionary(value.mapValues(\.value))
      } else if let value = try? container.decode(Date.self) {
        .date(value)
      } else {
        .data(try container.decode(Data.self))
      }
  }

  func encode(to encoder: any Encoder) throws {
    // In a container, for there an encoder of property lists keeps dates and data as such.
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
