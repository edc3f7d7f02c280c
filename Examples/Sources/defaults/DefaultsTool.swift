import ArgumentParser
import NamespacedDefaults

/// The command `defaults`.
@main
struct DefaultsTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults",
    abstract: "Shows and changes the settings that programs keep with NamespacedDefaults.",
    discussion: """
      The settings of a program are in its store, and a subcommand has to be told which: with --store, or in the \
      environment variable DEFAULTS_STORE. A key is stored as its namespace, a dot and its name, such as \
      Account.loginCount. Where a key or a namespace can be named, the key is meant if there is one of that name; \
      a dot at the end, as in "Account.", says that the namespace is meant, and "Account.*" \
      takes the namespaces of instances, such as Account.7, too.

      A terminal gets colors, unless NO_COLOR is set, CLICOLOR is 0, or TERM is dumb; with CLICOLOR_FORCE=1 a pipe does too.

      EXIT CODES:
        0   done
        1   there is no such store, key or namespace, or nothing was found
            rename: the new name is taken; verify: the file is damaged
            check: a value is not allowed
        2   the store, or another file, could not be read or written
        64  unknown command or option, or a value that does not fit its type
      """,
    version: "0.1.0",
    subcommands: [
      Read.self, ReadType.self, Write.self, Delete.self, Rename.self, List.self, Explain.self, Find.self, Edit.self,
      Export.self,
      Import.self, Watch.self, Verify.self, Check.self, Domains.self,
    ]
  )

  static func main() async {
    Defaults.problemHandler = { printError("Warning: \($0.error)") }
    do {
      var command = try parseAsRoot(ProgramArguments.checked())
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure(error).exit()
    }
  }
}
