import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import Testing

struct DefaultsToolListTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    for arguments in [
      ["Account.loginCount", "-int", "-3"], ["Account.isUserLoggedIn", "-bool", "yes"], ["b", "-float", "0.5"],
      ["d", "-date", "2026-02-28T01:04:05Z"], ["odd\tkey\u{1B}[31m", "-array", "-int", "1", "x"],
      ["x", "-data", "0fbd77"], ["z.dict", "-dict", "n", "-data", "00ff"], ["名前.表示", "こんにちは世界 👩‍👩‍👧 é"],
    ] {
      #expect(try tool.run(executable: tool.executable, ["write"] + arguments) == .init())
    }
    return tool
  }

  @Test func theTableHasAlignedColumnsAndCutsNothingOutsideATerminal() throws {
    #expect(
      try sample().output("list") == #"""
        KEY                     TYPE    VALUE
        Account.isUserLoggedIn  bool    true
        Account.loginCount      int     -3
        b                       float   0.5
        d                       date    2026-02-28T01:04:05Z
        odd\tkey\u{1B}[31m      array   [1, "x"]
        x                       data    3 bytes <0fbd77>
        z.dict                  dict    ["n": 2 bytes <00ff>]
        名前.表示               string  "こんにちは世界 👩‍👩‍👧 é"

        """#
    )
  }

  @Test func onATerminalValuesAreCutToItsWidth() throws {
    let tool = try sample()
    #expect(
      try tool.outputOnTerminal(columns: 49, "list") == #"""
        KEY                     TYPE    VALUE
        Account.isUserLoggedIn  bool    true
        Account.loginCount      int     -3
        b                       float   0.5
        d                       date    2026-02-28T01:04…
        odd\tkey\u{1B}[31m      array   [1, "x"]
        x                       data    3 bytes <0fbd77>
        z.dict                  dict    ["n": 2 bytes <0…
        名前.表示               string  "こんにちは世界 …

        """#
    )
  }

  @Test func theEnvironmentMaySayTheWidth() throws {
    #expect(
      try sample().run("list", "名前", environment: ["COLUMNS": "34"]).output == #"""
        KEY        TYPE    VALUE
        名前.表示  string  "こんにちは世…

        """#
    )
  }

  @Test func jsonIsSortedAndHasAnEntryOnEachLine() throws {
    #expect(
      try sample().output("list", "--format", "json") == #"""
        [
          {"key":"Account.isUserLoggedIn","type":"bool","value":true},
          {"key":"Account.loginCount","type":"int","value":-3},
          {"key":"b","type":"float","value":0.5},
          {"key":"d","type":"date","value":"2026-02-28T01:04:05Z"},
          {"key":"odd\tkey\u001b[31m","type":"array","value":[1,"x"]},
          {"key":"x","type":"data","value":"<0fbd77>"},
          {"key":"z.dict","type":"dict","value":{"n":"<00ff>"}},
          {"key":"名前.表示","type":"string","value":"こんにちは世界 👩‍👩‍👧 é"}
        ]

        """#
    )
  }

  @Test func jsonHasNumbersThatItCannotWriteAsTexts() throws {
    let tool = try DefaultsToolHome()
    for (key, number) in [("a", "inf"), ("b", "-inf"), ("c", "nan")] {
      _ = try tool.run("write", key, "-float", number)
    }
    #expect(
      try tool.output("list", "--format", "json") == #"""
        [
          {"key":"a","type":"float","value":"inf"},
          {"key":"b","type":"float","value":"-inf"},
          {"key":"c","type":"float","value":"nan"}
        ]

        """#
    )
  }

  #if os(Linux)
    @Test(arguments: ["read", "list", "list --format json"])
    func anOutputThatCannotBeWrittenIsAnError(command: String) throws {
      let tool = try sample()
      #expect(
        try tool.run(executable: URL(filePath: "/bin/sh"), ["-c", "'\(tool.executable.path)' \(command) > /dev/full"])
          == .init(errors: "Error: Could not write the output: No space left on device\n", status: 2)
      )
    }
  #endif

  @Test func aSchemaAddsDescriptions() throws {
    let tool = try sample()
    let key = DefaultsKey<Int>("Account.loginCount", defaultValue: 0).described(as: "How often somebody\nlogged in.")
    let schema = String(decoding: try NamespaceAudit(keys: [key]).jsonSchema(), as: UTF8.self)
    #expect(
      try tool.run("list", "Account", "--schema", "-", input: schema).output == #"""
        KEY                     TYPE  VALUE
        Account.isUserLoggedIn  bool  true
        Account.loginCount      int   -3
          How often somebody\nlogged in.

        """#
    )
    #expect(
      try tool.run("list", "Account.loginCount", "--format", "json", "--schema", "-", input: schema).output == #"""
        [
          {"description":"How often somebody\nlogged in.","key":"Account.loginCount","type":"int","value":-3}
        ]

        """#
    )
  }

  @Test func aNamespaceOrAKeyIsListedAlone() throws {
    let tool = try sample()
    #expect(
      try tool.output("list", "Account") == """
        KEY                     TYPE  VALUE
        Account.isUserLoggedIn  bool  true
        Account.loginCount      int   -3

        """
    )
    #expect(try tool.output("list", "b") == "KEY  TYPE   VALUE\nb    float  0.5\n")
  }

  // MARK: What is large

  @Test func oneLargeValueIsShownInPartAndOneLongKeyMakesNoOtherLineLong() throws {
    let tool = try DefaultsToolHome()
    let key = String(repeating: "k", count: 2_000_000)
    var values = Dictionary(uniqueKeysWithValues: (1000..<4000).map { ("a\($0)", PropertyListValue.integer(1)) })
    values[key] = 2
    values["b"] = .string(String(repeating: "żółw", count: 1_000_000))
    values["c"] = .array(Array(repeating: "x", count: 100_000))
    values["d"] = .dictionary(["\(String(repeating: "y", count: 3_000))": 1])
    // Marks that all stand on one letter.
    values["e"] = .string("e" + String(repeating: "\u{301}", count: 1_000_000))
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    let lines = try tool.output("list").split(separator: "\n")
    #expect(lines.count == 3006)
    #expect(lines[0].count == 100 + 2 + "string".count + 2 + "VALUE".count)
    #expect(lines[1] == "a1000" + String(repeating: " ", count: 97) + "int     1")
    let indent = { (name: String, type: String) in
      name + String(repeating: " ", count: 102 - name.count) + type + String(repeating: " ", count: 8 - type.count)
    }
    #expect(lines[3001] == indent("b", "string") + "\"" + String(repeating: "żółw", count: 249) + "żół…")
    #expect(lines[3002] == indent("c", "array") + "[" + String(repeating: "\"x\", ", count: 199) + "\"x\",…")
    #expect(lines[3003] == indent("d", "dict") + "[\"" + String(repeating: "y", count: 998) + "…")
    #expect(lines[3004].unicodeScalars.count == 102 + 8 + 1_000 + 1)
    #expect(lines[3005] == key + "  int     2")
  }

  @Test func onATerminalKeysLeaveRoomForValues() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", String(repeating: "k", count: 1000), String(repeating: "v", count: 1000))
    _ = try tool.run("write", "a", "1")
    #expect(
      try tool.outputOnTerminal(columns: 40, "list") == """
        KEY                   TYPE    VALUE
        a                     string  "1"
        kkkkkkkkkkkkkkkkkkk…  string  "vvvvvvvv…

        """
    )
  }

  @Test func jsonHasEverythingWhole() throws {
    let tool = try DefaultsToolHome()
    let (key, value) = (String(repeating: "k", count: 5_000), String(repeating: "v", count: 5_000))
    try FileStore(path: tool.store).set(.string(value), forKey: key)
    #expect(
      try tool.output("list", "--format", "json")
        == "[\n  {\"key\":\"\(key)\",\"type\":\"string\",\"value\":\"\(value)\"}\n]\n"
    )
  }
}
