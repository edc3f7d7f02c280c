import Cost
import NamespacedDefaults

enum Account: BoolDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn }
}

/// A program that reads one setting from a file of 100.
@main
enum Setting {
  static func main() throws {
    let cost = Cost()
    Defaults.store = try FileStore(path: CommandLine.arguments[1])
    precondition(Account.bool(forKey: .isUserLoggedIn))
    cost.print()
  }
}
