import NamespacedDefaults

/// A text on one line that a terminal and a log show as it is.
///
/// Names and values come from files that anyone may have made. As they stand, they could move the cursor, turn the
/// direction of writing, or look like a line of a log. Every message of the library consists of such texts. Use one where
/// your program prints a name or a value itself:
///
/// ```swift
/// for name in try Defaults.store.keys() { print(PrintableText(name)) }
/// ```
public struct PrintableText: CustomStringConvertible, Hashable, Sendable {
  /// The text.
  public let description: String

  /// Creates the text of a string, in which control characters, line and paragraph separators and characters for the
  /// direction of writing are escaped as in Swift.
  public init(_ text: some StringProtocol) { description = text.printable }

  /// Creates the text of JSON, in which the same characters are escaped as in JSON, so that it means the same.
  ///
  /// Line breaks between the values stay.
  public init(json text: String) { description = text.printableJSON }
}
