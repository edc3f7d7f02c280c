import Foundation
import NamespacedDefaults
import Testing

/// What becomes of the stored value where a value without a type, or an addition, is written.
struct DefaultsToolWriteTests {
  private func sample(_ values: [String: PropertyListValue]) throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    return tool
  }

  @Test(
    arguments: [
      (3, "4", 4), (.unsignedInteger(.max), "-1", -1), (0.5, "3", 3.0), (true, "no", false), ("a", "3", "3"),
      (
        .date(Date(timeIntervalSinceReferenceDate: 0)), "2001-01-02",
        .date(Date(timeIntervalSinceReferenceDate: 86_400))
      ),
      (.data(Data([1])), "0fbd", .data(Data([0x0f, 0xbd]))),
      (.data(Data("[1]".utf8)), "{\"a\": 1}", .data(Data("{\"a\":1}".utf8))),
    ] as [(PropertyListValue, String, PropertyListValue)]
  )
  func aTextThatFitsTheStoredTypeKeepsIt(old: PropertyListValue, text: String, new: PropertyListValue) throws {
    let tool = try sample(["key": old])
    #expect(try tool.run("write", "key", text) == .init())
    #expect(try FileStore(path: tool.store).value(forKey: "key") == new)
  }

  @Test(
    arguments: [
      (3, "an integer"), (0.5, "a float"), (true, "a Boolean"), (["a"], "an array"), (["a": 1], "a dictionary"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "a date"), (.data(Data([1])), "data"),
      (.data(Data("[1]".utf8)), "JSON"),
    ] as [(PropertyListValue, String)]
  )
  func aTextThatDoesNotIsATextAndItIsSaidSo(old: PropertyListValue, noun: String) throws {
    let tool = try sample(["key": old])
    #expect(try tool.run("write", "key", "abc") == .init(errors: "Note: key was \(noun), is a string now.\n"))
    #expect(try FileStore(path: tool.store).value(forKey: "key") == "abc")
  }

  @Test(
    arguments: [
      ("-array", ["a", 1, ["b", true]]), ("-array", []), ("-dict", ["a": 1, "b": ["c"]]), ("-dict", [:]),
    ] as [(String, PropertyListValue)]
  )
  func whatReadPrintsIsWrittenBack(type: String, value: PropertyListValue) throws {
    let tool = try sample(["key": value])
    let text = try tool.output("read", "key").dropLast()
    #expect(try tool.run("write", "copy", type, String(text)) == .init())
    #expect(try FileStore(path: tool.store).value(forKey: "copy") == value)
  }

  @Test func aTextInAnArrayMayBeJSON() throws {
    let tool = try sample([:])
    #expect(try tool.run("write", "key", "-array", "-string", "[1]") == .init())
    #expect(try tool.run("write", "other", "-array", "[1") == .init())
    #expect(try FileStore(path: tool.store).value(forKey: "key") == ["[1]"])
    #expect(try FileStore(path: tool.store).value(forKey: "other") == ["[1"])
  }

  @Test func whoNamesTheTypeIsNotToldOfIt() throws {
    let tool = try sample(["key": 3])
    #expect(try tool.run("write", "key", "-string", "4") == .init())
    #expect(try tool.output("read-type", "key") == "string\n")
  }

  @Test func theInputKeepsTheTypeTooAndIsNotRepeated() throws {
    let tool = try sample(["key": 3])
    #expect(try tool.run("write", "key", "--stdin", input: "4\n") == .init())
    #expect(try tool.output("read-type", "key") == "int\n")
    #expect(
      try tool.run("write", "key", "--stdin", input: "secret")
        == .init(errors: "Note: key was an integer, is a string now.\n")
    )
  }

  @Test func aJSONFileKeepsItsNumber() throws {
    let tool = try DefaultsToolHome()
    let file = URL(filePath: tool.path + "/tool.json")
    try Data(#"{"Server": {"workers": 8}, "size": 0.5}"#.utf8).write(to: file)
    #expect(try tool.run("write", "Server.workers", "4", "--store", "./tool.json") == .init())
    #expect(try String(contentsOf: file, encoding: .utf8) == #"{"Server": {"workers": 4}, "size": 0.5}"#)
    #expect(
      try tool.run("write", "Server.workers", "many", "--store", "./tool.json")
        == .init(errors: "Note: Server.workers was an integer, is a string now.\n")
    )
    #expect(try String(contentsOf: file, encoding: .utf8) == #"{"Server": {"workers": "many"}, "size": 0.5}"#)
  }

  @Test func aValueOfThePersonHasTheTypeOfTheMachinesValue() throws {
    let tool = try DefaultsToolHome()
    let environment = [
      "XDG_CONFIG_HOME": tool.path + "/.config", "XDG_CONFIG_DIRS": tool.path + "/xdg", "TOOL_WORKERS": "16",
    ]
    try FileManager.default.createDirectory(atPath: tool.path + "/xdg", withIntermediateDirectories: true)
    try Data(#"{"workers": 8}"#.utf8).write(to: URL(filePath: tool.path + "/xdg/tool.json"))
    #expect(
      try tool.run("write", "workers", "4", "--layers", "tool", environment: environment)
        == .init(errors: "Note: workers comes from TOOL_WORKERS.\n")
    )
    #expect(try String(contentsOfFile: tool.path + "/.config/tool.json", encoding: .utf8) == "{\n  \"workers\": 4\n}\n")
  }

  // MARK: Additions

  @Test func anArrayAndADictionaryAreAddedTo() throws {
    let tool = try sample(["a": ["x"], "n": [1, 2], "d": ["size": 1, "name": "Ada"]])
    #expect(try tool.output("write", "a", "-array-add", "y", "-int", "3") == "")
    #expect(try tool.output("read", "a") == "[\"x\",\"y\",3]\n")
    #expect(try tool.output("write", "n", "-array-add", "3") == "")
    #expect(try tool.output("read", "n") == "[1,2,3]\n")
    #expect(try tool.output("write", "d", "-dict-add", "size", "2", "new", "3") == "")
    #expect(try tool.output("read", "d") == "{\"name\":\"Ada\",\"new\":\"3\",\"size\":2}\n")
  }

  @Test func whatIsNotThereIsCreated() throws {
    let tool = try DefaultsToolHome()
    #expect(try tool.output("write", "a", "-array-add", "x") == "")
    #expect(try tool.output("write", "d", "-dict-add", "x", "-int", "1") == "")
    #expect(try tool.output("read") == "a = [\"x\"]\nd = [\"x\": 1]\n")
  }

  @Test func nothingIsAddedToAnotherValue() throws {
    let tool = try sample(["a": "text", "d": [1]])
    #expect(
      try tool.run("write", "a", "-array-add", "x")
        == .init(errors: "Error: The stored value is a string, and -array-add needs an array.\n", status: 64)
    )
    #expect(
      try tool.run("write", "d", "-dict-add", "x", "y")
        == .init(errors: "Error: The stored value is an array, and -dict-add needs a dictionary.\n", status: 64)
    )
    #expect(try tool.output("read") == "a = \"text\"\nd = [1]\n")
  }

  @Test func additionsOfSeveralProcessesAllCount() async throws {
    let tool = try sample(["a": []])
    let running = try (0..<8).map { try tool.start("write", "a", "-array-add", "-int", "\($0)") }
    for process in running { #expect(process.finish() == .init()) }
    #expect(try FileStore(path: tool.store).value(forKey: "a")?.array?.count == 8)
  }
}
