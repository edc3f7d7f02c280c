import ArgumentParser

extension DefaultsTool {
  struct Domains: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the stores in the directory of settings.",
      discussion: """
        One on each line, as --store takes it: the names of those in $XDG_CONFIG_HOME or ~/.config, and the paths of \
        those in the directories there. On Apple platforms all are paths, for a name is a UserDefaults suite.
        """
    )

    func run() throws {
      try printLines(StoreDirectory.configuration().stores)
    }
  }
}
