import Foundation
import NamespacedDefaultsTesting
import Testing

/// The article "In a modular app" shows code that is compiled and messages that the compiler gives.
struct ModularAppTests {
  private let article: MarkdownFile

  init() throws {
    article = try MarkdownFile(article: "InAModularApp")
  }

  @Test func everyBlockIsCompiledInAModule() throws {
    #expect(article.blocks.count == 4)
    try article.section("core").expectBlocks(in: "../Modules/Sources/Core/Settings.swift")
    try article.section("feature").expectBlocks(in: "../Modules/Sources/Feature/LaunchModel.swift")
    try article.section("window").expectBlocks(in: "../Modules/Sources/Feature/LaunchModel.swift")
    try article.section("operators").expectBlocks(in: "../Modules/Sources/Tests/OperatorTests.swift")
  }

  @Test(arguments: ["isolation": 10, "keys": 30])
  func everyMessageIsOneOfTheCompilers(section: String, count: Int) throws {
    let rows = try article.section(section).rows.dropFirst()
    #expect(rows.count == count)
    let expectations = try rejected(prefix: "").components(separatedBy: "\n").filter { $0.contains("// error") }
    for row in rows {
      let message = try #require(row.first).replacing("`", with: "")
      let isExpected = expectations.contains { $0.contains(message) }
      #expect(isExpected, "\(message)")
    }
  }

  @Test(arguments: ["isolation", "keys"])
  func everyRemedyCompiles(section: String) throws {
    let accepted = try rejected(prefix: "Accepted")
    for row in try article.section(section).rows.dropFirst() {
      let remedies = try #require(row.last).components(separatedBy: "`").enumerated()
      for remedy in remedies where !remedy.offset.isMultiple(of: 2) {
        let isAccepted = accepted.contains(remedy.element)
        #expect(isAccepted, "\(remedy.element)")
      }
    }
  }

  /// Returns the contents of the files in Tests/Rejected whose names begin with a prefix.
  private func rejected(prefix: String) throws -> String {
    let folder = MarkdownFile.root.appending(path: "Tests/Rejected")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }
      .map { try MarkdownFile("Tests/Rejected/\($0)").text }.joined()
  }
}
