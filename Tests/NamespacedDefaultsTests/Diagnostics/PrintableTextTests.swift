import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
import TestSupport
import Testing

@Suite struct PrintableTextTests {
  @Test func whatATerminalShowsStaysAsItIs() {
    for text in ["", "a b~", "Žluťoučký 🐎", "日本語", "שלום", "a\u{301}", "\u{200D}"] {
      #expect(text.printable == text)
      #expect(text.printableJSON == text)
    }
  }

  @Test func everythingElseIsEscapedAsInSwift() {
    #expect(
      "a\n\r\t\u{0}\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2028}".printable
        == #"a\n\r\t\u{0}\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2028}"#
    )
  }

  @Test func jsonMeansTheSameAfterwards() throws {
    let json = "[\n  \"\u{7F}\u{9B}\u{202E}\u{2028}é\"\n]"
    #expect(json.printableJSON == "[\n  \"\\u007f\\u009b\\u202e\\u2028é\"\n]")
    #expect(
      try JSONDecoder().decode([String].self, from: Data(json.printableJSON.utf8))
        == ["\u{7F}\u{9B}\u{202E}\u{2028}é"]
    )
  }

  @Test func aMessageWithALongNameKeepsItsBeginningAndItsEnd() {
    let name = String(repeating: "k", count: 100_000)
    let error = DefaultsError.notEncodable(type: "the value for \(name.debugDescription)", reason: "it is too large")
    #expect(error.message.hasPrefix("the value for \"kkk"))
    #expect(error.message.hasSuffix("kkk\" cannot be stored: it is too large"))
    #expect(error.message.contains("k … 98050 characters … k"))
    #expect(error.message.unicodeScalars.count == 2022)
    let problem = DefaultsProblem(.failedWrite, key: name, error: error).description
    #expect(problem.hasPrefix("failedWrite for \"kkk"))
    #expect(problem.hasSuffix("kkk\" cannot be stored: it is too large"))
    #expect(problem.unicodeScalars.count < 2100)
    #expect(name.printable == name, "what a program prints itself is whole")
  }

  /// Every character for control, direction and separation, without those that a name of a file cannot have.
  private static let characters: [Unicode.Scalar] =
    [0x01...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069]
    .joined().map { Unicode.Scalar($0 as UInt32)! }
  private static let text = String(String.UnicodeScalarView(characters))

  /// Expects that none of the characters is in a message, which may have several lines.
  private func expectPrintable(_ message: String, lines: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
    let found = message.unicodeScalars.filter { $0 != "\n" && Self.characters.contains($0) }
    #expect(found.isEmpty, sourceLocation: sourceLocation)
    #expect(message.split(separator: "\n").count == lines, sourceLocation: sourceLocation)
    #expect(message.contains(#"\u{202E}"#), "the text is in it", sourceLocation: sourceLocation)
  }

  @Test func errorsArePrintable() {
    let text = Self.text
    expectPrintable("\(DefaultsError(.unencodableValue, text))")
    expectPrintable("\(DefaultsError.unreadableFile(path: text, reason: text))")
    expectPrintable("\(DefaultsError.invalidStoreName(text))")
    expectPrintable("\(DefaultsError.system(operation: "open", path: text, code: 1))")
    expectPrintable("\(DefaultsError.notEncodable(type: text, reason: text))")
    expectPrintable("\(DefaultsError.typeMismatch(expected: text, found: .string(text)))")
  }

  @Test func problemsArePrintable() {
    struct Strange: Error, CustomStringConvertible { let description: String }
    expectPrintable("\(DefaultsProblem(.failedRead, key: Self.text, error: Strange(description: Self.text)))")
    let store = InMemoryStore([Self.text: "not a number"])
    let (_, problems) = catchingProblems {
      DefaultsAdapter(store: store)[DefaultsKey<Int>(Self.text, defaultValue: 0)]
    }
    #expect(problems.count == 1)
    for problem in problems { expectPrintable("\(problem)") }
  }

  @Test func valuesArePrintable() {
    expectPrintable("\(PropertyListValue.string(Self.text))")
    expectPrintable("\(PropertyListValue.array([.string(Self.text)]))")
    expectPrintable("\(PropertyListValue.dictionary([Self.text: .string(Self.text)]))")
  }

  @Test func importsArePrintable() throws {
    let name = String(decoding: try JSONEncoder().encode(Self.text), as: UTF8.self)
    for (json, lines) in [(#"{\#(name): 1, \#(name): 2}"#, 1), (#"{\#(name): null}"#, 2)] {
      let error = #expect(throws: DefaultsImportError.self) {
        try InMemoryStore().import(Data(json.utf8), as: .json) { _, _ in
          throw DefaultsError(.unencodableValue, Self.text)
        }
      }
      expectPrintable("\(try #require(error))", lines: lines)
    }
  }

  @Test func migrationsArePrintable() throws {
    let store = InMemoryStore([Self.text: 1, "b": 2])
    let adapter = DefaultsAdapter(store: store)
    let plan = try adapter.migrate(
      [.rename(Self.text, to: "a" + Self.text), .delete("nothing" + Self.text)],
      dryRun: true
    )
    expectPrintable(plan.description, lines: 4)
    let error = #expect(throws: DefaultsMigrationError.self) {
      try adapter.migrate([.rename("b", to: Self.text)])
    }
    expectPrintable("\(try #require(error))")
  }

  @Test func auditsArePrintable() throws {
    let key = DefaultsKey<String>(Self.text, defaultValue: Self.text)
    let store = InMemoryStore([Self.text: .string(Self.text), "other" + Self.text: 1])
    let description = Defaults.withStore(store) { NamespaceAudit(keys: [key]).description }
    expectPrintable(description, lines: 4)
  }

  @Test func storesNameTheirPathsPrintably() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/" + Self.text
    try write(Array("foreign".utf8), toFile: path)
    let error = #expect(throws: DefaultsError.self) { try FileStore(path: path) }
    expectPrintable("\(try #require(error))")
  }
}
