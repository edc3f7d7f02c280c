/// The words after the name of the command.
enum ProgramArguments {
  /// The words as Swift reads them, with U+FFFD for what is not UTF-8.
  static var all: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The words, of which none was changed to be one.
  ///
  /// - Throws: ``UnusableArguments`` where one is not UTF-8, which would be stored as another text.
  static func checked() throws(UnusableArguments) -> [String] {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else { continue }
      throw UnusableArguments("Argument \(index) is not UTF-8: \"\(String(cString: word).printable)\".")
    }
    return all
  }

  /// The value of an environment variable.
  static func environment(_ name: String) throws(UnusableArguments) -> String? {
    guard let value = getenv(name) else { return nil }
    guard let text = String(validatingCString: value) else {
      throw UnusableArguments("The environment variable \(name) is not UTF-8.")
    }
    return text
  }
}
