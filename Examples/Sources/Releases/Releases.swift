import NamespacedDefaults
import NamespacedDefaultsMigration

/// Three releases of a small program, for one data directory: `Releases 1`, `Releases 2`, `Releases 3`.
///
/// Each shows what it finds and does what its user does. `Releases 3 --dry-run` only tells what release 3 would migrate.
@main
struct Releases {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "1": Release1.run()
    case "2": try Release2.run()
    case "3" where arguments.contains("--dry-run"): print(try Defaults.migrate(Release3.migrations, dryRun: true))
    case "3": try Release3.run()
    default: print("usage: Releases 1 | 2 | 3 [--dry-run]")
    }
  }
}
