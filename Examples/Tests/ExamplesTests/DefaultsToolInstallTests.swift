import Foundation
import Testing

/// What the article on the tool says about getting it.
struct DefaultsToolInstallTests {
  private func article() throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let path = "Sources/NamespacedDefaults/NamespacedDefaults.docc/Guides/DefaultsTool.md"
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func oneCommandInstallsItInANewHome() throws {
    let oneLineEach = try article().replacing("\\\n  ", with: "").replacing("&&\n  ", with: "&& ")
    let lines = oneLineEach.split(separator: "\n").filter { $0.contains("install") && $0.contains("swift build") }
    let line = String(try #require(lines.first))
    #expect(lines.count == 1)
    let build =
      "swift build --package-path Examples -c release --product defaults --disable-default-traits --static-swift-stdlib -Xlinker -s"
    #expect(line.hasPrefix(build + " && "))

    // Where there is nothing but the package, as built.
    let tool = try DefaultsToolHome()
    let products = tool.path + "/Examples/.build/release"
    try FileManager.default.createDirectory(atPath: products, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: tool.executable.path, toPath: products + "/defaults")
    let commands = line.components(separatedBy: " && ").dropFirst().joined(separator: " && ")
    #expect(try tool.run(executable: URL(filePath: "/bin/sh"), ["-c", commands]) == .init())
    #expect(
      try tool.run(executable: URL(filePath: tool.path + "/.local/bin/defaults"), ["--version"])
        == .init(output: "0.1.0\n")
    )
    // And again, over what is there.
    #expect(try tool.run(executable: URL(filePath: "/bin/sh"), ["-c", commands]) == .init())
  }

  @Test func theArticleNamesEveryCommandAndOption() throws {
    let article = try article()
    struct Help: Decodable {
      struct Command: Decodable {
        struct Argument: Decodable {
          struct Name: Decodable { let kind: String, name: String }
          let names: [Name]?
        }
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
      }
      let command: Command
    }
    let help = try DefaultsToolHome().output("--experimental-dump-help")
    let commands = try #require(JSONDecoder().decode(Help.self, from: Data(help.utf8)).command.subcommands)
    #expect(
      commands.map(\.commandName) == [
        "read", "read-type", "write", "delete", "rename", "list", "explain", "find", "edit", "export", "import",
        "watch", "verify",
        "check", "domains", "help",
      ]
    )
    var words: Set<String> = []
    for command in commands where command.commandName != "help" {
      words.insert("`\(command.commandName)")
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }
      words.formUnion(names.filter { $0.kind == "long" && $0.name != "help" }.map { "--\($0.name)" })
    }
    #expect(words.filter { !article.contains($0) } == [])
  }
}
