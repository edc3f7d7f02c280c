import NamespacedDefaults
import NamespacedDefaultsAudit

/// The types a value can be given, by the names that `write` takes and `list` shows.
enum ValueType: String, CaseIterable {
  case bool, int, float, string, date, data, json, array, dict

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
      case .data(let data): StoredJSON(data) == nil ? .data : .json
      case .array: .array
      case .dictionary: .dict
      }
  }

  /// As `write` takes it.
  var flag: String { "-\(rawValue)" }
}

extension ValueType {
  /// What a value of the type is called.
  var noun: String {
    switch self {
    case .bool: "a Boolean"
    case .int: "an integer"
    case .float: "a float"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .json: "JSON"
    case .array: "an array"
    case .dict: "a dictionary"
    }
  }

  /// What a text has to be, for messages.
  var expectation: String {
    switch self {
    case .bool: "a truth value: -bool takes yes, no, true, false, 1 or 0"
    case .int: "a whole number from \(Int64.min) to \(UInt64.max)"
    case .float: "a number: -float takes 1.5, -2e10, inf or nan"
    case .date: "a date: -date takes 2026-01-31, or 2026-01-31T15:04:05Z with +02:00 for the Z"
    case .data: "data: -data takes an even number of hexadecimal digits"
    case .json: "JSON: -json takes an object or an array, without null, without a name twice in one object"
    case .string, .array, .dict: "a text"
    }
  }
}

extension PropertyListValue {
  /// The value of a text, or `nil` where it is none of that type.
  init?(_ text: String, type: ValueType) {
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
      // As a key of a date reads it.
      let key = DefaultsKey("", defaultValue: Date.distantPast, store: InMemoryStore())
      guard let value = try? key.value(fromPropertyList: .string(text)) else { return nil }
      self = .date(value)
    case .data:
      guard let value = Data(hexadecimal: text) else { return nil }
      self = .data(value)
    case .json:
      guard let value = StoredJSON(text: text) else { return nil }
      self = .data(value.data)
    case .array, .dict: return nil
    }
  }
}
