// Text on one line that a terminal and a log show as it is.
//
// Names and values come from files that anyone may have made. As they stand, they could move the cursor, turn the
// direction of writing, or look like a line of a log. Every message of the library consists of such texts.

extension StringProtocol {
  /// The text on one line, in which control characters, line and paragraph separators and characters for the direction of
  /// writing are escaped as in Swift.
  package var printable: String {
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
    // Most texts need nothing.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
    return unicodeScalars.reduce(into: "") { $0 += escape($1) ?? String($1) }
  }
}

extension String {
  /// The text of JSON, in which the same characters are escaped as in JSON, so that it means the same.
  ///
  /// Line breaks between the values stay.
  package var printableJSON: String {
    escaping { scalar in
      // Control characters of ASCII are between the values, or escaped already.
      if scalar.value < 0x7F || scalar.isPrintable { return nil }
      // All the others have four digits at most.
      return "\\u" + String(scalar.value, radix: 16, digits: 4)
    }
  }

  /// Creates the text of a number, with zeros before it where it has fewer digits.
  package init(_ number: some BinaryInteger, radix: Int, digits: Int, uppercase: Bool = false) {
    let text = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
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

extension String {
  /// The number of characters that a long message keeps at its beginning, and at its end.
  private static let messageEnds = 1000

  /// The string as a message has it: printable, and without its middle if it is long.
  ///
  /// Messages hold names, which may take megabytes, and go to logs. They begin with what has happened and end with the
  /// reason, so both stay.
  package var printableMessage: String {
    let text = printable
    let count = text.unicodeScalars.count
    guard count > 2 * Self.messageEnds else { return text }
    let omitted = count - 2 * Self.messageEnds
    return String(text.unicodeScalars.prefix(Self.messageEnds)) + " … \(omitted) characters … "
      + String(text.unicodeScalars.suffix(Self.messageEnds))
  }

  /// The string in quotation marks, with those in it escaped, printable.
  package var quoted: String { debugDescription.printable }
}
