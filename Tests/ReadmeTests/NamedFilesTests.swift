import Foundation
import Testing

/// The files and folders that pages and comments name are there.
@Suite struct NamedFilesTests {
  /// The paths of all files and folders, each with a slash before it.
  private static let paths: [String] = {
    let manager = FileManager.default
    let paths = ["Sources", "Tests", "Examples", ".ci", ".github"].flatMap { folder in
      var paths = ["/\(folder)"]
      let files = manager.enumerator(atPath: MarkdownFile.root.appending(path: folder).path(percentEncoded: false))
      while let path = files?.nextObject() as? String {
        // What is built is not of the repository.
        if path.split(separator: "/").last?.hasPrefix(".build") == true { files?.skipDescendants() }
        paths.append("/\(folder)/\(path)")
      }
      return paths
    }
    return paths + ["/Package.swift", "/README.md"]
  }()

  /// Returns the names in a text that no file or folder has, with any of the folders that it is in before it.
  private static func missing(in text: String) -> [String] {
    let isOfRepository = /(?:Sources|Tests|Examples|\.ci|\.github)\/[\w\/+.-]*\w|[\w+-]+(?:\/[\w+-]+)*\.(?:swift|md)/
    return text.split { " \n,:()\"".contains($0) }.map(String.init).filter { word in
      word.wholeMatch(of: isOfRepository) != nil && !paths.contains { $0.hasSuffix("/\(word)") }
    }
  }

  private static func texts(_ pathExtension: String) throws -> [(path: String, text: String)] {
    let folders = ["/Sources/", "/Tests/", "/.github/", "/README"]
    return try paths.filter { path in path.hasSuffix(pathExtension) && folders.contains { path.hasPrefix($0) } }
      .map { ($0, try MarkdownFile(String($0.dropFirst())).text) }
  }

  @Test func aNameThatNoFileHasIsFound() {
    let text = "Settable/BoolDefaultSettable.swift, Tests/ReadmeTests, Settable/KeyEnumVisitor.swift, Tests/Rooms"
    #expect(Self.missing(in: text) == ["Settable/KeyEnumVisitor.swift", "Tests/Rooms"])
  }

  @Test func thoseOfPagesAreThere() throws {
    let pages = try Self.texts(".md").map { page in
      let code = page.text.replacing(/```[\s\S]*?```/, with: "").matches(of: /`([^`\n]+)`/).map { $0.output.1 }
      return (page.path, code.filter { $0.contains("/") }.joined(separator: " "))
    }
    #expect(pages.count > 20)
    let missing = pages.map { ($0, Self.missing(in: $1)) }.filter { !$1.isEmpty }.map { "\($0): \($1)" }
    #expect(missing == [])
  }

  @Test func thoseOfCommentsAreThere() throws {
    let comments = try Self.texts(".swift").filter { $0.path.hasPrefix("/Sources/") }.map { file in
      (file.path, file.text.matches(of: /\/\/.*/).map { String($0.output) }.joined(separator: "\n"))
    }
    let missing = comments.map { ($0, Self.missing(in: $1)) }.filter { !$1.isEmpty }.map { "\($0): \($1)" }
    #expect(missing == [])
  }
}
