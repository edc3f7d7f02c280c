import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct ReadType: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the type of a value.",
      discussion: """
        It is one of those that "write" takes, without the dash: bool, int, float, string, date, data, json, array or \
        dict.
        """
    )

    @Argument(help: "The key.", completion: .keys)
    var key: String
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      guard let value = try store.value(forKey: key) else { throw store.notFound("key", key) }
      try printLines(ValueType(of: value).rawValue)
    }
  }
}
