import Foundation
import Testing

/// A misspelled word gets a question.
struct DefaultsToolSuggestionTests {
  @Test(arguments: [
    ("lisst", "list"), ("raed", "read"), ("wirte", "write"), ("exprot", "export"), ("readtype", "read-type"),
    ("watc", "watch"), ("List", "list"), ("domain", "domains"), ("edti", "edit"), ("finds", "find"),
  ])
  func aMisspelledCommandIsGuessed(word: String, command: String) throws {
    #expect(
      try DefaultsToolHome().run(word, "key")
        == .init(
          errors: "Error: There is no command '\(word)'. Did you mean '\(command)'?\n"
            + "  See 'defaults --help' for more information.\n",
          status: 64
        )
    )
  }

  @Test func nothingIsGuessedFromNothing() throws {
    #expect(
      try DefaultsToolHome().run("frobnicate")
        == .init(
          errors: "Error: There is no command 'frobnicate'.\n  See 'defaults --help' for more information.\n",
          status: 64
        )
    )
  }

  @Test(arguments: [
    (["list", "--stroe", "x"], "--stroe", "--store"), (["list", "-store", "x"], "-store", "--store"),
    (["export", "--fromat", "json"], "--fromat", "--format"), (["import", "x", "--replce"], "--replce", "--replace"),
    (["watch", "-count", "3"], "-count", "--count"),
  ])
  func aMisspelledOptionIsGuessed(arguments: [String], word: String, option: String) throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(outcome.errors.hasPrefix("Error: Unknown option '\(word)'. Did you mean '\(option)'?\nUsage: "))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    (["--hlep"], "--hlep", "--help"), (["list", "--halp"], "--halp", "--help"), (["--verson"], "--verson", "--version"),
    (["list", "--json"], "--json", "--format json"), (["watch", "-json"], "-json", "--format json"),
    (["write", "--stroe", "x", "key", "3"], "--stroe", "--store"),
  ])
  func whatTheParserDoesNotGuessIsGuessedToo(arguments: [String], word: String, option: String) throws {
    let tool = try DefaultsToolHome()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(outcome.errors.hasPrefix("Error: There is no option '\(word)'. Did you mean '\(option)'?\n"))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    ("--int", "-int"), ("--array", "-array"), ("-strin", "-string"), ("--dat", "-date"), ("-interger", "-integer"),
    ("--sdtin", "--stdin"), ("--stroe", "--store"),
  ])
  func aMisspelledTypeIsGuessedAndNotStored(word: String, type: String) throws {
    let tool = try DefaultsToolHome()
    for value in [[word, "3"], [word], ["-array", word, "3"]] {
      let outcome = try tool.run(executable: tool.executable, ["write", "key"] + value)
      #expect(outcome.errors.hasPrefix("Error: There is no type \(word). Did you mean '\(type)'? For the text itself "))
      #expect(outcome.status == 64)
    }
    #expect(!FileManager.default.fileExists(atPath: tool.store))
  }

  @Test func anOptionAfterTheValueIsGuessedToo() throws {
    #expect(
      try DefaultsToolHome().run("write", "key", "3", "--stroe", "x")
        == .init(
          errors: "Error: One value was expected; \"--stroe\" \"x\" is too much. A text with spaces needs quotes, "
            + "several values need -array or -dict. Did you mean '--store'?\n",
          status: 64
        )
    )
  }
}
