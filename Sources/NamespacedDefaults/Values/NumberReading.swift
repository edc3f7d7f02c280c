// How a stored value is read as a number or a truth value: every conversion `UserDefaults` makes, but none that loses.
//
//  stored        as an integer            as a Double or Float            as a Bool
//  a Bool        1 or 0                   1 or 0                          itself
//  an integer    itself, if it fits       itself, if exact                1 and 0 only
//  a double      if whole, and it fits    itself; the nearest Float       1 and 0 only
//  a string      digits, as above; 3.0    digits, inf or nan, as above    YES, NO, TRUE, FALSE, 1, 0 in any case
//
// A fraction may be rounded to the nearest Float, as 0.1 is in source code; a whole number may not, nor may a finite
// number become infinite. Everything else is a mismatch, where `UserDefaults` would cut 3.7 to 3, 300 to an Int8, or call "maybe" false.
// White space around the text does not count, for it comes from files that people edit.

extension PropertyListValue {
  func readBool() throws -> Bool {
    switch self {
    case .bool(let value): return value
    case .integer(0), .double(0): return false
    case .integer(1), .double(1): return true
    case .string(let text):
      switch text.trimmed.lowercased() {
      case "yes", "true", "1": return true
      case "no", "false", "0": return false
      default: throw mismatch(Bool.self)
      }
    default: throw mismatch(Bool.self)
    }
  }

  func readInteger<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let value: Value? =
      switch self {
      case .bool(let stored): stored ? 1 : 0
      case .integer(let stored): Value(exactly: stored)
      case .unsignedInteger(let stored): Value(exactly: stored)
      case .double(let stored): Value(exactly: stored)
      case .string(let text): Value(text.trimmed.withoutZeroFraction)
      default: nil
      }
    guard let value else { throw mismatch(type) }
    return value
  }

  func readFloatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
    let value: Value? =
      switch self {
      case .bool(let stored): stored ? 1 : 0
      case .integer(let stored): Value(exactly: stored)
      case .unsignedInteger(let stored): Value(exactly: stored)
      case .double(let stored): Value(nearest: stored)
      case .string(let text): Value(number: text.trimmed)
      default: nil
      }
    guard let value else { throw mismatch(type) }
    return value
  }

  /// Numbers as `UserDefaults.string(forKey:)` gives them on Apple platforms: a Bool is "1" or "0", a whole double has
  /// no fraction.
  func readString() throws -> String {
    switch self {
    case .string(let stored): return stored
    case .bool(let stored): return stored ? "1" : "0"
    case .integer(let stored): return stored.description
    case .unsignedInteger(let stored): return stored.description
    case .double(let stored): return Int64(exactly: stored)?.description ?? stored.description
    default: throw mismatch(String.self)
    }
  }
}

extension BinaryFloatingPoint {
  /// The nearest value, unless that makes a finite number infinite.
  fileprivate init?(nearest value: Double) {
    self.init(value)
    guard isInfinite == value.isInfinite else { return nil }
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// A number in decimal digits, `inf` or `nan`; not the hexadecimal digits that Swift reads too.
  ///
  /// A whole number must be exact; a fraction is rounded to the nearest value, but no finite number to infinity.
  fileprivate init?(number text: String) {
    if let whole = Int64(text) {
      self.init(exactly: whole)
    } else {
      let hasDigits = text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      let isHexadecimal = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
      self.init(text)
      guard !isHexadecimal, isFinite == hasDigits else { return nil }
    }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let characters = drop(while: \.isWhitespace)
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(characters[...last])
  }

  /// `3` for `3.0`, which other languages write for a whole number.
  fileprivate var withoutZeroFraction: Substring {
    guard let point = firstIndex(of: "."), self[point...].dropFirst().allSatisfy({ $0 == "0" }) else {
      return self[...]
    }
    return self[..<point]
  }
}
