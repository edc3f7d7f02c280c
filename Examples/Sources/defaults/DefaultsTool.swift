import ArgumentParser
import NamespacedDefaults

/// The command `defaults`.
@main
struct DefaultsTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults",
    abstract: "Shows and changes the settings that programs keep with NamespacedDefaults.",
    discussion: """
      The settings of a program are in its store, and every subcommand has to be told which: with --store, or in the \
      environment variable DEFAULTS_STORE. A key is stored as its namespace, a dot and its name, such as \
      Account.loginCount. Where a key or a namespace can be named, the key is meant if there is one of that name; \
      a dot at the end, as in "Account.", says that the namespace is meant.

      EXIT CODES:
        0   done
        1   there is no such store, key or namespace; verify: the file is damaged
        2   the store, or another file, could not be read or written
        64  unknown command or option, or a value that does not fit its type
      """,
    subcommands: [Read.self, Write.self, Delete.self, List.self, Export.self, Import.self, Watch.self, Verify.self]
  )

  static func main() async {
    Defaults.problemHandler = { printError("Warning: \($0.error)") }
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard let code = exitCode(of: error) else { exit(withError: error) }
      printError("Error: \(message(of: error))")
      exit(withError: code)
    }
  }

  /// The exit code of what stores and commands throw; `nil` for what the parser of arguments does.
  private static func exitCode(of error: any Error) -> ExitCode? {
    switch error {
    case is NotFound: .failure
    case is UnusableArguments: .validationFailure
    case let error as DefaultsError where error.code == .invalidStoreName: .validationFailure
    case is DefaultsError, is DefaultsImportError: ExitCode(2)
    default: nil
    }
  }

  private static func message(of error: any Error) -> String {
    (error as? DefaultsError)?.code == .failedSystemCall ? "Could not \(error)" : "\(error)"
  }
}

/// Something named by the arguments does not exist.
struct NotFound: Error, CustomStringConvertible {
  let description: String
}
