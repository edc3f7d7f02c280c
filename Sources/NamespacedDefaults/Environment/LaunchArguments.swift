import Synchronization

/// The values given on the command line for one run, as in `-Account.isUserLoggedIn YES -launchCount 3`.
///
/// They take precedence over stored values and are never written. An argument is a name if it begins with one dash and
/// is not a number in digits. The next argument is the value of that name, unless it is a name too. All other arguments, and
/// everything after `--`, belong to the program.
package final class LaunchArguments: Sendable {
  private static let ofCommandLine = LaunchArguments(CommandLine.arguments.dropFirst())
  private static let none = LaunchArguments([])
  private static let isRead = Atomic(true)

  /// The arguments of the process, or none if it does not read them.
  static var ofProcess: LaunchArguments { isOfProcessRead ? ofCommandLine : none }

  /// Whether the process reads settings from its arguments.
  static var isOfProcessRead: Bool {
    get { isRead.load(ordering: .relaxed) }
    set { isRead.store(newValue, ordering: .relaxed) }
  }

  /// The texts by the names that they are given for.
  package let texts: [String: String]
  /// What looks like a setting and gives none, by the name that it seems to mean: `--ui.size`, `-ui.size=5`, or a name
  /// without a value.
  package let refused: [String: Refusal]

  package init(_ arguments: some Sequence<String>) {
    var texts: [String: String] = [:]
    var refused: [String: Refusal] = [:]
    var name: String?
    func endName(_ reason: String = "") {
      if let name { refused[name] = Refusal("has no value\(reason); write -\(name) VALUE") }
      name = nil
    }
    for argument in arguments {
      if argument == "--" { break }
      guard argument.isArgumentName else {
        if let name { texts[name] = argument }
        name = nil
        continue
      }
      // It is not quoted, because it may be a secret.
      endName(", for what follows begins with a dash and is no number")
      let word = argument.drop { $0 == "-" }
      let meant = String(word.prefix { $0 != "=" })
      // Two dashes alone are how programs write options of their own, which may have the name of a setting.
      let isMistaken = argument.hasPrefix("--") ? meant.contains(".") : meant.utf8.count < word.utf8.count
      if isMistaken {
        refused[meant] = Refusal("is not given by \(argument.prefix(while: { $0 != "=" })); write -\(meant) VALUE")
      }
      if !argument.hasPrefix("--") { name = String(word) }
    }
    endName()
    self.texts = texts
    self.refused = refused
  }

  /// Whether no argument concerns a setting.
  var isEmpty: Bool { texts.isEmpty && refused.isEmpty }

  /// The names that arguments give a value or seem to mean.
  package var names: Set<String> { Set(texts.keys).union(refused.keys) }
}

extension String {
  fileprivate var isArgumentName: Bool {
    hasPrefix("-") && count > 1 && (Double(decimal: self) == nil || !contains(where: \.isNumber))
  }
}
