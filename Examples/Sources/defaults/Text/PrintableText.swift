extension StringProtocol {
  /// The text on one line and harmless to a terminal; everything that is printed goes through this.
  ///
  /// What would move the cursor, change colours or turn the direction of writing is escaped as in Swift.
  var printable: String {
    // Most texts need nothing.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isPrintable: text.unicodeScalars.append(scalar)
      default: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }

  /// The text of JSON with the same characters escaped, which means the same.
  var printableJSON: String {
    if utf8.allSatisfy({ $0 < 0x7F }) { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      // Control characters below it are between the values, or escaped already.
      if scalar.value < 0x7F || scalar.isPrintable {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows the character where it stands; all that are not have four digits at most.
  fileprivate var isPrintable: Bool {
    if properties.isBidiControl { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
