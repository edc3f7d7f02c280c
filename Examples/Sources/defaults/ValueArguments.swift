import NamespacedDefaults

/// Arguments that make no value.
struct UnusableArguments: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Reads what follows the key of `write`: a type and a value, or a value alone, which is a text.
///
/// The elements of an array, and the values of a dictionary, may have types too: `-array -int 1 -int 2`,
/// `-dict name Ada age -int 36`. None can be an array or a dictionary, for nothing would tell where it ends.
struct ValueArguments {
  private var rest: ArraySlice<String>

  static func value(of arguments: [String]) throws(UnusableArguments) -> PropertyListValue {
    var reader = ValueArguments(rest: arguments[...])
    return try reader.value()
  }

  private mutating func value() throws(UnusableArguments) -> PropertyListValue {
    guard let first = rest.first else { throw UnusableArguments("The value is missing; for an empty text write \"\".") }
    let value: PropertyListValue
    switch ValueType(flag: first) {
    case .array:
      rest.removeFirst()
      value = .array(try elements())
    case .dict:
      rest.removeFirst()
      value = .dictionary(try pairs())
    default:
      value = try scalar()
    }
    guard rest.isEmpty else {
      throw UnusableArguments(
        "One value was expected; \(quoted(rest)) is too much. A text with spaces needs quotes, "
          + "several values need -array or -dict."
      )
    }
    return value
  }

  private mutating func elements() throws(UnusableArguments) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while !rest.isEmpty { elements.append(try scalar()) }
    return elements
  }

  private mutating func pairs() throws(UnusableArguments) -> [String: PropertyListValue] {
    var pairs: [String: PropertyListValue] = [:]
    while let name = rest.popFirst() {
      guard !rest.isEmpty else { throw UnusableArguments("-dict needs a value for \"\(name)\".") }
      guard pairs[name] == nil else { throw UnusableArguments("-dict has two values for \"\(name)\".") }
      pairs[name] = try scalar()
    }
    return pairs
  }

  /// One value with its type before it, or a text.
  private mutating func scalar() throws(UnusableArguments) -> PropertyListValue {
    let first = rest.removeFirst()
    guard let type = ValueType(flag: first) else {
      // Most likely a mistyped type; a negative number is no doubt meant as it stands.
      if first.hasPrefix("-"), first.dropFirst().first?.isLetter == true {
        throw UnusableArguments(
          "There is no type \(first). For the text itself write -string \(first); the types are "
            + ValueType.allCases.map { "-\($0.rawValue)" }.joined(separator: ", ") + "."
        )
      }
      return .string(first)
    }
    guard type != .array, type != .dict else {
      throw UnusableArguments("\(first) cannot stand inside -array or -dict; use \"defaults import\".")
    }
    guard let text = rest.popFirst() else { throw UnusableArguments("\(first) needs a value.") }
    guard let value = PropertyListValue(text, type: type) else {
      throw UnusableArguments("\"\(text)\" is not \(type.expectation).")
    }
    return value
  }

  private func quoted(_ words: ArraySlice<String>) -> String {
    words.map { "\"\($0)\"" }.joined(separator: " ")
  }
}
