import Foundation
import NamespacedDefaults
import Testing

/// What goes in comes out equal, or is refused with a sentence.
struct DefaultsToolInputTests {
  // MARK: Standard input

  @Test(arguments: [
    ([], "secret\n", "secret"), (["-string"], "se\ncret", "se\ncret"), (["-string"], "two\n\n", "two\n"), ([], "", ""),
    ([], "-int", "-int"), ([], "--store", "--store"), (["-int"], "3\n", "3"), (["-bool"], "yes\n", "true"),
    (["-data"], "0fbd77\n", "<0fbd77>"), (["-json"], "{\"a\" : 1}\n", #"{"a":1}"#),
    ([], "\u{FEFF}a\r\n", "a"), ([], "a\r", "a\r"), (["-array"], "[1,\"a\"]\n", #"[1,"a"]"#),
    (["-array", "a", "-int"], "3\n", #"["a",3]"#), (["-dict", "a"], "-x\n", #"{"a":"-x"}"#),
  ])
  func aValueIsReadFromStandardInput(arguments: [String], input: String, value: String) throws {
    let tool = try DefaultsToolHome()
    let input = Data(input.utf8)
    #expect(
      try tool.run(executable: tool.executable, ["write", "key"] + arguments + ["--stdin"], input: input) == .init()
    )
    #expect(try tool.output("read", "key") == value + "\n")
  }

  @Test func whatDoesNotFitIsNotRepeated() throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("write", "key", "-int", "--stdin", input: "secret")
        == .init(
          errors: "Error: The input is not a whole number from -9223372036854775808 to 18446744073709551615.\n",
          status: 64
        )
    )
    #expect(
      try tool.run("write", "key", "value", "--stdin", input: "secret")
        == .init(
          errors: "Error: One value was expected; the input is too much. "
            + "A text with spaces needs quotes, several values need -array or -dict.\n",
          status: 64
        )
    )
    #expect(
      try tool.run(executable: tool.executable, ["write", "key", "--stdin"], input: Data([0x61, 0xFF]))
        == .init(errors: "Error: The input is not UTF-8.\n", status: 64)
    )
    #expect(!FileManager.default.fileExists(atPath: tool.store))
  }

  // MARK: Arguments

  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.shell(#"defaults write "$(printf 'k\377')" x"#)
        == .init(errors: "Error: Argument 2 is not UTF-8: \"k\u{FFFD}\".\n", status: 64)
    )
    #expect(
      try tool.shell(#"defaults write key "$(printf 'v\377')""#)
        == .init(errors: "Error: Argument 3 is not UTF-8: \"v\u{FFFD}\".\n", status: 64)
    )
    #expect(
      try tool.shell(#"DEFAULTS_STORE="$(printf './s\377')" defaults write key x"#)
        == .init(errors: "Error: The environment variable DEFAULTS_STORE is not UTF-8.\n", status: 64)
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path) == [])
  }

  @Test(arguments: [
    "٢٠٢٦-01-31T15:04:05Z", "2026-01-31T15:04:05.٥Z", "2026-01-31T15:04:05+٠٢:00", "2026-01-31T15:04:05.Z",
    "2026-01-31T15:04:05.5.5Z", "2026-01", "2026-01-31Z", "790000000", "tomorrow",
    "２026-01-31T15:04:05Z", "2026-01-31T15:04:60Z", "2026-01-31T25:04:00Z", "2026-01-31T15:04:05+24:00",
  ])
  func aDateIsReadWholeOrRefused(date: String) throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("write", "key", "-date", date)
        == .init(
          errors: "Error: \"\(date)\" is not a date: -date takes 2026-01-31, or 2026-01-31T15:04:05Z with "
            + "+02:00 for the Z.\n",
          status: 64
        )
    )
  }

  // MARK: Import

  @Test(arguments: [
    ("[1]", "the JSON is no object"), (" \n[]", "the JSON is no object"), ("\u{FEFF}[1]", "the JSON is no object"),
    (#"{"a": 1, "a": 2}"#, #"line 1 of the JSON: "a" is there already, in line 1"#),
    (#"{"a": "\ud800"}"#, "line 1 of the JSON: half a surrogate pair"),
    ("{", "line 1 of the JSON: expected a name or '}', and the file ends"),
    ("", "there is nothing in it"), (" \n", "there is nothing in it"),
    ("1", "the property list is neither in XML nor in the binary format"),
    ("<array/>", "the property list is no dictionary"),
  ])
  func whatIsNoSettingsIsRefusedForWhatItIs(text: String, reason: String) throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "a", "kept")
    #expect(
      try tool.run("import", "-", "--replace", input: text)
        == .init(errors: "Error: nothing was imported: \(reason)\n", status: 2)
    )
    #expect(try tool.output("read") == "a = \"kept\"\n")
  }

  @Test(arguments: [
    ("{\"a\": \"", "\"}", "the JSON is not UTF-8"),
    (
      "<plist><dict><key>a</key><string>", "</string></dict></plist>",
      "the property list is neither XML in UTF-8 nor in the binary format"
    ),
  ])
  func bytesThatAreNotUTF8AreRefused(before: String, after: String, reason: String) throws {
    let tool = try DefaultsToolHome()
    let input = Data(before.utf8) + [0xFF] + Data(after.utf8)
    #expect(
      try tool.run(executable: tool.executable, ["import", "-"], input: input)
        == .init(errors: "Error: nothing was imported: \(reason)\n", status: 2)
    )
  }

  @Test func objectsAreNamespacesWhereSoWished() throws {
    let tool = try DefaultsToolHome()
    let json = """
      {"Account": {"isUserLoggedIn": true, "limits": {"small": 20}, "seen": {"$date": "2001-01-01T00:00:00Z"}},
       "User.ada": {"theme": "dark"}, "launchCount": 3, "token": {"$data": "AP8="}, "Empty": {}}
      """
    #expect(try tool.run("import", "-", "--nested", input: json) == .init())
    #expect(
      try tool.output("list") == """
        KEY                     TYPE    VALUE
        Account.isUserLoggedIn  bool    true
        Account.limits          dict    ["small": 20]
        Account.seen            date    2001-01-01T00:00:00Z
        User.ada.theme          string  "dark"
        launchCount             int     3
        token                   data    2 bytes <00ff>

        """
    )
    let replacement = #"{"Account": {"isUserLoggedIn": false}}"#
    #expect(
      try tool.run("import", "-", "--nested", "--replace", "--namespace", "Account", input: replacement) == .init()
    )
    #expect(try tool.output("read", "Account") == "Account.isUserLoggedIn = false\n")
    #expect(try tool.output("read", "launchCount") == "3\n")
  }

  @Test(arguments: [
    (#"{"A": {"b": 1}, "A.b": 2}"#, [], #"nothing was imported: "A.b" is in it twice"#),
    (
      #"{"A": {"b": 1}, "B": {"b": 2}}"#, ["--namespace", "A"],
      "nothing was imported, because of\n  \"B.b\": not in the namespace"
    ),
    (#"{"A": {"b": null}}"#, [], "nothing was imported, because of\n  \"A\": null has no stored form"),
  ])
  func nestedSettingsAreImportedWholeOrNotAtAll(json: String, arguments: [String], message: String) throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run(
      executable: tool.executable,
      ["import", "-", "--nested"] + arguments,
      input: Data(json.utf8)
    )
    #expect(outcome == .init(errors: "Error: \(message)\n", status: 2))
    #expect(!FileManager.default.fileExists(atPath: tool.store))
  }
}
