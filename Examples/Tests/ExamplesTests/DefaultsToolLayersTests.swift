import Foundation
import Testing

/// The tool on the layers of a program: its environment, the person's JSON file and the machine's.
struct DefaultsToolLayersTests {
  private let tool: DefaultsToolHome

  init() throws {
    tool = try DefaultsToolHome()
    for (directory, text) in [
      (".config", "{\n  // mine\n  \"Server\": {\"workers\": 8},\n  \"log.level\": \"debug\"\n}\n"),
      ("xdg", "{\n  \"Server\": {\"workers\": 4, \"host\": \"example.org\"}\n}\n"),
    ] {
      try FileManager.default.createDirectory(atPath: tool.path + "/" + directory, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: "\(tool.path)/\(directory)/tool.json"))
      #expect(chmod("\(tool.path)/\(directory)/tool.json", 0o640) == 0)
    }
  }

  private var person: String { tool.path + "/.config/tool.json" }
  private var machine: String { tool.path + "/xdg/tool.json" }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func run(_ arguments: String..., environment: [String: String] = [:], input: String? = nil) throws
    -> DefaultsToolHome.Outcome
  {
    try tool.run(
      executable: tool.executable,
      arguments,
      environment: [
        "XDG_CONFIG_HOME": tool.path + "/.config", "XDG_CONFIG_DIRS": tool.path + "/xdg",
        "DEFAULTS_STORE": "layers:tool",
      ].merging(environment) { $1 },
      input: input.map { Data($0.utf8) }
    )
  }

  /// The owner of the files, and who may read and write them, in the words of the tool.
  private var access: String {
    let (user, group) = (String(cString: getpwuid(geteuid()).pointee.pw_name), String(cString: groupName))
    return
      "belongs to \(user); \(user) alone may write it, \(user) and the group \(group) may read it; you may write it"
  }

  private var groupName: UnsafeMutablePointer<CChar> {
    var status = stat()
    stat(person, &status)
    return getgrgid(status.st_gid).pointee.gr_name
  }

  @Test func whatCountsIsListedWithItsOrigin() throws {
    let outcome = try run("list", "--origin", environment: ["TOOL_SERVER_WORKERS": "16"])
    #expect(
      lines(outcome) == [
        "KEY TYPE ORIGIN VALUE", "Server.host string ~/xdg/tool.json \"example.org\"",
        "Server.workers string TOOL_SERVER_WORKERS \"16\"", "log.level string ~/.config/tool.json \"debug\"",
      ]
    )
    let json = try run("list", "log", "--origin", "--format", "json").output
    #expect(
      json.replacing(tool.path, with: "~") == """
        [
          {"key":"log.level","origin":"~/.config/tool.json","type":"string","value":"debug"}
        ]

        """
    )
  }

  @Test func aKeyThatOnlyTheEnvironmentHasIsListedIfTheSchemaHasIt() throws {
    try Data(#"{"properties": {"Server": {"properties": {"port": {"default": 80}, "name": {}}}}}"#.utf8)
      .write(to: URL(filePath: tool.path + "/schema.json"))
    let environment = ["TOOL_SERVER_PORT": "81"]
    #expect(try run("list", "Server.port", environment: environment).output.hasSuffix("\"81\"\n"))
    #expect(!(try run("list", environment: environment).output.contains("Server.port")))
    let table = try run("list", "--schema", "schema.json", environment: environment).output
    #expect(
      table.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "KEY", "Server.host", "Server.port", "Server.workers", "log.level",
      ]
    )
  }

  @Test func everyPlaceIsExplainedInTheOrderOfTheSearch() throws {
    let outcome = try run("explain", "Server.workers", environment: ["TOOL_SERVER_WORKERS": "16"])
    #expect(outcome.errors == "" && outcome.status == 0)
    #expect(
      lines(outcome) == [
        "  PLACE TYPE VALUE", "* TOOL_SERVER_WORKERS string \"16\"",
        "    a variable of the environment, which is set where the program is started",
        "  ~/.config/tool.json int 8", "    \(access)", "  ~/xdg/tool.json int 4",
        "    \(access); programs only read it",
      ]
    )
  }

  @Test func aFileThatIsNotJSONHidesNoOtherPlace() throws {
    try Data("{".utf8).write(to: URL(filePath: person))
    let reason = "~/.config/tool.json:1:2: expected a name or '}', and the file ends; the file was left untouched"
    let unknown = try run("explain", "Server.host")
    #expect(unknown.status == 2)
    #expect(unknown.errors.replacing(tool.path, with: "~") == "Warning: \(reason)\nError: \(reason)\n")
    #expect(
      lines(unknown) == [
        "  PLACE TYPE VALUE", "  TOOL_SERVER_HOST - -",
        "    a variable of the environment, which is set where the program is started",
        "  ~/.config/tool.json ? \(reason)", "    \(access)", "  ~/xdg/tool.json string \"example.org\"",
        "    \(access); programs only read it",
      ]
    )
    let known = try run("explain", "Server.host", "--mandatory", "Server.*")
    #expect(known.status == 0)
    #expect(lines(known).contains("* ~/xdg/tool.json string \"example.org\""))
    #expect(try run("read", "Server.host", "--mandatory", "Server.*").output == "example.org\n")
    let listed = try run("list", "--mandatory", "Server.host")
    #expect(listed.status == 2)
    #expect(lines(listed) == ["KEY TYPE VALUE", "Server.host string \"example.org\""])
    #expect(try run("write", "Server.host", "a").status == 2)
  }

  @Test func setsOfAMandatoryNameAreRefusedWhateverTheValue() throws {
    for value in ["4", "8", "9"] {
      #expect(try run("write", "Server.workers", "-int", value, "--mandatory", "Server.*").status == 2)
    }
  }

  @Test func aMandatoryNameComesFromTheMachine() throws {
    let outcome = try run("explain", "Server.workers", "--mandatory", "Server.*", "--mandatory", "a")
    #expect(
      lines(outcome) == [
        "  PLACE TYPE VALUE", "  TOOL_SERVER_WORKERS - -",
        "    a variable of the environment, which is set where the program is started",
        "  ~/.config/tool.json int 8", "    \(access)", "* ~/xdg/tool.json int 4",
        "    \(access); programs only read it; mandatory, so that nothing above it counts",
      ]
    )
    #expect(
      try run("write", "Server.workers", "-int", "9", "--mandatory", "Server.*")
        == .init(
          errors: "Error: Server.workers can only be set in \(machine), so it cannot be changed here\n",
          status: 2
        )
    )
  }

  @Test func theDefaultComesLast() throws {
    try Data(#"{"properties": {"Server.port": {"default": 80}}}"#.utf8)
      .write(to: URL(filePath: tool.path + "/schema.json"))
    let outcome = try run("explain", "Server.port", "--schema", "schema.json")
    #expect(lines(outcome).suffix(2) == ["* the default int 80", "    of the program"])
    #expect(
      try run("explain", "Server.port")
        == .init(errors: "Error: There is no key \"Server.port\". \"defaults list\" shows what there is.\n", status: 1)
    )
  }

  @Test func anExplanationForScriptsIsAnObject() throws {
    let outcome = try run("explain", "log.level", "--format", "json")
    #expect(
      outcome.output.replacing(tool.path, with: "~") == """
        {"key":"log.level","places":[\
        {"access":"a variable of the environment, which is set where the program is started","counts":false,\
        "place":"TOOL_LOG_LEVEL"},\
        {"access":"\(access)","counts":true,"place":"~/.config/tool.json","type":"string","value":"debug"},\
        {"access":"\(access); programs only read it","counts":false,"place":"~/xdg/tool.json"}]}

        """
    )
  }

  @Test func aStoreOfOneFileIsExplainedToo() throws {
    _ = try run("write", "a", "-int", "1", "--store", "./app.defaults")
    let outcome = try run("explain", "a", "--store", "./app.defaults")
    #expect(lines(outcome).prefix(2) == ["  PLACE TYPE VALUE", "* ~/app.defaults int 1"])
    #expect(lines(outcome).last?.contains(" alone may read and write it; you may write it") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func theOwnerIsNamedAndWhoMayWrite() throws {
    #expect(chown(machine, 12345, 54321) == 0 && chmod(machine, 0o666) == 0)
    #expect(chown(tool.path + "/xdg", 12345, 54321) == 0)
    #expect(
      try run("explain", "Server.host", "--store", "./xdg/tool.json", "--any-owner").output.hasSuffix(
        "    belongs to user 12345; everyone may read and write it; you may write it\n"
      )
    )
  }

  /// The lines of an outcome, with one space where there are several in a row, but for those that begin a line.
  private func lines(_ outcome: DefaultsToolHome.Outcome) -> [String] {
    outcome.output.replacing(tool.path, with: "~").split(separator: "\n").map { line in
      String(line.prefix { $0 == " " }) + line.split(separator: " ").joined(separator: " ")
    }
  }

  // MARK: Writing

  @Test func aWriteGoesToThePersonsFileAndSaysWhatCounts() throws {
    #expect(try run("write", "Server.workers", "-int", "9") == .init())
    #expect(try text(person) == "{\n  // mine\n  \"Server\": {\"workers\": 9},\n  \"log.level\": \"debug\"\n}\n")
    #expect(
      try run("write", "Server.workers", "-int", "10", environment: ["TOOL_SERVER_WORKERS": "16"])
        == .init(errors: "Note: Server.workers comes from TOOL_SERVER_WORKERS.\n")
    )
    #expect(try text(person).contains("{\"workers\": 10}"))
  }

  @Test(arguments: ["Server.workers", "Server"])
  func aRemovalShowsWhatIsBeneath(name: String) throws {
    #expect(try run("delete", name) == .init(errors: "Note: Server.workers comes from \(machine).\n"))
    #expect(try text(person) == "{\n  // mine\n  \"log.level\": \"debug\"\n}\n")
    #expect(try run("read", "Server.workers") == .init(output: "4\n"))
  }

  @Test(arguments: [["delete", "Server.host"], ["rename", "Server.host", "Server.name"], ["edit", "Server.host"]])
  func whatIsElsewhereCanOnlyBeChangedThere(arguments: [String]) throws {
    let before = try text(person)
    #expect(
      try tool.run(
        executable: tool.executable,
        arguments + ["--layers", "tool"],
        environment: ["XDG_CONFIG_HOME": tool.path + "/.config", "XDG_CONFIG_DIRS": tool.path + "/xdg"]
      )
        == .init(
          errors:
            "Error: There is no \"Server.host\" in \(person). Server.host comes from \(machine), which can only be "
            + "changed there.\n",
          status: 1
        )
    )
    #expect(try text(person) == before)
  }

  @Test func theOtherCommandsWorkOnLayers() throws {
    #expect(try run("read", "Server.host") == .init(output: "example.org\n"))
    #expect(try run("read", "Server") == .init(output: "Server.host = \"example.org\"\nServer.workers = 8\n"))
    #expect(try run("read-type", "Server.host") == .init(output: "string\n"))
    #expect(try run("find", "example").output.contains("Server.host"))
    #expect(try run("rename", "log.level", "log.threshold") == .init())
    #expect(try run("edit", environment: ["VISUAL": "sed -i.old s/debug/info/"]) == .init())
    #expect(try run("read", "log.threshold") == .init(output: "info\n"))
    #expect(
      try run("export", "--format", "json").output
        == "{\n  \"Server.host\" : \"example.org\",\n  \"Server.workers\" : 8,\n  \"log.threshold\" : \"info\"\n}\n"
    )
    #expect(try run("import", "-", "--replace", input: #"{"Server.workers": 3}"#) == .init())
    #expect(try text(person) == "{\n  // mine\n  \"Server\": {\"workers\": 3}\n}\n")
    #expect(
      try run("verify")
        == .init(
          output: "\(person)\n  contents  1 key\n  damage    none\n\(machine)\n  contents  2 keys\n  damage    none\n"
        )
    )
  }

  @Test func aBrokenFileOfOneLayerIsNamed() throws {
    try Data("{\n  \"a\": 1\n  \"b\": 2\n}\n".utf8).write(to: URL(filePath: machine))
    let sentence = "\(machine):3:3: expected ',' or '}'; the file was left untouched"
    let listed = try run("list")
    #expect(lines(listed) == ["KEY TYPE VALUE", "Server.workers int 8", "log.level string \"debug\""])
    #expect(listed.errors == "Warning: \(sentence)\nError: \(sentence)\n")
    #expect(listed.status == 2)
    #expect(
      try run("verify") == .init(output: "\(person)\n  contents  2 keys\n  damage    none\n\(sentence)\n", status: 1)
    )
  }

  @Test func changesOfEachFileAreWatched() throws {
    let watching = try RunningTool(
      executable: tool.executable,
      arguments: ["watch", "--layers", "tool", "--count", "2"],
      environment: ["XDG_CONFIG_HOME": tool.path + "/.config", "XDG_CONFIG_DIRS": tool.path + "/xdg"],
      directory: tool.home.directory
    )
    #expect(watching.nextErrorLine() == "Watching \(person) and \(machine). Control-C ends it.\n")
    _ = try run("write", "Server.workers", "-int", "9")
    #expect(watching.nextLine() == "Server.workers\t8\t9\n")
    _ = try run("write", "Server.host", "example.net", "--store", "./xdg/tool.json")
    #expect(watching.finish() == .init(output: "Server.host\t\"example.org\"\t\"example.net\"\n"))
  }

  // MARK: Naming them

  @Test func layersOfWhichThereIsNothingAreNotFound() throws {
    let outcome = try run("list", "--layers", "nope")
    #expect(
      outcome
        == .init(
          errors: "Error: There is none of NOPE_…, \(tool.path)/.config/nope.json, \(tool.path)/xdg/nope.json. "
            + "\"defaults write\" creates the file of the person.\n",
          status: 1
        )
    )
    #expect(try run("read", "a.b", "--layers", "nope", environment: ["NOPE_A_B": "x"]) == .init(output: "x\n"))
  }

  @Test(arguments: [
    (["--store", "./a", "--layers", "tool"], "--store and --layers each name a store: leave one out."),
    (["--store", "./a", "--mandatory", "a"], "--mandatory is about layers: name them with --layers."),
    (["--any-owner"], "--any-owner is for one file: name it with --store."),
  ])
  func whatDoesNotFitTogetherIsRefused(options: [String], message: String) throws {
    let outcome = try tool.run(
      executable: tool.executable,
      ["list"] + options,
      environment: ["DEFAULTS_STORE": "layers:tool"]
    )
    #expect(outcome.errors.hasPrefix("Error: \(message)\n"))
    #expect(outcome.status == 64)
  }
}
