import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

extension DefaultsTool {
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a store's file through, and reports damage.",
      discussion: """
        Changes nothing. Of a JSON file it says where it does not parse; of layers it reads both files. The exit code is \
        0 for a sound file, 1 for a damaged one, 2 for one that cannot be read.
        """
    )

    @OptionGroup var storeOption: StoreOption

    func run() throws {
      // The damage is in the report.
      Defaults.problemHandler = { _ in }
      let choice = storeOption.choice
      let files = try choice.address().jsonFiles(owners: choice.owners)
      guard files.isEmpty else { return try verify(files) }
      let store = try storeOption.openedIfPresent()
      guard let store = store as? FileStore else {
        throw ValidationError("\(store.label) has no file to verify. Name a file: --store ./my-app.defaults")
      }
      let report = try FileStore.verify(path: store.path)
      try printLines("\(report)".split(separator: "\n").map(String.init))
      guard !report.damage.isEmpty else { return }
      try printLines(
        "What else is in the file can be read. Before a write repairs it, it is copied to \(store.path).damaged-<number>."
      )
      throw ExitCode.failure
    }

    private func verify(_ files: [() throws -> JSONStore]) throws {
      var (isDamaged, isMissing) = (false, true)
      for file in files {
        do {
          let store = try file()
          guard Place(store).isThere else { continue }
          isMissing = false
          let count = try store.keys().count
          try printLines(store.path, "  contents  \(count) key\(count == 1 ? "" : "s")", "  damage    none")
        } catch let error as DefaultsError where error.code == .unreadableFile {
          // It names the file, the line and the column.
          (isDamaged, isMissing) = (true, false)
          try printLines(error.description)
        }
      }
      if isDamaged { throw ExitCode.failure }
      if isMissing { _ = try storeOption.openedIfPresent() }
    }
  }
}
