import NamespacedDefaultsFoundation

/// A value that is encoded in one order: a set, and a dictionary that is written as an array of pairs, come in the order of
/// the JSON of their elements, at every depth.
///
/// Without it each encoding would have another order, and an equal write would be a change. All else is encoded as the
/// encoder does it.
struct OrderedValue: Encodable {
  private let value: any Encodable

  init(_ value: any Encodable) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    if value is any LeafValue {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    } else if !(value is any HashedCollection) {
      try value.encode(to: OrderedEncoder(base: encoder))
    } else if let names = value as? any StringKeyed {
      // An encoder that converts keys leaves the names of dictionaries as they are.
      var container = encoder.singleValueContainer()
      try container.encode(names.ordered)
    } else if let unordered = value as? any Unordered {
      try unordered.encodeInOrder(to: encoder)
    }
  }
}

/// A collection with an order of its own; to ask for this costs little, as it has no condition.
private protocol HashedCollection {}

extension Set: HashedCollection {}
extension Dictionary: HashedCollection {}

private protocol StringKeyed {
  var ordered: [String: OrderedValue] { get }
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
  fileprivate var ordered: [String: OrderedValue] { mapValues { OrderedValue($0) } }
}

private protocol Unordered {
  func encodeInOrder(to encoder: any Encoder) throws
}

extension Set: Unordered where Element: Encodable {
  fileprivate func encodeInOrder(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in sortedByForm({ $0 }) { try container.encode(OrderedValue(element)) }
  }
}

extension Dictionary: Unordered where Key: Encodable, Value: Encodable {
  fileprivate func encodeInOrder(to encoder: any Encoder) throws {
    // These are the names of members, which the encoder sorts.
    if Key.self is any CodingKeyRepresentable.Type { return try encode(to: OrderedEncoder(base: encoder)) }
    var container = encoder.unkeyedContainer()
    for (key, value) in sortedByForm(\.key) {
      try container.encode(OrderedValue(key))
      try container.encode(OrderedValue(value))
    }
  }
}

extension Collection {
  /// Returns the elements in the order of their JSON, or that of a part of each.
  ///
  /// An element that has no JSON comes first. The encoder refuses it afterwards, or has a form of its own for it.
  fileprivate func sortedByForm(_ part: (Element) -> some Encodable) -> [Element] {
    let encoder = JSONEncoder.sortingKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return map { (element: $0, form: (try? encoder.encode(OrderedValue(part($0)))) ?? Data()) }
      .sorted { $0.form.lexicographicallyPrecedes($1.form) }
      .map(\.element)
  }
}
