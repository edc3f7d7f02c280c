import NamespacedDefaults
import NamespacedDefaultsMigration

/// Reads what follows the key of `write`: a type and a value, or a value alone, which has the type of the stored value if it
/// fits, and is a text otherwise.
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

  /// The flags of what is stored in addition to an array or a dictionary.
  private static let (addElements, addPairs) = ("-array-add", "-dict-add")
  static let additions = [addElements, addPairs]
  /// What may stand before a value.
  static let flags = ValueType.allCases.map(\.flag) + additions

  private var rest: ArraySlice<Word>
  private let old: PropertyListValue?

  /// The value of some words, the last of which may come from standard input.
  ///
  /// - Parameters:
  ///   - arguments: The words.
  ///   - input: The last word, if it comes from standard input.
  ///   - old: The stored value that is replaced, or added to.
  /// - Returns: The value.
  /// - Throws: What is wrong with the words.
  static func value(
    of arguments: [String],
    input: String?,
    replacing old: PropertyListValue?
  ) throws(UnusableArguments) -> PropertyListValue {
    let words = arguments.map(Word.argument) + (input.map { [.input($0)] } ?? [])
    var reader = ValueArguments(rest: words[...], old: old)
    return try reader.value()
  }

  private mutating func value() throws(UnusableArguments) -> PropertyListValue {
    guard let first = rest.first else { throw UnusableArguments("The value is missing; for an empty text write \"\".") }
    let value: PropertyListValue
    switch first.type {
    case .array:
      rest.removeFirst()
      if let json = json(beginningWith: "[") { value = json } else { value = .array(try elements()) }
    case .dict:
      rest.removeFirst()
      if let json = json(beginningWith: "{") { value = json } else { value = .dictionary(try pairs()) }
    default:
      if let sum = try addition() { value = sum } else { value = try scalar(like: old) }
    }
    guard rest.isEmpty else {
      throw UnusableArguments(
        "One value was expected; \(rest.map(\.quoted).joined(separator: " ")) is too much. "
          + "A text with spaces needs quotes, several values need -array or -dict." + question(for: rest)
      )
    }
    return value
  }

  /// The array or dictionary of the only word, if that is JSON, as `read` prints it; a text that is JSON follows `-string`.
  private mutating func json(beginningWith bracket: Character) -> PropertyListValue? {
    let store = InMemoryStore()
    guard rest.count == 1, let text = rest.first?.text, text.first == bracket,
      (try? store.import(Data("{\"\":\(text)}".utf8), as: .json)) == [""], let value = store.value(forKey: ""),
      [.array, .dict].contains(ValueType(of: value))
    else { return nil }
    rest.removeFirst()
    return value
  }

  /// The stored array, or dictionary, with more in it; `nil` where the words say nothing of that.
  private mutating func addition() throws(UnusableArguments) -> PropertyListValue? {
    guard case .argument(let flag)? = rest.first, Self.additions.contains(flag) else { return nil }
    rest.removeFirst()
    switch (flag, old) {
    case (Self.addElements, nil): return .array(try elements())
    case (Self.addElements, .array(let stored)?): return .array(stored + (try elements(like: stored.last)))
    case (Self.addPairs, nil): return .dictionary(try pairs())
    case (Self.addPairs, .dictionary(let stored)?): return .dictionary(stored.merging(try pairs(like: stored)) { $1 })
    case (_, let old):
      let noun = old.map { ValueType(of: $0).noun } ?? ""
      let needed: ValueType = flag == Self.addElements ? .array : .dict
      throw UnusableArguments("The stored value is \(noun), and \(flag) needs \(needed.noun).")
    }
  }

  private mutating func elements(
    like old: PropertyListValue? = nil
  ) throws(UnusableArguments) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while !rest.isEmpty { elements.append(try scalar(like: old)) }
    return elements
  }

  private mutating func pairs(
    like old: [String: PropertyListValue] = [:]
  ) throws(UnusableArguments) -> [String: PropertyListValue] {
    var pairs: [String: PropertyListValue] = [:]
    while let name = rest.popFirst() {
      guard !rest.isEmpty else { throw UnusableArguments("-dict needs a value for \(name.quoted).") }
      guard pairs[name.text] == nil else { throw UnusableArguments("-dict has two values for \(name.quoted).") }
      pairs[name.text] = try scalar(like: old[name.text])
    }
    return pairs
  }

  /// One value with its type before it, or with that of another value if it fits, or a text.
  private mutating func scalar(like old: PropertyListValue?) throws(UnusableArguments) -> PropertyListValue {
    let first = rest.removeFirst()
    guard let type = first.type else {
      if case .argument(let text) = first { try checkIsNoOption(text) }
      return old.flatMap { PropertyListValue(first.text, type: ValueType(of: $0)) } ?? .string(first.text)
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
    let known = Self.flags + ["-boolean", "-integer"] + DefaultsTool.Write.options
    let arguments = words.compactMap { if case .argument(let text) = $0 { text } else { nil as String? } }
    return arguments.first(where: Self.looksLikeOption).map { Suggestion.question(for: $0, among: known) } ?? ""
  }

  private static func looksLikeOption(_ text: String) -> Bool {
    text.hasPrefix("-") && text.drop { $0 == "-" }.first?.isLetter == true
  }
}
