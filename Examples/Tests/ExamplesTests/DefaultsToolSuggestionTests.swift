import Foundation
import NamespacedDefaults
import Testing

/// A misspelled word gets a question.
struct DefaultsToolSuggestionTests {
  @Test(arguments: [
    ("lisst", "list"), ("raed", "read"), ("wirte", "write"), ("exprot", "export"), ("readtype", "read-type"),
    ("watc", "watch"), ("List", "list"), ("domain", "domains"), ("edti", "edit"), ("finds", "find"),
  ])
  func aMisspelledCommandIsGuessed(word: String, command: String) throws {
    #expect(
      try DefaultsToolHome().run(word, "key")
        == .init(
          errors: "Error: There is no command '\(word)'. Did you mean '\(command)'?\n"
            + "  See 'defaults --help' for more information.\n",
          status: 64
        )
    )
  }

  @Test func nothingIsGuessedFromNothing() throws {
    #expect(
      try DefaultsToolHome().run("frobnicate")
        == .init(
          errors: "Error: There is no command 'frobnicate'.\n  See 'defaults --help' for more information.\n",
          status: 64
        )
    )
  }

  @Test(arguments: [
    (["list", "--stroe", "x"], "--stroe", "--store"), (["list", "-store", "x"], "-store", "--store"),
    (["export", "--fromat", "json"], "--fromat", "--format"), (["import", "x", "--replce"], "--replce", "--replace"),
    (["watch", "-count", "3"], "-count", "--count"),
  ])
  func aMisspelledOptionIsGuessed(arguments: [String], word: String, option: String) throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(outcome.errors.hasPrefix("Error: Unknown option '\(word)'. Did you mean '\(option)'?\nUsage: "))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    (["--hlep"], "--hlep", "--help"), (["list", "--halp"], "--halp", "--help"), (["--verson"], "--verson", "--version"),
    (["list", "--json"], "--json", "--format json"), (["watch", "-json"], "-json", "--format json"),
    (["write", "--stroe", "x", "key", "3"], "--stroe", "--store"),
  ])
  func whatTheParserDoesNotGuessIsGuessedToo(arguments: [String], word: String, option: String) throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(outcome.errors.hasPrefix("Error: There is no option '\(word)'. Did you mean '\(option)'?\n"))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    ("--int", "-int"), ("--array", "-array"), ("-strin", "-string"), ("--dat", "-date"), ("-interger", "-integer"),
    ("--sdtin", "--stdin"), ("--stroe", "--store"),
  ])
  func aMisspelledTypeIsGuessedAndNotStored(word: String, type: String) throws {
    let tool = try DefaultsToolHome()
    for value in [[word, "3"], [word], ["-array", word, "3"]] {
      let outcome = try tool.run(executable: tool.executable, ["write", "key"] + value)
      #expect(outcome.errors.hasPrefix("Error: There is no type \(word). Did you mean '\(type)'? For the text itself "))
      #expect(outcome.status == 64)
    }
    #expect(!FileManager.default.fileExists(atPath: tool.store))
  }

  @Test func anOptionAfterTheValueIsGuessedToo() throws {
    #expect(
      try DefaultsToolHome().run("write", "key", "3", "--stroe", "x")
        == .init(
          errors: "Error: One value was expected; \"--stroe\" \"x\" is too much. A text with spaces needs quotes, "
            + "several values need -array or -dict. Did you mean '--store'?\n",
          status: 64
        )
    )
  }

  /// Runs the tool in a home with the store "Tour", and with the variable that names a store if it is given.
  private func run(
    _ arguments: [String],
    store: String? = nil
  ) throws -> (outcome: DefaultsToolHome.Outcome, keys: [String]) {
    let home = try TemporaryHome()
    let directory = home.directory.appending(path: ".config")
    let tour = try FileStore(url: directory.appending(path: "Tour.defaults"))
    try tour.set(3, forKey: "Account.loginCount")
    let running = try RunningTool(
      executable: home.products.appending(path: "defaults"),
      arguments: arguments,
      environment: ["HOME": home.directory.path, "DEFAULTS_STORE": store].compactMapValues(\.self),
      directory: home.directory
    )
    let outcome = running.finish()
    return (outcome, try FileStore(url: directory.appending(path: "other.defaults")).keys())
  }

  private static let storeFirst: [(arguments: [String], line: String)] = [
    (["read", "Tour", "Account.loginCount"], "read Account.loginCount --store Tour"),
    (["read", "Other", "Account.*"], "read 'Account.*' --store Other"),
    (["read", "Tour"], "read --store Tour"), (["list", "Tour", "--format", "json"], "list --format json --store Tour"),
    (["write", "Tour", "Account.loginCount", "-int", "3"], "write Account.loginCount -int 3 --store Tour"),
    (["delete", "Tour", "it's"], #"delete 'it'\''s' --store Tour"#),
  ]

  @Test(arguments: storeFirst.indices)
  func whoNamesTheStoreFirstGetsTheLineToType(index: Int) throws {
    let (arguments, line) = Self.storeFirst[index]
    let message = "Error: The store follows --store. Did you mean: defaults \(line)\n"
    let outcome = try run(arguments).outcome
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(outcome.status == 64)
  }

  @Test(arguments: [["read", "Tour", "Account.loginCount"], ["delete", "Tour", "Account.loginCount"]])
  func whoNamesTheStoreFirstGetsTheLineAlsoWhereTheEnvironmentNamesOne(arguments: [String]) throws {
    let outcome = try run(arguments, store: "other").outcome
    let line = "defaults \(arguments[0]) Account.loginCount --store Tour"
    #expect(outcome.errors.hasPrefix("Error: The store follows --store. Did you mean: \(line)\n"), "\(outcome.errors)")
    #expect(outcome.status == 64)
  }

  @Test(arguments: [["write", "Tour", "Account.loginCount"], ["write", "Tour", "Account.loginCount", "-int", "3"]])
  func aStoreIsNotWrittenAsAKey(arguments: [String]) throws {
    let (outcome, keys) = try run(arguments, store: "other")
    let line = "defaults write \(arguments.dropFirst(2).joined(separator: " ")) --store Tour"
    #expect(
      outcome
        == .init(
          errors: """
            Error: There is a store "Tour", and no key of that name. Did you mean: \(line). \
            For a key of that name write: defaults write -- Tour …

            """,
          status: 64
        )
    )
    #expect(keys == [])
  }

  @Test(arguments: [
    ["write", "--", "Tour", "x"], ["write", "Tour", "-int", "3"], ["write", "Tour", "x", "--store", "other"],
  ])
  func aKeyMayHaveTheNameOfAStore(arguments: [String]) throws {
    let (outcome, keys) = try run(arguments, store: "other")
    #expect(outcome == .init())
    #expect(keys == ["Tour"])
  }

  @Test(arguments: [
    (["read", "Account.loginCuont"], "Account.loginCount"), (["read", "account.logincount"], "Account.loginCount"),
    (["delete", "Acount"], "Account"), (["list", "Acount."], "Account."), (["read", "Usr.*"], "User.*"),
    (["rename", "Account.loginCnt", "x"], "Account.loginCount"), (["edit", "User.7.nme"], "User.7.name"),
    (["read", "Account", "User.7.naem"], "User.7.name"),
    (["read", "Acount.loginCount", "Account"], "Account.loginCount"),
    (["export", "--namespace", "Acount"], "Account"),
  ])
  func aMisspelledNameIsGuessed(arguments: [String], meant: String) throws {
    let tool = try sampleOfNames()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(outcome.errors.hasPrefix("Error: There is no key or namespace \""))
    #expect(outcome.errors.hasSuffix("\". Did you mean '\(meant)'?\n"), "\(outcome.errors)")
    #expect(outcome.status == 1)
  }

  @Test(arguments: ["explain", "read-type"])
  func whereAKeyIsNeededNoNamespaceIsGuessed(command: String) throws {
    let tool = try sampleOfNames()
    #expect(
      try tool.run(command, "Account.loginCuont").errors
        == "Error: There is no key \"Account.loginCuont\". Did you mean 'Account.loginCount'?\n"
    )
    #expect(
      try tool.run(command, "Acount").errors
        == "Error: There is no key \"Acount\". \"defaults list\" shows what there is.\n"
    )
  }

  @Test(arguments: ["x", "Account.x", "Account.userCount", "User.7.mail", "unrelated"])
  func aNameThatIsNearlyNoneIsNotGuessed(name: String) throws {
    let outcome = try sampleOfNames().run("read", name)
    #expect(outcome.errors.hasSuffix("\". \"defaults list\" shows what there is.\n"), "\(outcome.errors)")
  }

  private func sampleOfNames() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(["Account.loginCount": 3, "User.7.name": "Ada", "a": 1])
    return tool
  }

  /// The first word is a name, so it is no store.
  @Test(arguments: [
    ["read", "Account", "Users"], ["delete", "Account", "Users"], ["delete", "Account.loginCount", "Users"],
  ])
  func noStoreIsGuessedWhereTheFirstWordIsAName(arguments: [String]) throws {
    let tool = try sampleOfNames()
    #expect(
      try tool.run(executable: tool.executable, arguments)
        == .init(
          errors: "Error: There is no key or namespace \"Users\". Did you mean 'User'?\n",
          status: 1
        )
    )
    #expect(try FileStore(path: tool.store).keys().count == 3)
  }

  @Test(arguments: ["list", "explain", "read-type"])
  func noStoreIsGuessedOfANameThatOneWordIsTooManyFor(command: String) throws {
    let outcome = try sampleOfNames().run(command, "Account", "User")
    #expect(outcome.errors.hasPrefix("Error: Unexpected argument 'User'"), "\(outcome.errors)")
    #expect(outcome.status == 64)
  }

  @Test(arguments: [["read", "a", "--stor", "Tour"], ["list", "-store", "Tour"], ["read", "--stroe=Tour"]])
  func aMisspelledStoreIsGuessedWhereNoneIsNamed(arguments: [String]) throws {
    let word = try #require(arguments.first { $0.hasPrefix("-") })
    let outcome = try run(arguments).outcome
    #expect(
      outcome.errors.hasPrefix("Error: There is no option '\(word)'. Did you mean '--store'?\n"),
      "\(outcome.errors)"
    )
    #expect(outcome.status == 64)
  }
}
