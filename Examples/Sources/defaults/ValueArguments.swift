import Foundation
import NamespacedDefaults

/// Arguments that make no value.
struct UnusableArguments: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The types a value can be given, by the names that `write` takes and `list` shows.
enum ValueType: String, CaseIterable {
  case bool, int, float, string, date, data, array, dict

  /// The type of `-int`; macOS's `defaults` also knows `-boolean` and `-integer`.
  init?(flag: String) {
    switch flag {
    case "-boolean": self = .bool
    case "-integer": self = .int
    default:
      guard flag.hasPrefix("-") else { return nil }
      self.init(rawValue: String(flag.dropFirst()))
    }
  }

  init(of value: PropertyListValue) {
    self =
      switch value {
      case .bool: .bool
      case .integer, .unsignedInteger: .int
      case .double: .float
      case .string: .string
      case .date: .date
      case .data: .data
      case .array: .array
      case .dictionary: .dict
      }
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

extension ValueType {
  /// What a text has to be, for messages.
  fileprivate var expectation: String {
    switch self {
    case .bool: "a truth value: -bool takes yes, no, true, false, 1 or 0"
    case .int: "a whole number from \(Int64.min) to \(UInt64.max)"
    case .float: "a number: -float takes 1.5, -2e10, inf or nan"
    case .date: "a date: -date takes 2026-01-31T15:04:05Z, or +02:00 for the Z"
    case .data: "data: -data takes an even number of hexadecimal digits"
    case .string, .array, .dict: "a text"
    }
  }
}

extension PropertyListValue {
  /// The value of a text, or `nil` where it is none of that type.
  fileprivate init?(_ text: String, type: ValueType) {
    switch type {
    case .string: self = .string(text)
    case .bool:
      switch text.lowercased() {
      case "yes", "true", "1": self = .bool(true)
      case "no", "false", "0": self = .bool(false)
      default: return nil
      }
    case .int:
      if let value = Int64(text) {
        self = .integer(value)
      } else if let value = UInt64(text) {
        self = .unsignedInteger(value)
      } else {
        return nil
      }
    case .float:
      // Too large a number reads as infinite, which nobody wrote.
      guard let value = Double(text), value.isFinite || !text.contains(where: \.isNumber) else { return nil }
      self = .double(value)
    case .date:
      guard let value = Date(iso8601: text) else { return nil }
      self = .date(value)
    case .data:
      guard let value = Data(hexadecimal: text) else { return nil }
      self = .data(value)
    case .array, .dict: return nil
    }
  }
}
