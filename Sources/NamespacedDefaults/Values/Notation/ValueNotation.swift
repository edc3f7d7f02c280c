package import NamespacedDefaultsFoundation

/// A text format that has no form for some values, for which a dictionary of one member stands.
///
/// `DefaultsExportFormat` of NamespacedDefaultsMigration lists them for those who read the text.
package enum ValueNotation {
  /// A property list in XML.
  case propertyList
  case json
  /// JSON from which exactly the same values are made again, whole doubles too.
  case exactJSON
}

private let notations: Set<String> = ["$date", "$json", "$data", "$double", "$dictionary"]

extension PropertyListValue {
  /// Returns the value with a notation for each part that has no form in a format.
  func notation(for format: ValueNotation) -> PropertyListValue {
    switch self {
    case .date(let date) where format != .propertyList || !date.isNativeInXML: ["$date": .string(date.exactText)]
    case .data(let data) where format != .propertyList:
      data.json.map { ["$json": $0] } ?? ["$data": .string(data.base64EncodedString())]
    case .double(let number) where !number.comesBack(from: format): ["$double": .string(number.description)]
    case .array(let elements): .array(elements.map { $0.notation(for: format) })
    case .dictionary(let members):
      if let (name, value) = members.ambiguousMember(in: format) {
        ["$dictionary": [.string(name), value.notation(for: format)]]
      } else {
        .dictionary(members.mapValues { $0.notation(for: format) })
      }
    default: self
    }
  }

  /// Returns the value with each notation replaced by the value that it stands for.
  ///
  /// - Throws: An error for a notation that stands for no value.
  func resolvingNotation() throws -> PropertyListValue {
    switch self {
    case .array(let elements): return .array(try elements.map { try $0.resolvingNotation() })
    case .dictionary(let members):
      guard members.count == 1, let (name, value) = members.first, notations.contains(name) else {
        return .dictionary(try members.mapValues { try $0.resolvingNotation() })
      }
      guard let resolved = try Self(notation: name, value) else {
        throw DefaultsError(.typeMismatch, "\(value.kindAndSize) is not a value of \(name.debugDescription)")
      }
      return resolved
    default: return self
    }
  }

  /// Creates the value of a notation whose value is JSON, or a string; `nil` for what stands for no value.
  package init?(notation name: String, json: Data) {
    guard let value = try? JSONReader.value(of: json), let resolved = try? Self(notation: name, value) else {
      return nil
    }
    self = resolved
  }

  package init?(notation name: String, _ value: PropertyListValue) throws {
    switch (name, value) {
    case ("$date", .string(let text)):
      guard let date = Date(exactText: text) else { return nil }
      self = .date(date)
    // As it stands: a member that looks like a notation is part of the JSON.
    case ("$json", let json): self = .data(try encodeJSON(PropertyListTree(json)))
    case ("$data", .string(let text)):
      guard let data = Data(base64Encoded: text) else { return nil }
      self = .data(data)
    case ("$double", .string(let text)):
      guard let number = Double(decimal: text) else { return nil }
      self = .double(number)
    case ("$dictionary", .array(let pair)):
      guard pair.count == 2, case .string(let name) = pair[0] else { return nil }
      self = .dictionary([name: try pair[1].resolvingNotation()])
    default: return nil
    }
  }
}

extension Date {
  /// Whether a property list holds the date exactly.
  ///
  /// A property list has whole seconds. Of years before the Gregorian calendar, readers disagree about the day. Years after
  /// 4000 count as not exact too.
  fileprivate var isNativeInXML: Bool {
    let firstDay = Date(timeIntervalSinceReferenceDate: -13_197_600_000)  // 1582-10-15
    return self >= firstDay && self < .distantFuture
      && timeIntervalSinceReferenceDate.rounded() == timeIntervalSinceReferenceDate
  }

  fileprivate var exactText: String { iso8601Text ?? timeIntervalSinceReferenceDate.description }

  fileprivate init?(exactText text: String) {
    if let seconds = Double(decimal: text) {
      self.init(timeIntervalSinceReferenceDate: seconds)
    } else if let date = Date(iso8601Text: text) {
      self = date
    } else {
      return nil
    }
  }
}

extension Double {
  /// Returns whether a format gives back the same number, even if as an integer where that counts as the same.
  fileprivate func comesBack(from format: ValueNotation) -> Bool {
    if format == .exactJSON, rounded() == self { return false }
    if self == 0 { return sign == .plus }
    return format == .propertyList || isFinite && (magnitude < 0x1p53 || rounded() != self)
  }
}

extension [String: PropertyListValue] {
  /// Returns the only member of a dictionary that would be read as a notation, or as Foundation's own.
  fileprivate func ambiguousMember(in format: ValueNotation) -> (name: String, value: PropertyListValue)? {
    guard count == 1, let (name, value) = first else { return nil }
    let isAmbiguous = notations.contains(name) || format == .propertyList && name == "CF$UID"
    return isAmbiguous ? (name, value) : nil
  }
}

extension Data {
  static let jsonSizeLimit = 1 << 20

  /// The JSON object or array in the data, where the same bytes can be made of it, as they can of a stored `Codable`.
  ///
  /// ``PropertyListValue/storedJSON`` makes them. `nil` for a null, which has no stored form, and for more than 1 MiB.
  package var storedJSON: PropertyListValue? { json.flatMap(\.ifCollection) }

  /// The same, where at most so many collections nest, and a list in it that has a null is data: the JSON that it is.
  package func storedJSON(depthLimit: Int) -> PropertyListValue? {
    json(depthLimit: depthLimit, keepingNulls: true).flatMap(\.ifCollection)
  }

  /// The JSON in the data, a number, a string or a Boolean too, where the same bytes can be made of it.
  package var json: PropertyListValue? { json(depthLimit: PropertyListValue.jsonDepthLimit) }

  private func json(depthLimit: Int, keepingNulls: Bool = false) -> PropertyListValue? {
    // Most data begin otherwise, and need not be looked at any further.
    let depthLimit = Swift.min(depthLimit, PropertyListValue.jsonDepthLimit)
    guard let first, count <= Self.jsonSizeLimit, "{[\"-0123456789tf".utf8.contains(first),
      let value = try? JSONReader.value(of: self, depthLimit: depthLimit, keepingNulls: keepingNulls),
      value.json == self
    else { return nil }
    return value
  }
}

extension PropertyListValue {
  /// The value if it is an array or a dictionary.
  fileprivate var ifCollection: PropertyListValue? { array == nil && dictionary == nil ? nil : self }
}
