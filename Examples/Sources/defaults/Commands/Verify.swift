import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a store's file through, and reports damage.",
      discussion:
        "Changes nothing. The exit code is 0 for a sound file, 1 for a damaged one, 2 for one that cannot be read."
    )

    @OptionGroup var storeOption: StoreOption

    func run() throws {
      // The damage is in the report.
      Defaults.problemHandler = { _ in }
      guard let store = try storeOption.openedIfPresent() as? FileStore else {
        throw ValidationError("A UserDefaults suite has no file to verify. Name a file: --store ./my-app.defaults")
      }
      let report = try FileStore.verify(path: store.path)
      try printLines("\(report)".split(separator: "\n").map(String.init))
      guard !report.damage.isEmpty else { return }
      try printLines(
        "What else is in the file can be read. Before the next write it is copied to \(store.path).damaged-<number>."
      )
      throw ExitCode.failure
    }
  }
}
