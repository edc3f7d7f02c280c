import NamespacedDefaults

/// Stores the setting that `Setting` reads, and 99 others.
@main
enum Store {
  static func main() throws {
    var values: [String: PropertyListValue] = ["Account.isUserLoggedIn": true]
    for number in 1..<100 { values["Account.setting\(number)"] = .string("the value of the setting \(number)") }
    try FileStore(path: CommandLine.arguments[1]).set(values)
  }
}
