import NamespacedDefaults

/// Reads what follows the key of `write`: a type and a value, or a value alone, which is a text.
///
/// The elements of an array, and the values of a dictionary, may have types too: `-array -int 1 -int 2`,
/// `-dict name Ada age -int 36`. None can be an array or a dictionary, for nothing would tell where it ends.
struct ValueArguments {
  private enum Word {
    case argument(String)
    /// What came from standard input: never a type, and never repeated in a message, for it may be a secret.
    case input(String)

    var text: String {
      switch self {
      case .argument(let text), .input(let text): text
      }
    }

    /// The word in a message.
    var quoted: String {
      switch self {
      case .argument(let text): "\"\(text.printable)\""
      case .input: "the input"
      }
    }

    var type: ValueType? {
      switch self {
      case .argument(let text): ValueType(flag: text)
      case .input: nil
      }
    }
  }

  private var rest: ArraySlice<Word>

  /// The value of some words, the last of which may come from standard input.
  static func value(of arguments: [String], input: String? = nil) throws(UnusableArguments) -> PropertyListValue {
    let words = arguments.map(Word.argument) + (input.map { [.input($0)] } ?? [])
    var reader = ValueArguments(rest: words[...])
    return try reader.value()
  }

  private mutating func value() throws(UnusableArguments) -> PropertyListValue {
    guard let first = rest.first else { throw UnusableArguments("The value is missing; for an empty text write \"\".") }
    let value: PropertyListValue
    switch first.type {
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
        "One value was expected; \(rest.map(\.quoted).joined(separator: " ")) is too much. "
          + "A text with spaces needs quotes, several values need -array or -dict." + question(for: rest)
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
      guard !rest.isEmpty else { throw UnusableArguments("-dict needs a value for \(name.quoted).") }
      guard pairs[name.text] == nil else { throw UnusableArguments("-dict has two values for \(name.quoted).") }
      pairs[name.text] = try scalar()
    }
    return pairs
  }

  /// One value with its type before it, or a text.
  private mutating func scalar() throws(UnusableArguments) -> PropertyListValue {
    let first = rest.removeFirst()
    guard let type = first.type else {
      if case .argument(let text) = first { try checkIsNoOption(text) }
      return .string(first.text)
    }
    guard type != .array, type != .dict else {
      throw UnusableArguments("\(type.flag) cannot stand inside -array or -dict; use \"defaults import\".")
    }
    guard let text = rest.popFirst() else { throw UnusableArguments("\(type.flag) needs a value.") }
    guard let value = PropertyListValue(text.text, type: type) else {
      let subject = if case .input = text { "The input" } else { text.quoted }
      throw UnusableArguments("\(subject) is not \(type.expectation).")
    }
    return value
  }

  /// Throws for what is most likely a mistyped type or option; a negative number is no doubt meant as it stands.
  private func checkIsNoOption(_ text: String) throws(UnusableArguments) {
    guard Self.looksLikeOption(text) else { return }
    throw UnusableArguments(
      "There is no type \(text.printable).\(question(for: [.argument(text)])) For the text itself write "
        + "-string \(text.printable); the types are \(ValueType.allCases.map(\.flag).joined(separator: ", "))."
    )
  }

  /// A question whether another type or option was meant by one of some words.
  private func question(for words: ArraySlice<Word>) -> String {
    let known = ValueType.allCases.map(\.flag) + ["-boolean", "-integer"] + DefaultsTool.Write.options
    let arguments = words.compactMap { if case .argument(let text) = $0 { text } else { nil as String? } }
    return arguments.first(where: Self.looksLikeOption).map { Suggestion.question(for: $0, among: known) } ?? ""
  }

  private static func looksLikeOption(_ text: String) -> Bool {
    text.hasPrefix("-") && text.drop { $0 == "-" }.first?.isLetter == true
  }
}
