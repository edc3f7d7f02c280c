import Foundation
import NamespacedDefaults
import Testing

/// Several names in one call, and what is only said and not done.
struct DefaultsToolSeveralTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set([
      "Account.loginCount": 3, "Account.name": "Ada", "User.theme": "dark", "size": 0.5,
    ])
    return tool
  }

  private func values(in tool: DefaultsToolHome) throws -> [String: PropertyListValue] {
    let store = try FileStore(path: tool.store)
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }

  @Test func severalNamesAreReadInTheirOrderAndOnce() throws {
    #expect(
      try sample().output("read", "size", "Account.name", "Account")
        == "size = 0.5\nAccount.name = \"Ada\"\nAccount.loginCount = 3\n"
    )
  }

  @Test func nothingIsReadOrRemovedWhereOneOfThemIsNone() throws {
    let tool = try sample()
    let message = "Error: There is no key or namespace \"nope\". \"defaults list\" shows what there is.\n"
    for command in ["read", "delete"] {
      #expect(try tool.run(command, "size", "Account", "nope") == .init(errors: message, status: 1))
    }
    #expect(try values(in: tool).count == 4)
  }

  @Test func severalNamesAreRemovedAtOnce() throws {
    let tool = try sample()
    #expect(try tool.output("delete", "size", "Account", "Account.name") == "")
    #expect(try values(in: tool) == ["User.theme": "dark"])
  }

  // MARK: read --default

  @Test func aDefaultIsPrintedWhereThereIsNoKeyOrNoStore() throws {
    let tool = try sample()
    #expect(try tool.output("read", "size", "--default", "1") == "0.5\n")
    #expect(try tool.output("read", "nope", "--default", "1") == "1\n")
    #expect(try tool.output("read", "size", "--default", "", "--store", "./nope.defaults") == "\n")
  }

  @Test func aDefaultHidesNoOtherError() throws {
    let tool = try sample()
    try Data("not a store".utf8).write(to: URL(filePath: tool.path + "/broken"))
    #expect(try tool.run("read", "size", "--default", "1", "--store", "./broken").status == 2)
    for names in [[], ["size", "nope"]] {
      let outcome = try tool.run(executable: tool.executable, ["read", "--default", "1"] + names)
      #expect(outcome.errors.hasPrefix("Error: --default is for one key: name it.\n"))
      #expect(outcome.status == 64)
    }
  }

  // MARK: --dry-run

  private static let dryRuns: [(arguments: [String], output: String)] = [
    (["delete", "User", "size"], "- User.theme = \"dark\"\n- size = 0.5\n"),
    (
      ["delete", "--all"], "- Account.loginCount = 3\n- Account.name = \"Ada\"\n- User.theme = \"dark\"\n- size = 0.5\n"
    ),
    (["rename", "User", "Account"], "+ Account.theme = \"dark\"\n- User.theme = \"dark\"\n"),
    (["import", "-"], "- size = 0.5\n+ size = 2\n"),
    (
      ["import", "-", "--nested", "--replace"],
      """
      - Account.loginCount = 3\n- Account.name = "Ada"\n- size = 0.5\n+ size = 2\n
      """
    ),
  ]

  @Test(arguments: dryRuns.indices)
  func aDryRunSaysWhatWouldBeDifferentAndChangesNothing(index: Int) throws {
    let (arguments, output) = Self.dryRuns[index]
    let tool = try sample()
    let before = try Data(contentsOf: URL(filePath: tool.store))
    let json = Data(#"{"size": 2, "User.theme": "dark"}"#.utf8)
    #expect(
      try tool.run(executable: tool.executable, arguments + ["--dry-run"], input: json) == .init(output: output)
    )
    #expect(try Data(contentsOf: URL(filePath: tool.store)) == before)
  }

  @Test func aDryRunRefusesWhatWouldBeRefused() throws {
    let tool = try sample()
    #expect(try tool.run("delete", "nope", "--dry-run").status == 1)
    #expect(try tool.run("rename", "size", "Account.name", "--dry-run").status == 1)
    #expect(try tool.run("import", "-", "--dry-run", input: #"{"a": null}"#).status == 2)
    #expect(
      try tool.run("import", "-", "--dry-run", input: #"{"size": 0.5}"#) == .init(output: "Nothing would be changed.\n")
    )
  }

  @Test(arguments: ["./new.defaults", "./new.json"])
  func aDryRunCreatesNoStore(store: String) throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("import", "-", "--dry-run", "--store", store, input: #"{"a": 1}"#) == .init(output: "+ a = 1\n")
    )
    #expect(try tool.run("read", "a", "--store", store).status == 1)
  }

  @Test func aDryRunOnLayersIsAboutThePersonsFile() throws {
    let tool = try DefaultsToolHome()
    let environment = ["XDG_CONFIG_HOME": tool.path + "/.config", "XDG_CONFIG_DIRS": tool.path + "/xdg"]
    for (directory, text) in [(".config", #"{"Server": {"workers": 8}}"#), ("xdg", #"{"Server": {"workers": 4}}"#)] {
      try FileManager.default.createDirectory(atPath: tool.path + "/" + directory, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: "\(tool.path)/\(directory)/tool.json"))
    }
    #expect(
      try tool.run("delete", "Server", "--dry-run", "--layers", "tool", environment: environment)
        == .init(
          output: "- Server.workers = 8\n",
          errors: "Note: Server.workers comes from \(tool.path)/xdg/tool.json.\n"
        )
    )
    #expect(
      try tool.run(
        "import",
        "-",
        "--dry-run",
        "--layers",
        "tool",
        environment: environment,
        input: #"{"Server.workers": 9}"#
      ) == .init(output: "- Server.workers = 8\n+ Server.workers = 9\n")
    )
    #expect(
      try String(contentsOfFile: tool.path + "/.config/tool.json", encoding: .utf8) == #"{"Server": {"workers": 8}}"#
    )
  }
}
