// The conversions of a stored value to a number or a Bool. They are those of `UserDefaults`, except that a value that
// does not fit is an error.
//
//  stored        as an integer            as a Double or Float            as a Bool
//  a Bool        1 or 0                   1 or 0                          itself
//  an integer    itself, if it fits       itself, if exact                1 and 0 only
//  a double      if whole, and it fits    itself; the nearest Float       1 and 0 only
//  a string      digits, as above; 3.0    digits, inf or nan, as above    YES, NO, TRUE, FALSE, Y, N, T, F, 1, 0 in any case
//
// A stored double may be rounded to the nearest Float, as 0.1 is in source code, and so may a string with a fraction or
// an exponent. A stored integer must be exact, and so must a string of digits that fits an Int64. No finite number
// becomes infinite. Everything else is a mismatch, where `UserDefaults` would read 3.7 as 3, cut 300 to fit an Int8, or
// read "maybe" as false. White space around a string is ignored, because it comes from files that people edit.

extension PropertyListValue {
  func readBool() throws -> Bool {
    switch self {
    case .bool(let value): return value
    case .integer(0), .double(0): return false
    case .integer(1), .double(1): return true
    case .string(let text):
      switch text.trimmed.lowercased() {
      case "yes", "true", "y", "t", "1": return true
      case "no", "false", "n", "f", "0": return false
      default: throw mismatch(Bool.self)
      }
    default: throw mismatch(Bool.self)
    }
  }

  func readInteger<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try readNumber(type, of: Value.init(exactly:), Value.init(number:))
  }

  func readFloatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
    try readNumber(type, of: Value.init(nearest:), Value.init(number:))
  }

  private func readNumber<Value: Numeric>(
    _ type: Value.Type,
    of double: (Double) -> Value?,
    _ text: (String) -> Value?
  ) throws -> Value {
    let value: Value? =
      switch self {
      case .bool(let stored): stored ? 1 : 0
      case .integer(let stored): Value(exactly: stored)
      case .unsignedInteger(let stored): Value(exactly: stored)
      case .double(let stored): double(stored)
      case .string(let stored): text(stored.trimmed)
      default: nil
      }
    guard let value else { throw mismatch(type) }
    return value
  }

  /// Returns the string, or a number as `UserDefaults.string(forKey:)` returns it on Apple platforms.
  ///
  /// A Bool is "1" or "0", and a whole double has no fraction. A date is its exact ISO 8601, because a store that is a text
  /// cannot distinguish it from a string that looks like a date.
  func readString() throws -> String {
    switch self {
    case .string(let stored): return stored
    case .bool(let stored): return stored ? "1" : "0"
    case .integer(let stored): return stored.description
    case .unsignedInteger(let stored): return stored.description
    case .double(let stored): return Int64(exactly: stored)?.description ?? stored.description
    case .date(let stored):
      guard let text = stored.iso8601Text else { throw mismatch(String.self) }
      return text
    default: throw mismatch(String.self)
    }
  }
}

extension PropertyListValue {
  /// Creates the number of a text; `nil` for anything else, and where the stored number would be another one.
  ///
  /// A fraction may be rounded to the nearest double, but within 64 bits never to a whole number, nor a whole number to
  /// another one.
  init?(number text: String) {
    let digits = text.withoutExponent.withoutZeroFraction
    if let number = Int64(digits) {
      self = .integer(number)
    } else if let number = UInt64(digits) {
      self = .unsignedInteger(number)
    } else if let number = Double(number: text), number.rounded() != number || number.magnitude >= 0x1p64 {
      self = .double(number)
    } else {
      return nil
    }
  }

  /// Whether the value is a number, which a Bool is not.
  var isNumber: Bool {
    switch self {
    case .integer, .unsignedInteger, .double: true
    default: false
    }
  }
}

extension FixedWidthInteger {
  /// Creates a number from decimal digits.
  ///
  /// The digits are read as 64 bits whatever the type, so that a program has one reader of digits and not one for each type.
  fileprivate init?(number text: String) {
    let digits = text.withoutZeroFraction
    if let number = Int64(digits) {
      self.init(exactly: number)
    } else if let number = UInt64(digits) {
      self.init(exactly: number)
    } else {
      return nil
    }
  }
}

extension Double {
  /// Creates the number of a whole text: digits, `inf` or `nan`; `nil` for hexadecimal digits, and where `Double` would end at
  /// a NUL.
  package init?(decimal text: some StringProtocol) {
    guard !text.utf8.contains(where: { $0 == 0 || $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
    self.init(text)
  }
}

extension BinaryFloatingPoint {
  /// The double with the shortest digits that read back as this number, such as 0.1 for the `Float` 0.1; a whole number itself.
  var shortestDouble: Double {
    guard rounded() != self, let double = Double("\(self)"), Self(double) == self else { return Double(self) }
    return double
  }

  /// Creates the nearest value; `nil` if a whole number is not exact, or if a number becomes infinite or 0.
  ///
  /// A number of which the shortest digits are those of the value is exact, because encoders write a `Float` so.
  fileprivate init?(nearest value: Double) {
    self.init(value)
    guard isInfinite == value.isInfinite, isZero == value.isZero else { return nil }
    if value.isFinite, value.rounded() == value, Double(self) != value, "\(self)" != "\(value)" { return nil }
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// Creates a number from decimal digits, `inf` or `nan`; `nil` for hexadecimal digits, which Swift reads too.
  ///
  /// A whole number that fits an `Int64` must be exact. Any other number is read as the nearest double, and that as a
  /// stored double is, but a finite number never as infinity, and only 0 as 0.
  init?(number text: String) {
    // What the type itself writes.
    if let value = Self(text), value.description == text {
      self = value
      return
    }
    // A zero may be a negative one.
    if let whole = Int64(text.withoutZeroFraction), whole != 0 {
      self.init(exactly: whole)
      return
    }
    let digits = text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let number = Double(decimal: text), number.isFinite != digits.isEmpty else { return nil }
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    if number.isZero, mantissa.contains(where: { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }) { return nil }
    self.init(nearest: number)
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmed: String {
    let characters = drop(while: \.isWhitespace)
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(characters[...last])
  }

  /// The string without a fraction of zeros, `3` in place of `3.0`.
  ///
  /// Other languages write such a fraction after a whole number.
  var withoutZeroFraction: Substring {
    guard let point = firstIndex(of: "."), self[point...].dropFirst().allSatisfy({ $0 == "0" }) else {
      return self[...]
    }
    return self[..<point]
  }

  /// The number without its exponent, `1500` for `1.5e3`, unless that would be far longer than any integer.
  fileprivate var withoutExponent: String {
    let parts = split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let exponent = Int(parts[1]), exponent.magnitude <= 40 else { return self }
    let sign = parts[0].first == "-" ? "-" : ""
    let mantissa = parts[0].dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
    let zeros = String(repeating: "0", count: Int(exponent.magnitude))
    let digits = (exponent < 0 ? zeros : "") + mantissa.joined() + (exponent > 0 ? zeros : "")
    let point = mantissa[0].count + (exponent < 0 ? 0 : exponent)
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
