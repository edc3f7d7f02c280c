import NamespacedDefaultsFoundation

/// The values of JSON that anyone may have made.
///
/// A whole number with a fraction of zeros or an exponent is an integer, if its magnitude is less than 2⁵³.
enum JSONReader {
  /// Returns the value of JSON.
  ///
  /// - Parameters:
  ///   - data: The JSON.
  ///   - depthLimit: The number of collections that may contain one another.
  ///   - keepingNulls: Whether a list with a null is data, the JSON that it is.
  ///   - null: What takes the place of null, where a number that does not fit is a text too.
  /// - Returns: The value.
  /// - Throws: ``Refusal``, which has the number of the line.
  static func value(
    of data: Data,
    depthLimit: Int = PropertyListValue.depthLimit,
    keepingNulls: Bool = false,
    null: PropertyListValue? = nil
  ) throws(Refusal) -> PropertyListValue {
    let text = try text(data, depthLimit: depthLimit)
    return try value(of: 0, in: text, keepingTexts: null != nil, keepingNulls: keepingNulls, null: null)
  }

  /// Returns the elements of a list of JSON with nulls, each of which is a text; `nil` for anything else.
  static func elements(of data: Data, null: PropertyListValue) -> [PropertyListValue]? {
    guard let text = data.listWithNull else { return nil }
    return try? value(of: 0, in: text, keepingTexts: true, null: null).array
  }

  /// Returns the object or list of JSON in which a number may be one that decoders round; `nil` for any other JSON.
  ///
  /// Such a number stays the text that it is, which a `Decimal` reads.
  ///
  /// - Parameters:
  ///   - data: The JSON.
  ///   - null: What takes the place of null. By default a member that is null is none, and a list with a null has no stored
  ///     form.
  /// - Returns: The value.
  static func exactValue(of data: Data, null: PropertyListValue? = nil) -> PropertyListValue? {
    // Fewer digits fit a double.
    var digits = 0
    let isLong = data.contains { byte in
      digits = 0x30...0x39 ~= byte ? digits + 1 : byte == UInt8(ascii: ".") ? digits : 0
      return digits > 15
    }
    guard isLong, let text = try? text(data, depthLimit: PropertyListValue.depthLimit),
      text[0].kind == .object || text[0].kind == .array
    else { return nil }
    let isRounded = (0..<text.nodeCount).contains { node in
      guard text[node].kind == .number, text[node].range.count > 15 else { return false }
      switch JSONNumber.value(of: text.text(of: node)) {
      case .integer(let number)?: return number.magnitude > 1 << 53
      case .double?: return false
      default: return true
      }
    }
    guard isRounded else { return nil }
    return try? value(of: 0, in: text, keepingTexts: true, null: null)
  }

  /// Returns the members of a JSON object, each with its value or the reason why it has no stored form.
  ///
  /// - Throws: ``Refusal`` for anything else, with the number of the line.
  static func members(of data: Data) throws(Refusal) -> [String: Result<PropertyListValue, any Error>] {
    // An export nests values of 128 levels in its own notations.
    let text = try text(data, depthLimit: 4 * PropertyListValue.depthLimit)
    guard text[0].kind == .object else { throw Refusal("the JSON is no object") }
    return text.parts(of: 0).reduce(into: [:]) { members, member in
      members[text.name(of: member)] = Result { try value(of: member, in: text) }
    }
  }

  private static func text(_ data: Data, depthLimit: Int) throws(Refusal) -> JSONText {
    // A zero byte stands in no JSON but one in UTF-16 or UTF-32.
    guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else {
      throw Refusal("the JSON is not UTF-8")
    }
    let bytes = Array(data)
    do throws(JSONSyntaxError) {
      return try JSONText(bytes, .json, depthLimit: depthLimit)
    } catch {
      throw Refusal("line \(error.place(in: bytes).line) of the JSON: \(error.reason)")
    }
  }

  private static func value(
    of node: Int,
    in text: JSONText,
    keepingTexts: Bool = false,
    keepingNulls: Bool = false,
    null: PropertyListValue? = nil
  ) throws(Refusal) -> PropertyListValue {
    func inner(_ part: Int) throws(Refusal) -> PropertyListValue {
      try value(of: part, in: text, keepingTexts: keepingTexts, keepingNulls: keepingNulls, null: null)
    }
    switch text[node].kind {
    case .true: return true
    case .false: return false
    case .null:
      guard let null else { throw Refusal("null has no stored form") }
      return null
    case .string: return .string(text.string(of: node))
    case .number:
      let digits = text.text(of: node)
      guard let number = JSONNumber.value(of: String(digits.withoutZeroFraction)) else {
        if keepingTexts { return .string(digits) }
        throw Refusal("a number that does not fit has no stored form")
      }
      guard case .double(let double) = number else { return number }
      return double.magnitude < 0x1p53 ? Int64(exactly: double).map { .integer($0) } ?? number : number
    case .array:
      if keepingNulls, text.isListWithNull(node) {
        guard let json = text.json(of: node) else { throw Refusal("null has no stored form") }
        return .data(json)
      }
      var elements: [PropertyListValue] = []
      for element in text.parts(of: node) {
        elements.append(try inner(element))
      }
      return .array(elements)
    case .object:
      var members: [String: PropertyListValue] = [:]
      for member in text.parts(of: node) where !keepingTexts || null != nil || text[member].kind != .null {
        members[text.name(of: member)] = try inner(member)
      }
      return .dictionary(members)
    }
  }
}
