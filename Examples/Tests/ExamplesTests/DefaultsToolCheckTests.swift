import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import Testing

/// What the tool does with the JSON Schema of a program.
struct DefaultsToolCheckTests {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

  struct Server: Codable, DefaultsSerializable {
    var host = "localhost"
    var port: UInt16 = 80
  }

  private let tool: DefaultsToolHome

  init() throws {
    tool = try DefaultsToolHome()
    let keys: [DefaultsKeys] = [
      DefaultsKey("log.level", defaultValue: Level.info).renamed(from: "level").described(as: "What is logged."),
      DefaultsKey("log.file.size", defaultValue: 1), DefaultsKey("server", defaultValue: Server()),
      DefaultsKey("columns", defaultValue: 4).validating(.clamped(to: 1...12)),
      DefaultsKey("hosts", defaultValue: ["a"]), DefaultsKey("ports", defaultValue: [String: [Int]]()),
      DefaultsKey("timeout", defaultValue: Duration.seconds(1)), DefaultsKey<Date?>("since"),
      DefaultsKey("a", defaultValue: 1), DefaultsKey("a.b", defaultValue: true),
      DefaultsKey("ratio", defaultValue: 0.5),
      DefaultsKey("token", defaultValue: "none").secret(), DefaultsKey<Int?>("api.pin").secret(),
    ]
    try NamespaceAudit(keys: keys).jsonSchema().write(to: URL(filePath: tool.path + "/schema.json"))
  }

  private func check(_ text: String) throws -> DefaultsToolHome.Outcome {
    try Data(text.utf8).write(to: URL(filePath: tool.path + "/tool.json"))
    return try tool.run("check", "tool.json", "--schema", "schema.json")
  }

  /// As Kubernetes mounts one: names are links into a directory whose name begins with dots.
  @Test func theNamesInADirectoryAreChecked() throws {
    let files = FileManager.default
    for (name, text) in [
      ("..data/token", "swordfish"), ("tokne", "swordfish"), ("log.level", "loud"), ("sub/token", "swordfish"),
      ("other", ""),
    ] {
      let url = URL(filePath: tool.path + "/run/" + name)
      try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try files.createSymbolicLink(atPath: tool.path + "/run/token", withDestinationPath: "..data/token")
    #expect(
      try tool.run("check", "run", "--schema", "schema.json")
        == .init(
          output: """
            Warning: run/other is not in the schema.
            Warning: run/sub/token is in a subdirectory, and gives no setting a value.
            Warning: run/tokne is not in the schema. Did you mean 'token'?

            """
        )
    )
  }

  @Test func aFileWithoutMistakesIsSilent() throws {
    #expect(
      try check(
        """
        {
          // JSON5 is read too.
          "$schema": "./schema.json",
          "log": {"level": "debug", "file": {"size": 2}}, "server": {"port": 443}, "columns": 12, "hosts": ["a", "b"],
          "ports": {"a": [1]}, "timeout": "1h30m", "since": "2026-01-31", "a": {"$value": 2, "b": false}, "token": "t",
        }
        """
      ) == .init()
    )
  }

  /// It is kept as its text, which a key of a double reads.
  @Test(arguments: ["99999999999999999999", "-18446744073709551616", "1e3", "2"]) func aDoubleMayHaveManyDigits(
    number: String
  )
    throws
  {
    #expect(try check("{\"ratio\": \(number)}") == .init())
  }

  static let mistakes: [(text: String, line: String)] = [
    (#"{"log": {"level": "loud"}}"#, #"1:19: log.level takes debug, info or warning, found "loud""#),
    ("{\n  \"log.level\": 3\n}", "2:16: log.level takes debug, info or warning, found 3"),
    (#"{"log": {"file": {"size": "big"}}}"#, #"1:27: log.file.size takes a whole number, found "big""#),
    (#"{"log": 1}"#, "1:9: log takes an object, found 1"),
    (#"{"server": {"port": 65536}}"#, "1:21: server.port takes a whole number from 0 to 65535, found 65536"),
    (#"{"server": {"$value": {"port": -1}}}"#, "1:32: server takes a whole number from 0 to 65535 at port, found -1"),
    (#"{"columns": 13}"#, "1:13: columns takes a whole number from 1 to 12, found 13"),
    (#"{"columns": 1.5}"#, "1:13: columns takes a whole number from 1 to 12, found 1.5"),
    (#"{"hosts": ["a", 1]}"#, "1:17: hosts takes a text at [1], found 1"),
    (#"{"ports": {"a": [1, true]}}"#, "1:21: ports takes a whole number at a[1], found true"),
    (#"{"timeout": "45"}"#, #"1:13: timeout takes a duration such as 30s, found "45""#),
    (#"{"timeout": "2026-01-31T08:00:00Z"}"#, "1:13: timeout takes a duration such as 30s, found 2026-01-31T08:00:00Z"),
    (#"{"since": "yesterday"}"#, #"1:11: since takes a date such as 2026-01-31, found "yesterday""#),
    (#"{"a": "x"}"#, #"1:7: a takes a whole number, found "x""#),
    (#"{"a": {"b": 1}}"#, "1:13: a.b takes true or false, found 1"),
    (#"{"token": 12345}"#, "1:11: token takes a text, found an integer"),
    (#"{"api": {"pin": "12345"}}"#, "1:17: api.pin takes a whole number, found a string of 5 bytes"),
  ]

  @Test(arguments: mistakes.indices) func aMistakeIsNamedWithItsPlace(index: Int) throws {
    let (text, line) = Self.mistakes[index]
    #expect(try check(text) == .init(output: "tool.json:\(line)\n", status: 1))
  }

  @Test func everyMistakeIsNamed() throws {
    #expect(
      try check("{\n  \"hosts\": [1, 2],\n  \"columns\": 0\n}")
        == .init(
          output: """
            tool.json:3:14: columns takes a whole number from 1 to 12, found 0
            tool.json:2:13: hosts takes a text at [0], found 1
            tool.json:2:16: hosts takes a text at [1], found 2

            """,
          status: 1
        )
    )
  }

  @Test func aNameThatTheSchemaDoesNotHaveIsAWarning() throws {
    #expect(
      try check(
        #"{"log": {"levle": "info", "file": {"siez": 1}}, "server": {"hots": "b"}, "ports": {"x": []}, "a": {"c": 1}}"#
      )
        == .init(
          output: """
            Warning: tool.json:1:105: a.c is not in the schema.
            Warning: tool.json:1:44: log.file.siez is not in the schema. Did you mean 'log.file.size'?
            Warning: tool.json:1:19: log.levle is not in the schema. Did you mean 'log.level'?
            Warning: tool.json:1:68: server.hots is not in the schema.

            """
        )
    )
  }

  @Test func anOldNameIsAWarning() throws {
    #expect(
      try check(#"{"level": "info"}"#)
        == .init(output: "Warning: tool.json:1:11: level is deprecated. Renamed, write log.level\n")
    )
  }

  @Test func aFileThatIsNoJSONOrIsMissingIsAnError() throws {
    let broken = try check("{")
    #expect(broken.status == 2 && broken.errors.contains("tool.json:1:2: expected"))
    #expect(
      try tool.run("check", "other.json", "--schema", "schema.json")
        == .init(errors: "Error: There is no file at other.json.\n", status: 1)
    )
    #expect(
      try tool.run("check", "tool.json", "--schema", "-", input: "{}")
        == .init(errors: "Error: - is no JSON Schema of settings: it has no properties.\n", status: 2)
    )
  }

  // MARK: Secrets

  private func stored() throws {
    for (key, value) in [("token", "hidden"), ("api.pin", "1234"), ("columns", "5")] {
      _ = try tool.run("write", key, value)
    }
  }

  @Test(
    arguments: [
      ["list"], ["list", "--format", "json"], ["list", "--origin"], ["explain", "token"],
      ["explain", "token", "--format", "json"], ["read"], ["read", "api"], ["export"], ["export", "--format", "json"],
    ]
  )
  func secretsAreShownIfThatIsAskedFor(words: [String]) throws {
    try stored()
    let arguments = words + ["--schema", "schema.json"]
    let hidden = try tool.run(executable: tool.executable, arguments)
    #expect(hidden.status == 0 && hidden.output.contains("(secret)"))
    #expect(!hidden.output.contains("hidden") && !hidden.output.contains("1234"))
    let shown = try tool.run(executable: tool.executable, arguments + ["--show-secrets"]).output
    #expect(!shown.contains("(secret)") && (shown.contains("hidden") || shown.contains("1234")))
  }

  @Test func aSecretLooksLikeNoText() throws {
    try stored()
    #expect(
      try tool.run("list", "--schema", "schema.json").output == """
        KEY      TYPE    VALUE
        api.pin  string  (secret)
        columns  string  "5"
        token    string  (secret)

        """
    )
    #expect(try tool.run("read", "token", "--schema", "schema.json").output == "hidden\n")
  }
}
