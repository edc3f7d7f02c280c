import Foundation
import NamespacedDefaults
import Testing

/// What bash offers after a tab; the words of all shells come from the tool.
struct DefaultsToolCompletionTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set([
      "Account.loginCount": 3, "Account.isUserLoggedIn": true, "User.ada.theme": "dark", "名前": 1, "launchCount": 1,
    ])
    return tool
  }

  /// The words offered for the last one of a command line.
  private func words(_ tool: DefaultsToolHome, after line: String...) throws -> [String] {
    let script = """
      eval "$(defaults --generate-completion-script bash)"
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMP_LINE="$*"
      COMP_POINT=${#COMP_LINE}
      _defaults defaults "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try tool.run(
      executable: URL(filePath: "/bin/bash"),
      ["-c", script, "bash", "defaults"] + line,
      environment: ["PATH": tool.executable.deletingLastPathComponent().path + ":/usr/bin:/bin"]
    )
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private let everything = [
    "Account", "Account.isUserLoggedIn", "Account.loginCount", "User", "User.ada", "User.ada.theme", "launchCount",
    "名前",
  ]

  @Test func commandsAreOffered() throws {
    let commands = try words(sample(), after: "re")
    #expect(commands == ["read", "read-type", "rename"])
  }

  @Test(arguments: ["read", "list", "delete", "rename", "watch", "edit"])
  func keysAndNamespacesAreOffered(command: String) throws {
    let tool = try sample()
    #expect(try words(tool, after: command, "").filter { !$0.hasPrefix("-") }.sorted() == everything)
    #expect(
      try words(tool, after: command, "Acc").sorted() == ["Account", "Account.isUserLoggedIn", "Account.loginCount"]
    )
    #expect(try words(tool, after: command, "Nope") == [])
  }

  @Test func keysAloneAreOfferedWhereNamespacesCannotBe() throws {
    let tool = try sample()
    #expect(try words(tool, after: "read-type", "User") == ["User.ada.theme"])
    #expect(try words(tool, after: "write", "User") == ["User.ada.theme"])
    #expect(try words(tool, after: "write", "--store", "./app.defaults", "User") == ["User.ada.theme"])
    #expect(try words(tool, after: "export", "--namespace", "User") == ["User", "User.ada"])
  }

  @Test func typesAreOfferedAfterTheKey() throws {
    let tool = try sample()
    #expect(try words(tool, after: "write", "Account.loginCount", "-i").contains("-int"))
    #expect(try words(tool, after: "write", "Account.loginCount", "").contains("-json"))
  }

  @Test func theStoreOfTheCommandLineIsLookedInto() throws {
    let tool = try sample()
    try FileStore(path: tool.path + "/it's other").set(1, forKey: "other")
    for line in [
      ["--store", "./it\\'s\\ other", "read", "o"], ["--store", "\"./it's other\"", "read", "o"],
      ["--store", "'./it'\\''s other'", "read", "o"],
    ] {
      #expect(try words(tool, after: "read", line[0], line[1], line[3]) == ["other"])
    }
    #expect(try words(tool, after: "read", "--store", "./nope", "o") == [])
  }

  @Test func layersAreOfferedAndLookedInto() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "Server.port", "1", "--layers", "my-tool")
    #expect(try words(tool, after: "read", "--layers", "") == ["my-tool"])
    #expect(try words(tool, after: "read", "--layers", "my-tool", "S").sorted() == ["Server", "Server.port"])
    #expect(try words(tool, after: "read", "--layers=my-tool", "S").sorted() == ["Server", "Server.port"])
    #expect(try words(tool, after: "read", "--store", "./.config/my") == ["./.config/my-tool.json"])
  }

  #if !canImport(Darwin)  // There a name is a suite of UserDefaults.
    @Test func storesAreOffered() throws {
      let tool = try sample()
      for name in ["my-app", "my-tool", "other"] {
        _ = try tool.run("write", "a", "1", "--store", name)
      }
      #expect(try words(tool, after: "read", "--store", "") == ["my-app", "my-tool", "other"])
      #expect(try words(tool, after: "read", "--store", "my") == ["my-app", "my-tool"])
      #expect(
        try words(tool, after: "read", "a", "--store", "./.config/my") == [
          "./.config/my-app.defaults", "./.config/my-tool.defaults",
        ]
      )
      #expect(try words(tool, after: "list", "--store", "./") == ["./.config/", "./app.defaults"])
    }
  #endif

  @Test func aKeyIsNeverRunByTheShell() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set([
      "$(touch ran)": 1, "`touch ran`": 1, "a;b": 1, "a\nb": 1, "a'b": 1, "a\\b": 1, "${HOME}": 1, "-x": 1, "~": 1,
      "safe": 1,
      "a*": 1, "a\u{9B}b": 1, "<(touch ran)": 1, "with space": 1,
    ])
    #expect(try words(tool, after: "read", "").filter { !$0.hasPrefix("--") && $0 != "-h" } == ["safe", "with space"])
    #expect(!FileManager.default.fileExists(atPath: tool.path + "/ran"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func thereIsAScriptForEachShell(shell: String) throws {
    let script = try DefaultsToolHome().output("--generate-completion-script", shell)
    for command in ["read-type", "rename", "edit", "domains"] { #expect(script.contains(command)) }
    #expect(script.contains("---completion"))
  }
}
