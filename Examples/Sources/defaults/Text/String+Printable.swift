extension StringProtocol {
  /// The text on one line and harmless to a terminal; everything that is printed goes through this.
  ///
  /// Names and values come from files that anyone may have made. As they stand, they could move the cursor, turn the
  /// direction of writing, or look like a line of another text. So control characters, line and paragraph separators and
  /// characters for the direction of writing are escaped as in Swift.
  var printable: String {
    escaping { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.isPrintable: nil
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }

  fileprivate func escaping(_ escape: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { $0 += escape($1) ?? String($1) }
  }
}

extension String {
  /// The text of JSON with the same characters escaped, which means the same.
  ///
  /// Line breaks between the values stay.
  var printableJSON: String {
    escaping { scalar in
      // Control characters of ASCII are between the values, or escaped already.
      if scalar.value < 0x7F || scalar.isPrintable { return nil }
      // All the others have four digits at most.
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows the character where it is.
  fileprivate var isPrintable: Bool {
    if properties.isBidiControl { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
