import Foundation
import NamespacedDefaults
import Testing

/// `edit`, with editors that are scripts of the shell.
struct DefaultsToolEditTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set([
      "Account.loginCount": 3, "Account.size": 14.0, "Account.tags": ["a", 2.0], "AccountHistory.x": 1,
      "Account.seen": .date(Date(timeIntervalSinceReferenceDate: 0.123456)),
    ])
    return tool
  }

  /// Runs `edit` with a script that finds the text in `$1`.
  private func edit(_ tool: DefaultsToolHome, _ script: String, _ arguments: String...) throws
    -> DefaultsToolHome.Outcome
  {
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: tool.path + "/editor"))
    return try tool.run(
      executable: tool.executable,
      ["edit"] + arguments,
      environment: ["VISUAL": "sh '\(tool.path)/editor'", "EDITOR": "false", "TMPDIR": tool.path]
    )
  }

  private func values(in tool: DefaultsToolHome) throws -> [String: PropertyListValue] {
    let store = try FileStore(path: tool.store)
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }

  private func drafts(in tool: DefaultsToolHome) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.path).filter { $0.hasPrefix("defaults-") }
  }

  @Test func aNamespaceIsEditedAsJSON() throws {
    let tool = try sample()
    #expect(
      try edit(tool, "cat \"$1\"; ls -l \"$1\" | cut -c 1-10; ls -ld \"${1%/*}\" | cut -c 1-10", "Account")
        == .init(
          output: """
            {
              "Account.loginCount" : 3,
              "Account.seen" : {
                "$date" : "2001-01-01T00:00:00.123456Z"
              },
              "Account.size" : 14,
              "Account.tags" : [
                "a",
                2
              ]
            }
            -rw-------
            drwx------
            Nothing was changed.

            """
        )
    )
    #expect(try drafts(in: tool) == [])
  }

  @Test func whatWasChangedAddedAndRemovedIsStored() throws {
    let tool = try sample()
    let script = """
      cat > "$1" <<'END'
      {"Account.size": 15, "Account.tags": ["b", 3], "Account.new": {"$json": {"b": 1, "a": 2}},
       "Account.seen": {"$date": "0.123456"}}
      END
      """
    #expect(try edit(tool, script, "Account.") == .init())
    #expect(
      try values(in: tool) == [
        // What were floats stay floats, though the JSON has whole numbers.
        "Account.size": 15.0, "Account.tags": ["b", 3.0], "Account.new": .data(Data(#"{"a":2,"b":1}"#.utf8)),
        "Account.seen": .date(Date(timeIntervalSinceReferenceDate: 0.123456)), "AccountHistory.x": 1,
      ]
    )
    #expect(try drafts(in: tool) == [])
  }

  @Test func everythingOrAKeyIsEditedToo() throws {
    let tool = try sample()
    #expect(try edit(tool, "sed -i.before 's/ 3,/ 4,/; s/: 1$/: 2/' \"$1\"") == .init())
    #expect(try edit(tool, "echo '{\"AccountHistory.x\": 5}' > \"$1\"", "AccountHistory.x") == .init())
    #expect(try values(in: tool)["Account.loginCount"] == 4)
    #expect(try values(in: tool)["AccountHistory.x"] == 5)
    #expect(try values(in: tool).count == 5)
  }

  @Test(arguments: [
    (
      #"{"Account.loginCount": 4,"#,
      ["nothing was imported: line 2 of the JSON: expected a name or '}', and the file ends"]
    ),
    (
      #"{"Account.loginCount": 4, "Account.loginCount": 5}"#,
      [#"nothing was imported: line 1 of the JSON: "Account.loginCount" is there already, in line 1"#]
    ),
    (
      #"{"Account.loginCount": 4, "Account.x": null}"#,
      ["nothing was imported, because of", #"  "Account.x": null has no stored form"#]
    ),
    (#"{"Account.loginCount": 4, "Profile.x": 1}"#, [#""Profile.x" is not what was to be edited."#]),
  ])
  func onAMistakeNothingIsWrittenAndTheTextIsKept(text: String, message: [String]) throws {
    let tool = try sample()
    let before = try values(in: tool)
    let outcome = try edit(tool, "cat > \"$1\" <<'END'\n\(text)\nEND", "Account")
    let draft = "\(tool.path)/\(try #require(drafts(in: tool).first))/settings.json"
    #expect(
      outcome
        == .init(
          errors: "Error: \(message.joined(separator: "\n"))\nNothing was written. Your text is kept in \(draft).\n",
          status: 2
        )
    )
    #expect(try String(contentsOfFile: draft, encoding: .utf8) == text + "\n")
    #expect(try values(in: tool) == before)
  }

  @Test func anEditorThatFailsStoresNothing() throws {
    let tool = try sample()
    let before = try values(in: tool)
    let outcome = try edit(tool, "echo '{}' > \"$1\"; exit 3")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: The editor, sh '\(tool.path)/editor', ended with exit code 3.\nNothing "))
    #expect(try values(in: tool) == before)
    #expect(try drafts(in: tool).count == 1)
  }

  @Test func aTextThatTheEditorRemovedIsNotSaidToBeKept() throws {
    let tool = try sample()
    let before = try values(in: tool)
    let outcome = try edit(tool, "rm \"$1\"")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: Could not read "))
    #expect(outcome.errors.hasSuffix("\nNothing was written.\n"))
    #expect(try values(in: tool) == before)
  }

  @Test func whereTheOutputFailsIsNotSaidThatNothingWasWritten() throws {
    let tool = try sample()
    let command = "'\(tool.executable.path)' edit --store '\(tool.store)' > /dev/full"
    let outcome = try tool.shell(command, environment: ["VISUAL": "true", "TMPDIR": tool.path])
    #expect(
      outcome == .init(errors: "Error: Could not write the output: No space left on device\n", status: 2)
    )
    #expect(try drafts(in: tool) == [])
  }

  @Test func aValueThatAnotherProgramChangedMeanwhileIsNotOverwritten() throws {
    let tool = try sample()
    let command = "'\(tool.executable.path)' write --store '\(tool.store)'"
    let change = "sed -i.before 's/ 3,/ 4,/' \"$1\""
    let outcome = try edit(tool, "\(command) Account.loginCount -int 7; \(change)", "Account")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: \"Account.loginCount\" was changed meanwhile by another program.\n"))
    #expect(try values(in: tool)["Account.loginCount"] == 7)
    // Other values may change: they are not written.
    #expect(try edit(tool, "\(command) Account.size -float 1; sed -i.before 's/ 7,/ 8,/' \"$1\"", "Account") == .init())
    #expect(try values(in: tool)["Account.loginCount"] == 8)
    #expect(try values(in: tool)["Account.size"] == 1.0)
  }

  @Test func withoutVISUALItIsEDITOR() throws {
    let tool = try sample()
    let environment = ["EDITOR": "sed -i.before 's/ 3,/ 4,/'", "VISUAL": "", "TMPDIR": tool.path]
    #expect(try tool.run("edit", environment: environment) == .init())
    #expect(try tool.output("read", "Account.loginCount") == "4\n")
  }

  #if os(Linux)  // Elsewhere `script` takes other arguments.
    @Test func theEditorMayUseTheTerminal() throws {
      let tool = try sample()
      // Changing the settings of a terminal stops a program that is not in its foreground.
      try Data("stty -echo < /dev/tty && sed -i 's/ 3,/ 4,/' \"$1\"\n".utf8).write(
        to: URL(filePath: tool.path + "/editor")
      )
      let outcome = try tool.shell(
        "script -qec 'defaults edit Account' /dev/null",
        environment: ["VISUAL": "sh '\(tool.path)/editor'", "TMPDIR": tool.path, "SHELL": "/bin/sh"]
      )
      #expect(outcome == .init())
      #expect(try tool.output("read", "Account.loginCount") == "4\n")
    }
  #endif
}
