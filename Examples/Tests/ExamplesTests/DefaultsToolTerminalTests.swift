import Foundation
import NamespacedDefaults
import Testing

/// What is only on a terminal: colors, and lines of its width.
struct DefaultsToolTerminalTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(["Account.name": "Ada", "count": 3])
    return tool
  }

  private static let table = "KEY           TYPE    VALUE\nAccount.name  string  \"Ada\"\ncount         int     3\n"

  private static let coloredTable = """
    ^[1mKEY           ^[0m^[1mTYPE    ^[0m^[1mVALUE^[0m
    ^[36mAccount.name  ^[0m^[2mstring  ^[0m"Ada"
    ^[36mcount         ^[0m^[2mint     ^[0m3

    """

  /// The text with escapes that can be seen.
  private func visible(_ text: String) -> String { text.replacing("\u{1B}", with: "^") }

  @Test func aTerminalGetsColors() throws {
    let output = try sample().outputOnTerminal(columns: 80, "list", environment: ["TERM": "xterm-256color"])
    #expect(visible(output) == Self.coloredTable)
  }

  @Test(
    arguments: [
      [:], ["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "xterm", "CLICOLOR": "0"],
      ["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"],
    ] as [[String: String]]
  )
  func aTerminalThatIsToHaveNoneGetsNone(environment: [String: String]) throws {
    #expect(try sample().outputOnTerminal(columns: 80, "list", environment: environment) == Self.table)
  }

  @Test(arguments: [[:], ["NO_COLOR": ""], ["CLICOLOR_FORCE": "0"], ["CLICOLOR_FORCE": ""]] as [[String: String]])
  func aPipeGetsNone(environment: [String: String]) throws {
    let environment = environment.merging(["TERM": "xterm", "CLICOLOR": "1"]) { $1 }
    #expect(try sample().run("list", environment: environment).output == Self.table)
  }

  @Test func aPipeGetsColorsOnDemand() throws {
    #expect(visible(try sample().run("list", environment: ["CLICOLOR_FORCE": "1"]).output) == Self.coloredTable)
  }

  @Test(arguments: [
    ["list", "--format", "json"], ["find", "ada", "--format", "json"], ["explain", "count", "--format", "json"],
    ["export"], ["export", "--format", "json"], ["read", "count"], ["read-type", "count"], ["domains"],
  ])
  func whatIsForProgramsHasNone(arguments: [String]) throws {
    let tool = try sample()
    let outcome = try tool.run(executable: tool.executable, arguments, environment: ["CLICOLOR_FORCE": "1"])
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func theFirstWordOfAMessageHasTheColorOfItsKind() throws {
    let tool = try sample()
    let terminal = ["TERM": "xterm"]
    #expect(
      visible(try tool.scriptOnTerminal(columns: 80, "defaults read nope 2>&1 || true", environment: terminal))
        == "^[1;31mError:^[0m There is no key or namespace \"nope\". \"defaults list\" shows what there is.\n"
    )
    #expect(
      visible(try tool.run("write", "count", "x", environment: ["CLICOLOR_FORCE": "1"]).errors)
        == "^[1;36mNote:^[0m count was an integer, is a string now.\n"
    )
    #expect(try tool.run("read", "nope", environment: terminal).errors.hasPrefix("Error: "))
  }

  @Test func theOtherLinesThatPeopleReadHaveColorsToo() throws {
    let tool = try sample()
    let forced = ["CLICOLOR_FORCE": "1"]
    #expect(visible(try tool.run("read", "Account", environment: forced).output) == "^[36mAccount.name^[0m = \"Ada\"\n")
    let explained = visible(try tool.run("explain", "count", environment: forced).output).split(separator: "\n")
    #expect(explained[0].hasPrefix("^[1m  PLACE "))
    #expect(explained[1].hasPrefix("^[32m* /") && explained[1].hasSuffix("^[0m^[2mint   ^[0m3"))
    #expect(explained[2].hasPrefix("^[2m    belongs to "))
    #expect(
      visible(try tool.run("delete", "count", "--dry-run", environment: forced).output) == "^[31m- count = 3^[0m\n"
    )
  }

  @Test func aValueCannotSetColorsWhereThereAreSome() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set("a\u{1B}[31mb", forKey: "k\u{1B}[0m")
    let output = try tool.outputOnTerminal(columns: 80, "read", environment: ["TERM": "xterm"])
    #expect(visible(output) == #"^[36mk\u{1B}[0m^[0m = "a\u{1B}[31mb""# + "\n")
  }

  // MARK: Width

  private func layered() throws -> (tool: DefaultsToolHome, path: String) {
    let tool = try DefaultsToolHome()
    try Data(#"{"Server": {"workers": 4}}"#.utf8).write(to: URL(filePath: tool.path + "/tool.json"))
    return (tool, realPath(tool.path) + "/tool.json")
  }

  @Test func whatHasNoRoomInALineStandsBelowIt() throws {
    let (tool, path) = try layered()
    let arguments = ["list", "--origin", "--store", "./tool.json"]
    let line = "KEY             TYPE  VALUE\nServer.workers  int   4\n  from \(path)\n"
    #expect(try tool.scriptOnTerminal(columns: 40, "defaults \(arguments.joined(separator: " "))") == line)
    #expect(
      try tool.scriptOnTerminal(columns: 250, "defaults \(arguments.joined(separator: " "))")
        == """
        KEY             TYPE  ORIGIN\(String(repeating: " ", count: path.count - 6))  VALUE
        Server.workers  int   \(path)  4

        """
    )
  }

  @Test func anExplanationHasALineForEachPartWhereThereIsNoRoom() throws {
    let (tool, path) = try layered()
    let lines = try tool.outputOnTerminal(columns: 40, "explain", "Server.workers", "--store", "./tool.json")
      .split(separator: "\n")
    #expect(lines.prefix(2) == ["* \(path)", "    int  4"])
    #expect(lines.dropFirst(2).first?.hasPrefix("    belongs to ") == true)
  }

  // MARK: watch

  /// What `watch` prints of the changes that a script makes once it watches; each time of day is `hh:mm:ss`.
  private func watched(_ script: String, count: Int, columns: UInt16, _ tool: DefaultsToolHome) throws -> String {
    try tool.scriptOnTerminal(
      columns: columns,
      """
      : > began
      defaults watch --count \(count) 2> began &
      until grep -q Watching began; do sleep 0.02; done
      \(script)
      wait
      """
    ).replacing(#/(^|\n)[0-2]\d:[0-5]\d:[0-6]\d /#) { $0.output.1 + "hh:mm:ss " }
  }

  @Test func changesStandBelowEachOtherWithTheirTime() throws {
    let pause = "; sleep 0.3; "
    let script = ["write count -int 4", "write Account.longer -bool yes", "delete count"].map { "defaults \($0)" }
    #expect(
      try watched(script.joined(separator: pause), count: 3, columns: 80, sample()) == """
        hh:mm:ss  count         3 → 4
        hh:mm:ss  Account.longer  - → true
        hh:mm:ss  count           4 → -

        """
    )
  }

  @Test func theNewValueIsSeenHoweverLongTheOldOneIs() throws {
    let tool = try sample()
    try FileStore(path: tool.store).set(.string(String(repeating: "x", count: 500)), forKey: "count")
    #expect(
      try watched("defaults write count -string short", count: 1, columns: 50, tool)
        == "hh:mm:ss  count         \"xxxxxxxxxxxxxx… → \"short\"\n"
    )
  }
}
