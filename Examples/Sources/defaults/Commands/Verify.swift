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
      guard let store = try storeOption.opened() as? FileStore else {
        throw ValidationError("A UserDefaults suite has no file to verify. Name a file: --store ./my-app.defaults")
      }
      let report = try FileStore.verify(path: store.path)
      print(report.path)
      print("  format    version \(report.formatVersion)")
      print("  size      \(report.fileSize) bytes: \(report.liveSize) in use, \(report.deadSize) to be reclaimed")
      print("  contents  \(report.keyCount) keys in \(report.recordCount) records")
      guard !report.damage.isEmpty else { return print("  damage    none") }
      for damage in report.damage { print("  damage    \(damage)") }
      print(
        "All other values can be read. Before the next write the file is copied to \(report.path).damaged-<number>."
      )
      throw ExitCode.failure
    }
  }
}
