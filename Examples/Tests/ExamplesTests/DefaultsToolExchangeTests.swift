import Foundation
import Testing

struct DefaultsToolExchangeTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    for arguments in [
      ["Account.isUserLoggedIn", "-bool", "yes"], ["Account.loginCount", "-int", "-3"],
      ["AccountHistory.d", "-date", "2026-02-28T01:04:05Z"], ["AccountHistory.x", "-data", "0fbd77"],
      ["a <&> b", "two\nlines"],
    ] {
      #expect(try tool.run(executable: tool.executable, ["write"] + arguments) == .init())
    }
    return tool
  }

  @Test func aPropertyListIsWhatIsExported() throws {
    #expect(
      try sample().output("export") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>Account.isUserLoggedIn</key>
        	<true/>
        	<key>Account.loginCount</key>
        	<integer>-3</integer>
        	<key>AccountHistory.d</key>
        	<date>2026-02-28T01:04:05Z</date>
        	<key>AccountHistory.x</key>
        	<data>
        	D713
        	</data>
        	<key>a &lt;&amp;&gt; b</key>
        	<string>two
        lines</string>
        </dict>
        </plist>

        """
    )
  }

  @Test func jsonIsExportedOnDemand() throws {
    let tool = try sample()
    let json = #"""
      {
        "Account.isUserLoggedIn" : true,
        "Account.loginCount" : -3,
        "AccountHistory.d" : {
          "$date" : "2026-02-28T01:04:05Z"
        },
        "AccountHistory.x" : {
          "$data" : "D713"
        },
        "a <&> b" : "two\nlines"
      }

      """#
    #expect(try tool.output("export", "--format", "json") == json)
    #expect(try tool.output("export", "backup.json") == "")
    #expect(try String(contentsOfFile: tool.path + "/backup.json", encoding: .utf8) == json)
  }

  @Test(arguments: ["backup.plist", "backup.json", "backup"])
  func whatWasExportedIsImported(file: String) throws {
    let tool = try sample()
    for arguments in [["f", "-float", "0.1"], ["n", "-array", "-float", "nan", "-date", "2026-02-28T01:04:05.25Z"]] {
      #expect(try tool.run(executable: tool.executable, ["write"] + arguments) == .init())
    }
    let before = try tool.output("list", "--format", "json")
    #expect(try tool.output("export", file) == "")
    #expect(try tool.output("import", file, "--store", "./copy.defaults") == "")
    #expect(try tool.output("list", "--format", "json", "--store", "./copy.defaults") == before)
  }

  @Test func aPipeCarriesEitherFormat() throws {
    let tool = try sample()
    let before = try tool.output("list", "--format", "json")
    for format in ["xml", "json"] {
      let command = "'\(tool.executable.path)'"
      let pipe = "\(command) export --format \(format) | \(command) import - --store ./\(format)"
      #expect(try tool.run(executable: URL(filePath: "/bin/sh"), ["-c", pipe]) == .init())
      #expect(try tool.output("list", "--format", "json", "--store", "./\(format)") == before)
    }
  }

  @Test func aNamespaceIsExportedAlone() throws {
    let json = "{\n  \"Account.isUserLoggedIn\" : true,\n  \"Account.loginCount\" : -3\n}\n"
    let tool = try sample()
    #expect(try tool.output("export", "--namespace", "Account", "--format", "json") == json)
    #expect(try tool.output("export", "--namespace", "Account.", "--format", "json") == json)
    #expect(
      try tool.run("export", "--namespace", "Nope")
        == .init(
          errors: "Error: There is no key or namespace \"Nope\". \"defaults list\" shows what there is.\n",
          status: 1
        )
    )
  }

  @Test func replacingRemovesWhatIsNotInTheFile() throws {
    let tool = try sample()
    try Data("{\"Account.loginCount\": 7}".utf8).write(to: URL(filePath: tool.path + "/new.json"))
    #expect(try tool.output("import", "new.json", "--replace", "--namespace", "Account") == "")
    #expect(try tool.output("read", "Account") == "Account.loginCount = 7\n")
    #expect(try tool.output("read", "a <&> b") == "two\nlines\n")
    #expect(try tool.output("import", "new.json", "--replace") == "")
    #expect(try tool.output("read") == "Account.loginCount = 7\n")
  }

  @Test func aFileOfOtherStepsIsRefusedUnlessItReplacesEverything() throws {
    let tool = try DefaultsToolHome()
    func run(_ json: String, _ arguments: String...) throws -> DefaultsToolHome.Outcome {
      try tool.run(executable: tool.executable, ["import", "-"] + arguments, input: Data(json.utf8))
    }
    let refusal = """
      Error: nothing was imported: the store has done the migration step "step", and nothing says whether these settings \
      have been through it too; say whether they are migrated or unmigrated

      """
    #expect(try run(#"{"a": 2, "NamespacedDefaults.migration.step": true}"#) == .init())
    #expect(try run(#"{"a": 1}"#) == .init(errors: refusal, status: 2))
    #expect(try run(#"{"a": 1}"#, "--replace") == .init(errors: refusal, status: 2))
    #expect(try run(#"{"a": 3}"#, "--migrated") == .init())
    #expect(try run(#"{"a": 1}"#, "--unmigrated").status == 2)
    #expect(try tool.output("read", "a") == "3\n")
    #expect(try run(#"{"a": 1}"#, "--unmigrated", "--replace") == .init())
    #expect(try tool.output("export", "--format", "json") == "{\n  \"a\" : 1\n}\n")
    #expect(try run(#"{"a": 5, "NamespacedDefaults.migration.step": true}"#, "--replace") == .init())
    #expect(try tool.output("read", "NamespacedDefaults.migration.step") == "true\n")
  }

  @Test(arguments: [
    (#"{"a": 1, "b": null}"#, "nothing was imported, because of\n  \"b\": null has no stored form"),
    (
      #"{"a": [1, {"b": null}], "c": 1e999}"#,
      """
      nothing was imported, because of
        "a": null has no stored form
        "c": a number that does not fit has no stored form
      """
    ),
    ("[1]", "nothing was imported: the JSON is no object"),
  ])
  func nothingIsImportedWhereAnythingIsWrong(json: String, message: String) throws {
    let tool = try DefaultsToolHome()
    try Data(json.utf8).write(to: URL(filePath: tool.path + "/bad.json"))
    #expect(try tool.run("import", "bad.json") == .init(errors: "Error: \(message)\n", status: 2))
    #expect(try tool.run("list").status == 1)
  }

  @Test(arguments: ["backup.yaml", "backup.defaults", "dir.d/backup.TXT"])
  func anEndingThatIsNoFormatIsRefused(file: String) throws {
    let tool = try sample()
    let ending = try #require(file.split(separator: ".").last)
    #expect(
      try tool.run("export", file)
        == .init(
          errors: "Error: There is no export for .\(ending). "
            + "A name ends in .plist, .xml or .json, or --format says the format.\n",
          status: 64
        )
    )
    #expect(!FileManager.default.fileExists(atPath: tool.path + "/backup.yaml"))
  }

  @Test func theFormatMayBeNamedWhateverTheEnding() throws {
    let tool = try sample()
    #expect(try tool.output("export", "backup.bak", "--format", "json") == "")
    #expect(try tool.output("import", "backup.bak", "--store", "./copy.defaults") == "")
  }

  @Test(arguments: [
    ("backup.plist", "xml", "a property list"), ("backup", "xml", "a property list"), ("b", "json", "JSON"),
  ])
  func anExportThatIsOpenedAsAStoreIsCalledOne(file: String, format: String, noun: String) throws {
    let tool = try sample()
    #expect(try tool.output("export", file, "--format", format) == "")
    let path = "\(realPath(tool.path))/\(file)"
    for command in [["list"], ["read", "a"], ["write", "a", "1"], ["verify"]] {
      #expect(
        try tool.run(executable: tool.executable, command + ["--store", "./\(file)"])
          == .init(
            errors: "Error: \(path) is \(noun), as \"defaults export\" writes it, and no store. "
              + "To store what is in it: defaults import \(path) --store …\n",
            status: 2
          )
      )
    }
  }

  @Test func anExportInJSONIsReadAsWhatItHolds() throws {
    let tool = try sample()
    #expect(try tool.output("export", "backup.json") == "")
    #expect(
      try tool.output("list", "AccountHistory", "--store", "./backup.json") == """
        KEY               TYPE  VALUE
        AccountHistory.d  date  2026-02-28T01:04:05Z
        AccountHistory.x  data  3 bytes <0fbd77>

        """
    )
  }

  @Test func aFileThatCannotBeReadOrWrittenIsNamed() throws {
    let tool = try sample()
    #expect(
      try tool.run("import", "nope.plist")
        == .init(errors: "Error: Could not read nope.plist: No such file or directory\n", status: 2)
    )
    #expect(
      try tool.run("export", "nope/backup.plist")
        == .init(errors: "Error: Could not write nope/backup.plist: No such file or directory\n", status: 2)
    )
    #expect(try tool.run("import", "nope.plist", "--format", "yaml").status == 64)
  }
}
