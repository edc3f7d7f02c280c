import Foundation
import Testing

/// `Tests/Documentation/check` says of each thing that may be wrong with the documentation where and what it is.
struct DocumentationCheckTests {
  private static let long = String(repeating: "a", count: 76)

  @Test(arguments: [
    ("[a](Other.md#what-it-does), [b](https://example.com/x), [c](/documentation/x)\n\n```sh\nls\n```\n", ""),
    ("`[a](no)`\n\n```sh\n[a](no)\n```\n", ""),
    ("```\nls\n```\n", "A.docc/Page.md: a listing without a language: ls"),
    ("```sh\n\(long)\n```\n", "A.docc/Page.md: 76 columns: \(long)"),
    ("[a](None.md)", "A.docc/Page.md: there is no None.md"),
    ("[a](../A.docc)", "A.docc/Page.md: ../A.docc opens a list of files"),
    ("[a](Other.md#who)", "A.docc/Page.md: Other.md has no heading #who"),
    ("[a](#who)", "A.docc/Page.md: Page.md has no heading #who"),
    ("<img src=\"none.svg\" alt=\"A\">", "A.docc/Page.md: there is no none.svg"),
  ])
  func aPage(text: String, failure: String) throws {
    let files = ["A.docc/Page.md": text, "A.docc/Other.md": "## What `it` does?\n"]
    #expect(try failures(of: "pages", in: files) == failure)
  }

  @Test func aPageOfMaintainersMayHaveADrawing() throws {
    #expect(try failures(of: "pages", in: ["Sources/README.md": "```text\n\(Self.long)\n```\n"]) == "")
  }

  @Test(arguments: [
    (#"{"type": "codeListing", "syntax": "sh", "code": ["ls"]}"#, ""),
    (#"{"type": "codeListing", "syntax": null, "code": ["ls"]}"#, "a listing without a language: ls"),
    (#"{"type": "codeListing", "syntax": "sh", "code": ["ls", "\#(long)"]}"#, "76 columns: \(long)"),
    (#"{"type": "image", "identifier": "a", "alt": "A", "variants": []}"#, ""),
    (#"{"type": "image", "identifier": "a", "alt": "", "variants": []}"#, "a has no alternative text"),
    (#"{"type": "topic", "url": "/documentation/a#What"}"#, ""),
    (#"{"type": "topic", "url": "/documentation/b"}"#, "/documentation/b opens no page"),
    // A folder with nothing but other pages in it.
    (#"{"type": "topic", "url": "/documentation/folder"}"#, "/documentation/folder opens no page"),
    (#"{"hierarchy": {"paths": [["doc://A/documentation/B"]]}}"#, "/documentation/b opens no page"),
    (#"{"type": "topic", "url": "/documentation/namespaceddefaultspostgres"}"#, ""),
  ])
  func aPageOfTheSite(content: String, failure: String) throws {
    let files = [
      "data/documentation/a.json": content.hasPrefix("{\"hierarchy\"") ? content : "{\"content\": [\(content)]}",
      "documentation/a/index.html": "", "documentation/folder/page/index.html": "",
    ]
    #expect(try failures(of: "site", in: files) == (failure.isEmpty ? "" : "documentation/a: \(failure)"))
  }

  /// Returns what the check says of some files, without the word that begins each line.
  private func failures(of part: String, in files: [String: String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = MarkdownFile.root.appending(path: "Tests/Documentation/check")
    process.arguments = [part, folder.path]
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == (text.isEmpty ? 0 : 1))
    return text.split(separator: "\n").map { $0.replacing("error: ", with: "", maxReplacements: 1) }
      .joined(separator: "\n")
  }
}
