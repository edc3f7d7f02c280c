/// A text on one line that a terminal and a log show as it is.
///
/// Names and values come from files that anyone may have made. As they stand, they could move the cursor, turn the
/// direction of writing, or look like a line of a log. Every message of the library consists of such texts. A message of
/// more than 2,000 characters has the first and the last 1,000 of them. Use a text where your program prints a name or a
/// value itself; it is never cut:
///
///     for name in try Defaults.store.keys() { print(PrintableText(name)) }
public struct PrintableText: CustomStringConvertible, Hashable, Sendable {
  /// The number of characters that a long message keeps at its beginning, and at its end.
  static let messageEnds = 1000

  /// The text.
  public let description: String

  /// Creates the text of a string, in which control characters, line and paragraph separators and characters for the
  /// direction of writing are escaped as in Swift.
  public init(_ text: some StringProtocol) {
    // Most texts need nothing.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      description = String(text)
      return
    }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isPrintable: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    description = result
  }

  /// Creates the text of JSON, in which the same characters are escaped as in JSON, so that it means the same.
  ///
  /// Line breaks between the values stay.
  public init(json text: String) {
    if text.utf8.allSatisfy({ $0 < 0x7F }) {
      description = text
      return
    }
    var result = ""
    for scalar in text.unicodeScalars {
      // Control characters of ASCII are between the values, or escaped already.
      if scalar.value < 0x7F || scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        // All the others have four digits at most.
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    description = result
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
  /// The string as ``PrintableText`` has it.
  package var printable: String { PrintableText(self).description }
  /// The string as a message has it: printable, and without its middle if it is long.
  ///
  /// Messages hold names, which may take megabytes, and go to logs. They begin with what has happened and end with the
  /// reason, so both stay.
  package var printableMessage: String {
    let text = printable
    let count = text.unicodeScalars.count
    guard count > 2 * PrintableText.messageEnds else { return text }
    let omitted = count - 2 * PrintableText.messageEnds
    return String(text.unicodeScalars.prefix(PrintableText.messageEnds)) + " … \(omitted) characters … "
      + String(text.unicodeScalars.suffix(PrintableText.messageEnds))
  }

  /// The string in quotation marks, with those in it escaped, as ``PrintableText`` has it.
  package var quoted: String { debugDescription.printable }
}
