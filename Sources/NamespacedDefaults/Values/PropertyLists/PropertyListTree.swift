import NamespacedDefaultsFoundation

/// A stored value in a form that encoders accept.
///
/// A property list keeps every kind. JSON has no dates, no data and no numbers that are not finite, so code that
/// encodes JSON must replace them first.
package struct PropertyListTree: Encodable {
  let value: PropertyListValue

  package init(_ value: PropertyListValue) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
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
