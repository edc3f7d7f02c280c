import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsMigration

/// What ends the command, on its way to standard error and to the exit code.
struct Failure {
  private let error: any Error

  init(_ error: any Error) {
    // The first of several names that is none is most likely the store, as the command of macOS wants it.
    let meant = error is NotFound ? StoreAsWord(ProgramArguments.all) : nil
    self.error = meant.flatMap { $0.isAmongNames ? UnusableArguments($0.question) : nil } ?? error
  }

  func exit() -> Never {
    if let code {
      lines.forEach { printError($0) }
      DefaultsTool.exit(withError: code)
    }
    let code = DefaultsTool.exitCode(for: error)
    // Help, the version and completions are the parser's to print.
    guard code != .success else { DefaultsTool.exit(withError: error) }
    let message = usageMessage
    if !message.isEmpty { message.components(separatedBy: "\n").forEach { printError($0) } }
    DefaultsTool.exit(withError: code)
  }

  /// The exit code of what stores and commands throw; `nil` for what the parser of arguments does.
  private var code: ExitCode? {
    switch error {
    case is NotFound, is NameInUse: .failure
    case is UnusableArguments: .validationFailure
    case is FileFailure, is UnusableDocument, is UnusableDraft: ExitCode(2)
    case is DefaultsError, is DefaultsImportError: ExitCode(2)
    default: nil
    }
  }

  private var lines: [String] {
    if let draft = error as? UnusableDraft {
      let kept = draft.path.map { " Your text is kept in \($0)." } ?? ""
      return Failure(draft.reason).lines + ["Nothing was written.\(kept)"]
    }
    if let error = error as? DefaultsError, error.code == .unreadableFile, let path = error.path,
      !StoreAddress.isJSON(path), let format = ExchangeFormat(contentsOf: path)
    {
      return [
        "Error: \(path) is \(format.noun), as \"defaults export\" writes it, and no store. "
          + "To store what is in it: defaults import \(ShellWord.quoted(path)) --store …"
      ]
    }
    // Only an import has several things to say; a line feed in a path shall not make another line.
    // The library says what a program has to write.
    let (advice, ownAdvice) = ("open the store with owners: .anyone", "repeat the command with --any-owner")
    let text = "Error: \(error)".replacing(advice, with: ownAdvice)
    return error is DefaultsImportError ? text.components(separatedBy: "\n") : [text]
  }

  private var usageMessage: String {
    if let text = Suggestion.text(for: ProgramArguments.all) {
      return "Error: \(text)\n  See 'defaults --help' for more information."
    }
    // The parser quotes the words as they are, so it is asked again, with words that can be printed.
    do {
      _ = try DefaultsTool.parseAsRoot(ProgramArguments.all.map(\.printable))
      return DefaultsTool.fullMessage(for: error)
    } catch {
      return DefaultsTool.fullMessage(for: error)
    }
  }
}

/// Something named by the arguments does not exist.
struct NotFound: Error, CustomStringConvertible {
  let description: String
}

/// Something would be overwritten that nobody said may be.
struct NameInUse: Error, CustomStringConvertible {
  let description: String
}

/// Arguments, or an input, that make no value.
struct UnusableArguments: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What was read is not what it should be.
struct UnusableDocument: Error, CustomStringConvertible {
  let description: String
}

/// The system refused a call.
struct FileFailure: Error, CustomStringConvertible {
  let operation: String
  let path: String
  let reason: String

  var description: String { "Could not \(operation) \(path): \(reason)" }

  /// A failure of the call before, with its `errno`.
  static func now(_ operation: String, _ path: String) -> Self {
    FileFailure(operation: operation, path: path, reason: String(cString: strerror(errno)))
  }
}
