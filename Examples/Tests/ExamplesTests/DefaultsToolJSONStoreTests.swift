import Foundation
import Testing

/// The tool on a JSON file that people edit.
struct DefaultsToolJSONStoreTests {
  private func sample(_ text: String) throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try Data(text.utf8).write(to: URL(filePath: tool.path + "/tool.json"))
    return tool
  }

  private func run(_ tool: DefaultsToolHome, _ arguments: String...) throws -> DefaultsToolHome.Outcome {
    try tool.run(executable: tool.executable, arguments, environment: ["DEFAULTS_STORE": "./tool.json"])
  }

  private func text(_ tool: DefaultsToolHome) throws -> String {
    try String(contentsOfFile: tool.path + "/tool.json", encoding: .utf8)
  }

  @Test func aWriteLeavesTheRestOfTheTextAsItIs() throws {
    let tool = try sample("{\n\t// mine\n\t\"Account\": { \"loginCount\": 3, },  // and this\n}\n")
    #expect(try run(tool, "write", "Account.loginCount", "-int", "4") == .init())
    #expect(try run(tool, "write", "Account.since", "-date", "2026-02-28T01:04:05Z") == .init())
    #expect(try run(tool, "write", "Account.key", "-data", "00ff") == .init())
    #expect(try run(tool, "write", "Account.profile", "-json", #"{"name": "Ada"}"#) == .init())
    #expect(try run(tool, "rename", "Account.profile", "Account.person") == .init())
    #expect(try run(tool, "delete", "Account.key") == .init())
    #expect(
      try text(tool) == """
        {
        \t// mine
        \t"Account": { "loginCount": 4, "since": "2026-02-28T01:04:05Z", "person": {"name": "Ada"}, },  // and this
        }

        """
    )
  }

  @Test func aNamespaceIsOneThoughItIsAnObject() throws {
    let text = #"{"Server": {"tls": {"port": 1, "isOn": true}, "host": "a"}, "User.7": {"name": "Ann"}, "a.b.c": 1}"#
    let tool = try sample(text + "\n")
    #expect(
      try run(tool, "read")
        == .init(
          output: """
            Server.host = "a"
            Server.tls = ["isOn": true, "port": 1]
            User.7.name = "Ann"
            a.b.c = 1

            """
        )
    )
    #expect(try run(tool, "read", "User.7") == .init(output: "User.7.name = \"Ann\"\n"))
    #expect(try run(tool, "read", "Server.tls.port") == .init(output: "1\n"))
    #expect(try run(tool, "delete", "Server.tls.port") == .init())
    #expect(try run(tool, "read", "Server.tls") == .init(output: "{\"isOn\":true}\n"))
    #expect(try run(tool, "rename", "User.7", "User.8") == .init())
    let refused = try run(tool, "delete", "Server")
    #expect(refused.status != 0 && refused.errors.contains("Server.tls.isOn") && refused.errors.contains("--recursive"))
    #expect(try run(tool, "delete", "--recursive", "Server") == .init())
    #expect(try self.text(tool) == "{\"a.b.c\": 1, \"User.8\": {\"name\": \"Ann\"}}\n")
  }

  @Test func everyMeansOfExchangeWorks() throws {
    let tool = try sample("{\"a\": 1, \"d\": {\"$data\": \"AP8=\"}}\n")
    #expect(try run(tool, "export", "all.plist") == .init())
    #expect(try run(tool, "import", "all.plist", "--store", "./copy.json") == .init())
    #expect(
      try String(contentsOfFile: tool.path + "/copy.json", encoding: .utf8)
        == "{\n  \"a\": 1,\n  \"d\": {\"$data\": \"AP8=\"}\n}\n"
    )
    #expect(
      try tool.run("edit", "--store", "./tool.json", environment: ["VISUAL": "sed -i.old '/\"a\"/s/1/2/'"]) == .init()
    )
    #expect(try text(tool) == "{\"a\": 2, \"d\": {\"$data\": \"AP8=\"}}\n")
    #expect(try run(tool, "find", "a").output == "KEY  TYPE  VALUE\na    int   2\n")
    #expect(
      try run(tool, "verify")
        == .init(output: "\(realPath(tool.path))/tool.json\n  contents  2 keys\n  damage    none\n")
    )
  }

  @Test(arguments: ["list", "read a", "write a 1", "delete a", "watch --count 1", "export", "edit"])
  func aFileThatDoesNotParseIsNamedWithLineAndColumn(command: String) throws {
    let broken = "{\n  \"a\": 1\n  \"b\": 2\n}\n"
    let tool = try sample(broken)
    let arguments = command.split(separator: " ").map(String.init)
    let sentence = "\(realPath(tool.path))/tool.json:3:3: expected ',' or '}'; the file was left untouched\n"
    #expect(
      try tool.run(executable: tool.executable, arguments + ["--store", "./tool.json"])
        == .init(errors: "Error: " + sentence, status: 2)
    )
    #expect(try run(tool, "verify") == .init(output: sentence, status: 1))
    #expect(try text(tool) == broken)
  }

  @Test func whatAnEditorSavesIsWatched() throws {
    let tool = try sample("{\"a\": 1}")
    let watching = try tool.start("watch", "--store", "./tool.json", "--count", "2")
    #expect(watching.nextErrorLine() == "Watching \(realPath(tool.path))/tool.json. Control-C ends it.\n")
    #expect(try tool.shell("sed -i.old s/1/2/ tool.json").status == 0)
    #expect(watching.nextLine() == "a\t1\t2\n")
    #expect(try tool.shell("echo '{}' > tool.json").status == 0)
    #expect(watching.finish() == .init(output: "a\t2\t-\n"))
  }

  @Test func aNameIsThatOfTheFileInTheDirectoryOfSettings() throws {
    let tool = try DefaultsToolHome()
    #expect(try tool.run("write", "a", "-int", "1", "--store", "my-tool.json") == .init())
    #expect(
      try String(contentsOfFile: tool.path + "/.config/my-tool.json", encoding: .utf8) == "{\n  \"a\": 1\n}\n"
    )
    // It is of another program.
    try Data("{}".utf8).write(to: URL(filePath: tool.path + "/.config/other.json"))
    #expect(try tool.run("domains") == .init(output: "my-tool.json\n"))
    #expect(
      try tool.run("list", "--store", "nope.json")
        == .init(
          errors: "Error: There is no store at \(tool.path)/.config/nope.json. Beside it are: my-tool.json.\n",
          status: 1
        )
    )
  }
}
