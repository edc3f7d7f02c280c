import Foundation
import NamespacedDefaults
import Testing

/// Nothing that the tool prints controls a terminal or forges a line.
struct DefaultsToolPrintingTests {
  /// Escape, delete, the one-byte introducer of control sequences, overriding and marks of direction, line separators.
  private static let hostile = "x\u{1B}[31m\u{7F}\u{9B}2J\u{202E}\u{2067}\u{61C}\u{200F}\u{2028}\u{2029}\u{85}\r\ty"
  private static let escaped =
    #"x\u{1B}[31m\u{7F}\u{9B}2J\u{202E}\u{2067}\u{61C}\u{200F}\u{2028}\u{2029}\u{85}\r\ty"#

  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set([
      Self.hostile: .string(Self.hostile), "n.array": [.string(Self.hostile), [Self.hostile: 1]],
      "n.json": .data(try JSONEncoder().encode([Self.hostile])),
    ])
    return tool
  }

  private func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
        || $0 == "\u{2028}" || $0 == "\u{2029}"
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--format", "json"], ["read"], ["read", "n"], ["read", "n.array"], ["list", "n.json"],
    ["export", "--format", "json"],
    ["find", "31m"], ["find", "31m", "--format", "json"], ["read", hostile, "extra" + hostile],
    ["list", hostile + "?"],
    [hostile], ["-" + hostile], ["list", "--" + hostile], ["list", "--format", hostile], ["write", "--" + hostile],
    ["write", "a", "-int", hostile], ["write", "a", "-" + "z" + hostile], ["write", "a", "b", hostile],
    ["write", "a", "-dict", hostile], ["list", "--store", "./" + hostile], ["list", "--store", hostile],
    ["import", hostile], ["export", "/nowhere/" + hostile], ["verify", "--store", "./" + hostile],
    ["rename", "n.json", hostile], ["read-type", hostile + "?"], ["delete", "?" + hostile],
    ["watch", "--count", hostile], ["export", "--namespace", hostile], ["import", "-", "--format", hostile],
  ])
  func whateverIsPrintedIsHarmless(arguments: [String]) throws {
    let tool = try sample()
    let outcome = try tool.run(executable: tool.executable, arguments)
    #expect(isHarmless(outcome.output), "\(outcome.output.debugDescription)")
    #expect(isHarmless(outcome.errors), "\(outcome.errors.debugDescription)")
    // It is there all the same.
    #expect((outcome.output + outcome.errors).lowercased().contains("9b"))
  }

  @Test func keysAndValuesAreEscapedAsInSwift() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(.string(Self.hostile), forKey: Self.hostile)
    let key = Self.escaped
    #expect(try tool.output("read") == "\(key) = \"\(key.replacing(#"\u{1B}"#, with: #"\u{1B}"#))\"\n")
    #expect(
      try tool.output("list")
        == "KEY\(String(repeating: " ", count: key.count - 3))  TYPE    VALUE\n\(key)  string  \"\(key)\"\n"
    )
  }

  @Test(
    arguments: [
      0x00, 0x07, 0x08, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E,
      0x2066,
      0x2069,
    ] as [UInt32]
  )
  func eachOfThemAloneIsEscaped(number: UInt32) throws {
    let tool = try DefaultsToolHome()
    let scalar = String(try #require(Unicode.Scalar(number)))
    let digits = String(number, radix: 16, uppercase: true)
    try FileStore(path: tool.store).set(["a\(scalar)b": ["c\(scalar)d"]])
    #expect(try tool.output("read").hasPrefix("a\\u{\(digits)}b = [\"c\\"))
    #expect(try tool.output("list", "--format", "json").contains("\"value\":[\"c\\"))
  }

  @Test func jsonIsEscapedAsJSON() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(["\u{7F}\u{9B}\u{202E}\u{2028}"], forKey: "a")
    #expect(try tool.output("read", "a") == #"["\u007f\u009b\u202e\u2028"]"# + "\n")
    #expect(
      try tool.output("list", "--format", "json")
        == "[\n  " + #"{"key":"a","type":"array","value":["\u007f\u009b\u202e\u2028"]}"# + "\n]\n"
    )
    #expect(
      try tool.output("export", "--format", "json") == "{\n  \"a\" : [\n    " + #""\u007f\u009b\u202e\u2028""#
        + "\n  ]\n}\n"
    )
  }

  @Test func aTextIsReadAsItIsByAScriptAndHarmlessByAPerson() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(.string("two\nlines\u{9B}\u{202E}"), forKey: "a")
    #expect(try tool.output("read", "a") == "two\nlines\u{9B}\u{202E}\n")
    #expect(try tool.outputOnTerminal(columns: 80, "read", "a") == "two\nlines\\u{9B}\\u{202E}\n")
  }

  @Test func anExportIsHarmlessOnATerminal() throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(.string("\u{9B}"), forKey: "a")
    #expect(try tool.output("export").contains("<string>\u{9B}</string>"))
    #expect(
      try tool.outputOnTerminal(columns: 80, "export") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>a</key>
          <string>\\u{9B}</string>
        </dict>
        </plist>

        """
    )
  }

  @Test func echoedWordsForgeNoLines() throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("read", "a\nError: b", "c").errors
        .hasPrefix("Error: The store follows --store. Did you mean: defaults read c --store 'a\\nError: b'\n")
    )
    #expect(
      try tool.run("list", "--x\ny").errors.hasPrefix("Error: Unknown option '--x\\ny'\nUsage: ")
    )
    #expect(try tool.run("x\ny").errors.hasPrefix("Error: There is no command 'x\\ny'.\n"))
    #expect(
      try tool.run("list", "--store", "./x\ny")
        == .init(
          errors: "Error: There is no store at \(realPath(tool.path))/x\\ny. \"defaults write\" creates it.\n",
          status: 1
        )
    )
    #expect(
      try tool.run("import", "x\ny")
        == .init(errors: "Error: Could not read x\\ny: No such file or directory\n", status: 2)
    )
  }

  @Test func problemsOfAFileWithAnOddNameAreOneLine() throws {
    let tool = try DefaultsToolHome()
    let path = tool.path + "/x\ny\u{9B}"
    for (key, value) in [("a", "one"), ("b", "two"), ("c", "three")] {
      _ = try tool.run("write", key, value, "--store", path)
    }
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[try #require(bytes.firstRange(of: Data("two".utf8))).lowerBound] ^= 1
    try bytes.write(to: URL(filePath: path))
    let outcome = try tool.run("read", "a", "--store", path)
    #expect(outcome.output == "one\n")
    #expect(outcome.errors.hasPrefix(#"Warning: \#(realPath(tool.path))/x\ny\u{9B} is damaged: "#))
    #expect(outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func namesThatAnImportRefusesAreHarmless() throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("import", "-", input: "{\"x\u{9B}\\n\u{202E}\": null}")
        == .init(
          errors: "Error: nothing was imported, because of\n  \"x\\u{9B}\\n\\u{202E}\": null has no stored form\n",
          status: 2
        )
    )
  }
}
