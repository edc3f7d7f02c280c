import Foundation
import Testing

/// A text of the documentation, whose code is compiled in this target.
struct MarkdownFile {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  let text: String

  init(_ path: String) throws {
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// Reads an article, whichever catalogue and folder it is in.
  init(article: String) throws {
    let sources = Self.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let file = files?.lazy.compactMap { $0 as? URL }.first { $0.lastPathComponent == "\(article).md" }
    text = try String(contentsOf: #require(file), encoding: .utf8)
  }

  init(text: String) {
    self.text = text
  }

  /// What stands between `<!-- name -->` and `<!-- /name -->`.
  func section(_ name: String) throws -> MarkdownFile {
    let behind = try #require(text.components(separatedBy: "<!-- \(name) -->").dropFirst().first)
    return MarkdownFile(text: try #require(behind.components(separatedBy: "<!-- /\(name) -->").first))
  }

  /// The Swift code, block by block, without that of other libraries, which follows `<!-- before -->`.
  var blocks: [String] {
    var blocks: [String] = []
    var block: [String]?
    var previous = ""
    for line in text.components(separatedBy: "\n") {
      if let lines = block {
        block = line == "```" ? nil : lines + [line]
        if line == "```" { blocks.append(lines.joined(separator: "\n")) }
      } else if line == "```swift", previous != "<!-- before -->" {
        block = []
      }
      previous = line
    }
    return blocks
  }

  /// The first code of another library, which follows `<!-- before -->`.
  var codeBefore: String? { text(after: "<!-- before -->\n```swift\n").map { $0 + "\n" } }

  /// The first script of a shell.
  var script: String? { text(after: "```sh\n") }

  private func text(after start: String) -> String? {
    text.components(separatedBy: start).dropFirst().first?.components(separatedBy: "\n```").first
  }

  /// The cells of all tables, row by row.
  var rows: [[String]] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { row in
      row.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Expects each block to stand in a Swift file of this target, indentation and the order of imports aside.
  func expectBlocks(in file: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let lines = { (text: String) in text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
    let compiled = lines(try MarkdownFile("Tests/ReadmeTests/\(file)").text)
    let code = compiled.joined(separator: "\n")
    for block in blocks {
      let isImport = { (line: String) in line.hasPrefix("import ") }
      let body = lines(block).drop { $0.isEmpty || isImport($0) }.joined(separator: "\n")
      let isCompiled = code.contains("\n\(body)\n")
      #expect(isCompiled, "\(body)", sourceLocation: sourceLocation)
      for line in lines(block) where isImport(line) {
        #expect(compiled.contains(line), sourceLocation: sourceLocation)
      }
    }
  }
}
