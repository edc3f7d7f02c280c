/// Words as a shell reads them.
enum ShellWord {
  /// A word with the quotes that it needs.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }

  /// A word without the quotes and backslashes that keep its characters together.
  static func unquoted(_ word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
