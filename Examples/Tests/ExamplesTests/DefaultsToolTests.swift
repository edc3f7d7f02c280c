import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import Testing

struct DefaultsToolTests {
  @Test(arguments: [
    (["-bool", "YES"], "true"), (["-bool", "0"], "false"), (["-boolean", "no"], "false"),
    (["-int", "-3"], "-3"), (["-integer", "7"], "7"), (["-int", "18446744073709551615"], "18446744073709551615"),
    (["-float", "-2.5"], "-2.5"), (["-float", "3"], "3.0"), (["-float", "-inf"], "-inf"),
    (["-string", "two\nlines"], "two\nlines"), (["-string", "-hello"], "-hello"), (["-string", "-int"], "-int"),
    (["-string", "-h"], "-h"), (["-string", "--", "--store"], "--store"), (["-string", ""], ""),
    (["plain text"], "plain text"), (["-3"], "-3"), (["3"], "3"), (["-"], "-"),
    (["-date", "2026-02-28T01:04:05Z"], "2026-02-28T01:04:05Z"),
    (["-date", "2026-02-28T03:04:05.25+02:00"], "2026-02-28T01:04:05.25Z"),
    (["-date", "2026-02-28T03:04:05-01:30"], "2026-02-28T04:34:05Z"),
    (["-date", "2026-02-28"], "2026-02-28T00:00:00Z"),
    (["-date", "2026-02-28 03:04:05.5"], "2026-02-28T03:04:05.5Z"), (["-date", "1066-10-14"], "1066-10-14T00:00:00Z"),
    (["-date", "2026-11-22T12:48:02.6241012Z"], "2026-11-22T12:48:02.6241012Z"),
    (["-data", "0fBD77"], "<0fbd77>"), (["-data", ""], "<>"), (["-data", "<7b 7C>"], "<7b7c>"),
    (["-json", #"{ "b": [1.5, {}], "a": "x" }"#], #"{"a":"x","b":[1.5,{}]}"#), (["-json", "[]"], "[]"),
    (["-array", "-json", "[1]", "-data", "5b315d"], "[[1],[1]]"),
    (["-array", "a", "-int", "-1", "-bool", "yes"], #"["a",-1,true]"#), (["-array"], "[]"),
    (["-dict", "b", "-float", "1.5", "a", "x/y"], #"{"a":"x/y","b":1.5}"#), (["-dict"], "{}"),
  ])
  func whatIsWrittenIsRead(arguments: [String], text: String) throws {
    let tool = try DefaultsToolHome()
    #expect(try tool.run(executable: tool.executable, ["write", "key"] + arguments) == .init())
    #expect(try tool.run("read", "key") == .init(output: text + "\n"))
  }

  /// The text goes to a variable, a file or an argument, where only the type of the key tells what it means.
  @Test(arguments: [
    sample(true), sample(-3), sample(UInt64.max), sample(-0.0), sample(1e300), sample(Double.infinity), sample("a, b"),
    sample(Date(timeIntervalSinceReferenceDate: 0.25)), sample(Data([0x0f, 0xbd, 0x77])), sample(Data("abcd".utf8)),
    sample(Data()), sample(Duration.milliseconds(90_250)), sample(URL(filePath: "/tmp/a b")), sample(Decimal(12.5)),
    sample(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))), sample(["a,b", ""]),
    sample([1.5, .infinity]),
    sample(["a": [1, 2]]), sample(["a": Date(timeIntervalSinceReferenceDate: 1)]), sample([Data([1]), Data([2, 3])]),
    sample(1...3), sample(CodableSample(name: "Ada", size: 2.5)), sample(CodableNumber(number: 8080)),
  ])
  func whatReadPrintsIsReadByAKey(audit: NamespaceAudit, stored: PropertyListValue) throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(stored, forKey: "key")
    let text = String(try tool.output("read", "key").dropLast())
    #expect(try audit.parse(text, forKey: "key") == stored, "\(text)")
  }

  private static func sample<Value: DefaultsSerializable>(_ value: Value) -> (NamespaceAudit, PropertyListValue) {
    let audit = NamespaceAudit(keys: [DefaultsKey("key", defaultValue: value, store: InMemoryStore())])
    return (audit, audit.keys[0].defaultValue!)
  }

  private struct CodableSample: Codable, DefaultsSerializable { var name: String, size: Double }

  private struct CodableNumber: Codable, DefaultsSerializable {
    let number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test(arguments: [
    (["-bool", "maybe"], #""maybe" is not a truth value: -bool takes yes, no, true, false, 1 or 0."#),
    (["-int", "1.5"], #""1.5" is not a whole number from -9223372036854775808 to 18446744073709551615."#),
    (
      ["-int", "18446744073709551616"],
      #""18446744073709551616" is not a whole number from -9223372036854775808 to 18446744073709551615."#
    ),
    (["-float", "1e999"], #""1e999" is not a number: -float takes 1.5, -2e10, inf or nan."#),
    (
      ["-date", "2026-02-30T03:04:05Z"],
      #""2026-02-30T03:04:05Z" is not a date: -date takes 2026-01-31, or 2026-01-31T15:04:05Z with +02:00 for the Z."#
    ),
    (
      ["-date", "2026-02-03T03:04:05Zx"],
      #""2026-02-03T03:04:05Zx" is not a date: -date takes 2026-01-31, or 2026-01-31T15:04:05Z with +02:00 for the Z."#
    ),
    (["-data", "0fb"], #""0fb" is not data: -data takes an even number of hexadecimal digits."#),
    (["-data", "xy"], #""xy" is not data: -data takes an even number of hexadecimal digits."#),
    (["-dict", "a", "1", "b"], #"-dict needs a value for "b"."#),
    (["-dict", "a", "1", "a", "2"], #"-dict has two values for "a"."#),
    (["-array", "-array", "1"], #"-array cannot stand inside -array or -dict; use "defaults import"."#),
    (["-int"], "-int needs a value."),
    ([], #"The value is missing; for an empty text write ""."#),
    (
      ["two", "words"],
      #"One value was expected; "words" is too much. "#
        + "A text with spaces needs quotes, several values need -array or -dict."
    ),
    (
      ["-integr", "3"],
      "There is no type -integr. Did you mean '-integer'? For the text itself write -string -integr; "
        + "the types are -bool, -int, -float, -string, -date, -data, -json, -array, -dict."
    ),
  ])
  func whatDoesNotFitIsRefusedAndNothingIsWritten(arguments: [String], message: String) throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run(executable: tool.executable, ["write", "key"] + arguments)
        == .init(errors: "Error: \(message)\n", status: 64)
    )
    #expect(!FileManager.default.fileExists(atPath: tool.store))
  }

  @Test func helpNamesTheSubcommandsAndTheExitCodes() throws {
    let help = try DefaultsToolHome().output("--help")
    for line in [
      "  1   there is no such store, key or namespace, or nothing was found",
      "      rename: the new name is taken; verify: the file is damaged",
      "  read                    Prints a value, or the values of a namespace.",
      "  write                   Stores a value.",
      "  import                  Stores what an export wrote, or any property list or",
    ] {
      #expect(help.contains(line + "\n"))
    }
  }

  @Test func aTypeBeforeTheKeyIsRefused() throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("write", "-int", "key", "3")
        == .init(errors: "Error: The key comes before -int, as in: defaults write key -int 3\n", status: 64)
    )
  }

  @Test(arguments: ["-key", "a b", "tab\there", "名前.表示", "👩‍👩‍👧", "a.b.c", "..", "--store"])
  func everyTextIsAKey(key: String) throws {
    let tool = try DefaultsToolHome()
    #expect(try tool.output("write", "--", key, "-int", "-5") == "")
    #expect(try tool.output("read", "--", key) == "-5\n")
    #expect(try tool.output("delete", "--", key) == "")
    #expect(try tool.output("list", "--format", "json") == "[]\n")
  }

  @Test func aNamespaceIsReadWithItsKeysAndNoOthers() throws {
    let tool = try DefaultsToolHome()
    for key in ["Account.b", "Account.a", "AccountHistory.x"] { _ = try tool.run("write", key, "1") }
    #expect(try tool.output("read", "Account") == "Account.a = \"1\"\nAccount.b = \"1\"\n")
    #expect(try tool.output("read") == "Account.a = \"1\"\nAccount.b = \"1\"\nAccountHistory.x = \"1\"\n")
  }

  @Test func aKeyComesBeforeTheNamespaceOfItsName() throws {
    let tool = try DefaultsToolHome()
    for key in ["Account", "Account.a"] { _ = try tool.run("write", key, "text") }
    #expect(try tool.output("read", "Account") == "text\n")
    #expect(try tool.output("read", "Account.") == "Account.a = \"text\"\n")
    #expect(try tool.output("delete", "Account") == "")
    #expect(try tool.output("read") == "Account.a = \"text\"\n")
  }

  @Test func deleteRemovesAKeyANamespaceOrEverything() throws {
    let tool = try DefaultsToolHome()
    for key in ["a", "b", "Account.x", "Account.y", "AccountHistory.x"] { _ = try tool.run("write", key, "1") }
    #expect(try tool.output("delete", "a") == "")
    #expect(try tool.output("delete", "Account") == "")
    #expect(try tool.output("read") == "AccountHistory.x = \"1\"\nb = \"1\"\n")
    #expect(try tool.output("delete", "--all") == "")
    #expect(try tool.output("read") == "")
  }

  @Test func deleteHasToBeToldWhat() throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run("delete")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("Error: What is to be removed? Name a key or a namespace, or say --all.\nUsage: ")
    )
  }

  @Test(arguments: ["read", "list", "delete"])
  func whatIsNotThereIsSaidSo(command: String) throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "a", "1")
    #expect(
      try tool.run(command, "nope")
        == .init(
          errors: "Error: There is no key or namespace \"nope\". \"defaults list\" shows what there is.\n",
          status: 1
        )
    )
  }
}
