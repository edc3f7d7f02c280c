import Synchronization

/// The values given on the command line for one run, as in `-Account.isUserLoggedIn YES -launchCount 3`.
///
/// They take precedence over stored values and are never written. An argument is a name if it begins with one dash and
/// is not a number. The next argument is the value of that name, unless it is a name too. All other arguments, and
/// everything after `--`, belong to the program.
final class LaunchArguments: Sendable {
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

  private let texts: [String: String]

  init(_ arguments: some Sequence<String>) {
    var texts: [String: String] = [:]
    var name: String?
    for argument in arguments {
      if argument == "--" { break }
      if argument.isArgumentName {
        name = argument.hasPrefix("--") ? nil : String(argument.dropFirst())
      } else if let found = name {
        texts[found] = argument
        name = nil
      }
    }
    self.texts = texts
  }

  /// Returns the stored form of the argument given for a name, or `nil` if there is none.
  ///
  /// It is the text, unless `decode` does not accept that; then `report` gets the error.
  func form<Value>(
    forName name: String,
    of type: Value.Type,
    rule: @autoclosure () -> String?,
    report: (DefaultsError) -> Void,
    decode: (PropertyListValue) throws -> Value
  ) -> PropertyListValue? {
    guard !texts.isEmpty, let text = texts[name] else { return nil }
    if (try? decode(.string(text))) != nil { return .string(text) }
    report(PropertyListValue.string(text).mismatch(type, rule: rule()))
    return nil
  }
}

extension String {
  fileprivate var isArgumentName: Bool {
    hasPrefix("-") && count > 1 && Double(self) == nil
  }
}
